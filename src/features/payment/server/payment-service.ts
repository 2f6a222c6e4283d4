import type { LineChecks } from '#features/line/server/check-line.ts'
import type { OperatorLines } from '#features/line/server/operator-lines.ts'
import type { QueryData } from '#features/purchase/contract.ts'
import { lineOfPurchase } from '#features/purchase/line-of-purchase.ts'
import { findPurchase } from '#features/purchase/server/purchase.store.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import type { Asker } from '#server/limits/asker.ts'
import type { Budgets } from '#server/limits/budgets.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { OwnAddresses } from '#server/security/own-addresses.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { ConnectorInfo, PaymentConnector, SealedSecret } from '#payment-connectors/payment-connector.ts'
import { isOpen } from '../engine/attempt-states.ts'
import type { Beginning } from '../engine/begin-attempt.ts'
import type { SecretEntry } from '../engine/enter-secret.ts'
import type { PaymentEngine } from '../engine/payment-engine.ts'
import type { Attempt, PaymentState } from '../engine/records.ts'
import { quoteFor, refuseWrongCurrency, type PayIn } from './agreed-currency.ts'
import { refuseManyFailedCards } from './card-limits.ts'
import type { ConnectorHealth } from './connector-health.ts'
import type { Exchange } from './exchange.ts'
import { newOrder } from './new-order.ts'
import { orderOfPurchase } from './order-of-purchase.ts'
import type { PayerProofs } from './payer-proofs.ts'
import type { OrderExtras, PostgresPaymentStore } from './payment.store.ts'
import { refuseTooManyPushes } from './push-limits.ts'

export type PaymentService = {
  initiate(visit: Visit, request: Initiation): Promise<{ transactionId: string }>
  pay(visit: Visit, request: PayRequest): Promise<Beginning>
  enterPin(visit: Visit, request: PinRequest): Promise<SecretEntry>
  /** The airtime of a payer who was proven for this transaction. */
  readAirtime(visit: Visit, request: { transactionId: string; payer: MobileNumber }): Promise<{ balance: number; isEnough: boolean }>
}

export type Initiation = {
  purchaseId: string
  amount: number
  /** HUB-4: the price's own currency when nothing is said. */
  payIn?: PayIn | undefined
  emailId: string | null
  language: 'fr' | 'en'
  /** At which address of ours the payer is. */
  origin?: string | null
  /** Who pays, with what a one-time code opened, where the method asks for that. */
  payer?: { msisdn: MobileNumber; proof: string } | undefined
}

/** `payer` where a wallet or a balance pays; a card is paid by whoever holds it. `proof` where the caller must show it again (MM-3). */
export type PayRequest = {
  transactionId: string
  connector: ConnectorInfo['id']
  payer?: MobileNumber | undefined
  proof?: string | undefined
  asker: Asker
}

type PinRequest = Required<Pick<PayRequest, 'transactionId' | 'connector'>> & { payer: MobileNumber; proof: string; secret: SealedSecret }

type OwnOrder = { state: PaymentState; extras: OrderExtras }

type Parts = {
  store: PostgresPaymentStore
  engine: PaymentEngine
  proofs: PayerProofs
  lines: Pick<LineChecks, 'countedLineType'>
  budgets: Budgets
  operator: Pick<OperatorLines, 'readBalances'>
  exchange: Exchange
  db: Database
  clock: Clock
  connectors: ReadonlyMap<ConnectorInfo['id'], PaymentConnector>
  health: Pick<ConnectorHealth, 'admission'>
  addresses: Pick<OwnAddresses, 'judge'>
}

