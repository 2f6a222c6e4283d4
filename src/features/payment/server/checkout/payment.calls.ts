import { gatewayPage } from '#shared/safe-addresses.ts'
import { isEmail } from '#shared/email.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { toMajor } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import { isNotSoldHere } from '#shared/transaction-codes.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { OwnOrigins } from '#server/security/own-origins.ts'
import {
  initiateTransaction,
  listPaymentOptions,
  processTransaction,
  readExchangeRate,
  readStatus,
  readTransaction,
} from '../../contract.ts'
import { listOpenPayments, readPendingPayment } from '../../visit-contract.ts'
import { publicStatus } from '../../engine/public-status.ts'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { BundleNames } from '#features/purchase/server/worded-purchase.ts'
import { connectorFor } from '../methods/connector-for.ts'
import { readUnits } from '../currency/convert-money.ts'
import type { Exchange } from '../currency/exchange.ts'
import type { OptionLists } from '../methods/list-options.ts'
import { createPayments } from '../status/open-payments.ts'
import { pendingPayment } from '../status/pending-payment.ts'
import type { Begun, PaymentService } from './payment-service.ts'
import type { PostgresPaymentStore } from '../orders/payment.store.ts'
import { transactionDetails } from '../status/transaction-details.ts'
import { rememberedEmail } from './remembered-email.ts'
import { waitingRequest } from '../status/waiting-request.ts'

type Deps = {
  service: PaymentService
  store: PostgresPaymentStore
  db: Database
  clock: Clock
  options: OptionLists
  names: BundleNames
  codes: Pick<OneTimeCodes, 'hasProven'>
  exchange: Exchange
  /** Locations of gateways' pages. */
  payPages: readonly string[]
  addresses: Pick<OwnOrigins, 'publicOrigin'>
}

export function paymentCalls(parts: Deps): Served[] {
  return [...choiceCalls(parts), ...payingCalls(parts), ...readingCalls(parts)]
}

function payingCalls({ service, store, clock, payPages, addresses }: Deps): Served[] {
  return [
    serve(initiateTransaction, async (asked, visitor) => {
      const { txnId, amount, currencyCode, convertedAmount, emailId, paymentMobile, uniqueCode } = asked
      const payIn = currencyCode === undefined ? undefined : { currency: currencyCode, shown: convertedAmount }
      if (isNotSoldHere([asked.transactionType])) throw new Problem('not-sold-here')
      if (emailId !== undefined && !isEmail(emailId)) throw new Problem('bad-request', 'not an e-mail address')
      const visit = await visitor.visitOrNew()
      const payer = isMobileNumber(paymentMobile) && uniqueCode !== undefined ? { msisdn: paymentMobile, proof: uniqueCode } : undefined
      const { language, origin } = visitor
      return success(await service.initiate(visit, { purchaseId: txnId, amount, payIn, emailId: emailId ?? null, language, origin, payer }))
    }),
    serve(processTransaction, async ({ transactionId, paymentGateway, paymentMode, paymentMobile }, visitor) => {
      const beginning = await service.pay(await visitor.visit(), {
        transactionId,
        connector: connectorFor(paymentMode, paymentGateway),
        payer: isMobileNumber(paymentMobile) ? paymentMobile : undefined,
        caller: await visitor.caller(),
      })
      const state = await store.read(transactionId)
      return success({
        transactionId,
        ...pageOf(beginning, payPages, visitor.origin === addresses.publicOrigin),
        code: codeOf(beginning),
        status: state ? publicStatus(state, clock.now()).status : '',
      })
    }),
  ]
}

/** HUB-1, HUB-4: the methods and currencies for a purchase. */
function choiceCalls({ store, db, clock, options, exchange }: Deps): Served[] {
  return [
    serve(listPaymentOptions, async (asked, visitor) => {
      const visit = asked.purchaseId ? await visitor.visit() : null
      const [waiting, email, lists] = await Promise.all([
        asked.purchaseId ? waitingRequest(store, asked.purchaseId, visit) : null,
        rememberedEmail({ db, clock }, visit),
        options(asked),
      ])
      return success({ ...lists, waiting, email })
    }),
    serve(readExchangeRate, async ({ fromCurrency, toCurrency, amount }) => {
      const money = readUnits(amount, fromCurrency)
      if (!money) throw new Problem('bad-request', 'no amount of this currency')
      const { asked, rate, at } = await exchange.convert(money, toCurrency)
      return success({ convertedAmount: toMajor(asked), rate, rateAt: at })
    }),
  ]
}

/** STAT-1, STAT-4: a link is enough to see the state of a payment; the payer sees more. */
function readingCalls({ store, db, clock, names, codes }: Deps): Served[] {
  return [
    serve(readPendingPayment, async (_asked, visitor) => success(await pendingPayment({ store, db, clock }, await visitor.visit()))),
    serve(listOpenPayments, async (_asked, visitor) => success(await createPayments({ db, store, clock }, await visitor.visit()))),
    serve(readStatus, async ({ tid }) => {
      const state = await store.read(tid)
      if (!state) throw new Problem('not-found')
      const { status } = publicStatus(state, clock.now())
      return success({ status, transactionStatus: status, transactionId: state.order.id })
    }),
    serve(readTransaction, async ({ txnId }, visitor) => {
      const details = await transactionDetails(
        { store, db, clock, names, codes },
        { transactionId: txnId, language: visitor.language },
        await visitor.visit(),
      )
      if (!details) throw new Problem('not-found')
      return success(details)
    }),
  ]
}

/**
 * The payer's redirect target. The address was stored when the attempt began, and is validated again with the gateways enabled now. A
 * gateway's frame works on PUBLIC_URL only; on another origin of ours its page opens instead.
 */
function pageOf(
  beginning: Begun,
  payPages: readonly string[],
  mayFrame: boolean,
): { redirectUrl: string | null; popupAccessCode: string | null } {
  const action = beginning.kind === 'begun' || beginning.kind === 'resumed' ? beginning.attempt.action : null
  if (action?.type === 'redirect') return { redirectUrl: gatewayPage(action.url, payPages), popupAccessCode: null }
  const redirectUrl = action?.type === 'popup' ? gatewayPage(action.fallbackUrl, payPages) : null
  return { redirectUrl, popupAccessCode: action?.type === 'popup' && redirectUrl && mayFrame ? action.accessCode : null }
}

function codeOf(beginning: Begun): 'STARTED' | 'ALREADY_PROCESSED' | 'NOT_STARTED' {
  switch (beginning.kind) {
    case 'begun':
      return beginning.attempt.action ? 'STARTED' : 'NOT_STARTED'
    case 'resumed':
    case 'already-paid':
    case 'being-confirmed':
      return 'ALREADY_PROCESSED'
    case 'too-late':
      throw new Problem('no-pending-payment')
  }
}