/** From a purchase to a payment under way. Everything that decides the price comes from the purchase the server made. */
export function openPaymentService(parts: Parts): PaymentService {
  const { store, engine, proofs, db, clock } = parts

  return {
    async initiate(visit, { purchaseId, amount, payIn, emailId, language, origin = null, payer }) {
      const purchase = await findPurchase(db, purchaseId, clock.now())
      if (!purchase) throw new Problem('no-pending-payment')
      if (purchase.queryData.amount !== amount) throw new Problem('amount-changed')
      // LEAD-6: a request's own address is not changed on the way, by whoever made it.
      const isFixedEmail = purchase.queryData.transactionType === 'HBB_LEADS' && purchase.visitId.equals(visit.id)
      const typedEmail = isFixedEmail ? null : emailId
      const order = newOrder(purchase.queryData, clock.now())
      const quote = await quoteFor(parts, order.amount, payIn)
      const made = await orderOfPurchase(store, purchase, { visit, order, emailId: typedEmail, language, origin, quote })
      const { orderId, isNew, isSameRequest } = made
      if (!isSameRequest) throw new Problem('amount-changed')
      if (!isNew) await store.setQuote(orderId, quote)
      if (typedEmail && !isNew) await store.setEmail(orderId, typedEmail)
      if (payer && !(await proofs.spendOn({ orderId, ...payer, visit }))) throw new Problem('payer-not-proven')
      return { transactionId: orderId }
    },

    async pay(visit, request) {
      const { transactionId, payer } = request
      await parts.budgets.spend('buying', request.asker)
      const { state, extras } = await ownOrder(store, visit, transactionId)
      const connector = parts.connectors.get(request.connector)
      if (!connector) throw new Problem('method-unavailable')
      refuseWhenBusy(parts, connector.info, state)
      const { emailId, description, rechargeType } = extras.queryData
      await refuseWrongCurrency(parts, connector.info, { price: state.order.amount, quote: extras.quote })
      if (connector.info.paymentMode === 'PAYMENT_GATEWAY') await refuseManyFailedCards(parts, { visitId: visit.id, transactionId })
      else await refuseWrongPayer(parts, connector.info, { ...request, visit, state })
      const beginning = await engine.pay(transactionId, {
        connector: connector.info.id,
        payer: { msisdn: payer ?? ownLine(extras.queryData), email: emailId },
        quote: extras.quote,
        description: description || rechargeType,
        language: extras.language,
        returnTo: returnAddress(parts.addresses.judge(extras.origin)),
      })
      if (!beginning) throw new Problem('not-found')
      return beginning
    },

    async enterPin(visit, { transactionId, connector, payer, proof, secret }) {
      const { state } = await ownOrder(store, visit, transactionId)
      if (!(await proofs.isProven({ orderId: transactionId, msisdn: payer, proof }))) throw new Problem('payer-not-proven')
      const isOthers = state.attempts.some((each) => hasKey(each, secret.kid) && each.payer.msisdn !== payer)
      if (isOthers) throw new Problem('payer-not-proven')
      // One way to pay was begun, and another is named: nobody presses that on our pages.
      if (state.attempts.some((each) => hasKey(each, secret.kid) && each.connector !== connector)) throw new Problem('no-pending-payment')
      const entry = await engine.enterSecret(transactionId, secret)
      if (!entry) throw new Problem('not-found')
      return entry
    },

    async readAirtime(visit, { transactionId, payer }) {
      const { state } = await ownOrder(store, visit, transactionId)
      if (!(await proofs.isProven({ orderId: transactionId, msisdn: payer }))) throw new Problem('payer-not-proven')
      const answer = await parts.operator.readBalances(payer)
      if (!answer.isGood) throw new Problem('operator-unavailable')
      const airtime = answer.value.find(({ kind }) => kind === 'AIRTIME')
      const balance = airtime && airtime.remaining !== 'unlimited' ? Math.floor(airtime.remaining.value) : 0
      return { balance, isEnough: balance >= state.order.amount.minor }
    },
  }
}

/** No content policy can name an IPv6 address, and those of gateways' pages name where their forms may lead: such a payer is led on by us. */
/** Where nobody names another payer, the line pays for itself; LINK-2: the line that a link is for belongs to somebody else. */
function ownLine(queryData: QueryData): MobileNumber | null {
  return queryData.askedLink === undefined ? lineOfPurchase(queryData) : null
}

function returnAddress(origin: string | null): string | null {
  return origin?.includes('[') ? null : origin
}

/** F60: told before anything is begun, so that nothing has to be ended. Whoever has begun already is shown how that stands. */
function refuseWhenBusy({ health }: Parts, { id }: ConnectorInfo, { attempts }: PaymentState): void {
  const admission = health.admission(id)
  if (admission === 'open' || attempts.some((each) => each.isWinner || isOpen(each.state))) return
  throw new Problem(admission === 'busy' ? 'method-busy' : 'method-unavailable', `${id}: ${admission}`)
}

/** The wallet of this attempt gave the key: one number's code opens no other number's wallet. */
function hasKey({ action }: Attempt, kid: string): boolean {
  return action?.type === 'enter-pin' && action.key.kid === kid
}

/** Somebody else's transaction is answered as one that does not exist; a cookie from before a proof may be in a stranger's hands. */
async function ownOrder(store: PostgresPaymentStore, visit: Visit, transactionId: string): Promise<OwnOrder> {
  const kept = await store.readWithExtras(transactionId)
  if (!kept?.extras.visitId.equals(visit.id) || visit.hasFormerCookie) throw new Problem('not-found')
  return kept
}

/** A wallet or a balance is somebody's: the number must be the operator's, and where the method says so, proven by a code. */
async function refuseWrongPayer(
  { proofs, lines, db, clock, budgets }: Parts,
  info: ConnectorInfo,
  request: PayRequest & { visit: Visit; state: PaymentState },
): Promise<void> {
  const { transactionId, payer, proof, asker, visit, state } = request
  if (!payer) throw new Problem('payer-number-invalid')
  // M-Pesa is not the operator's: its numbers are nobody else's business.
  if (info.paymentMode !== 'MPESA' && (await lines.countedLineType(payer)) === 'INVALID') throw new Problem('payer-number-invalid')
  if (info.payerProof === 'code') {
    if (!(await proofs.isProven({ orderId: transactionId, msisdn: payer, proof }))) throw new Problem('payer-not-proven')
    return
  }
  // A request that waits already is shown again and costs nothing.
  const isWaiting = state.attempts.some(
    (attempt) => attempt.connector === info.id && attempt.payer.msisdn === payer && isOpen(attempt.state),
  )
  if (!isWaiting) await refuseTooManyPushes({ db, clock, budgets }, { msisdn: payer, visitId: visit.id, asker, state })
}
