import { hasOtherPayers } from '#shared/connector-table.ts'
import type { Language } from '#shared/language.ts'
import type { LineChecks } from '#features/line/server/check-line.ts'
import type { OperatorLines } from '#features/line/server/operator-lines.ts'
import type { QueryData } from '#features/purchase/contract.ts'
import { lineOfPurchase } from '#features/purchase/line-of-purchase.ts'
import { findPurchase } from '#features/purchase/server/purchase.store.ts'
import { exponentOf } from '#shared/currency-exponent.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { compareMoney, fromMajor, spendable, toMajor, type Money } from '#shared/money.ts'
import { MONEY } from '#shared/operator.ts'
import { Problem } from '#shared/problem.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { OwnOrigins } from '#server/security/own-origins.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { ConnectorInfo, PaymentConnector, EncryptedSecret } from '#payment-connectors/payment-connector.ts'
import { isOpen } from '../../engine/attempt-states.ts'
import type { StartDecision } from '../../engine/begin-attempt.ts'
import type { SecretEntry } from '../../engine/enter-secret.ts'
import type { PaymentEngine } from '../../engine/payment-engine.ts'
import type { Attempt, PaymentState } from '../../engine/records.ts'
import { refuseWhatIsNotDue } from './due-payments.ts'
import { quoteFor, refuseWrongCurrency, type PayIn } from '../currency/agreed-currency.ts'
import { refuseManyFailedCards } from './card-limits.ts'
import type { ConnectorHealth } from '../methods/connector-health.ts'
import type { ClosedForPayments } from '../methods/list-options.ts'
import type { Exchange } from '../currency/exchange.ts'
import { newOrder, orderOfPurchase } from '../orders/new-order.ts'
import type { PayerProofs } from './payer-proofs.ts'
import type { OrderExtras, PostgresPaymentStore } from '../orders/payment.store.ts'
import { refuseTooManyPushes } from './push-limits.ts'

export type PaymentService = {
  initiate(visit: Visit, request: Initiation): Promise<{ transactionId: string }>
  pay(visit: Visit, request: PayRequest): Promise<Begun>
  enterPin(visit: Visit, request: PinRequest): Promise<SecretEntry>
  /** The airtime balance of a payer who was proven for this transaction. */
  readAirtime(visit: Visit, request: { transactionId: string; payer: MobileNumber }): Promise<{ balance: number; isEnough: boolean }>
}

/** A subject that is not due is thrown as a problem. */
export type Begun = Exclude<StartDecision, { kind: 'not-due' }>

export type Initiation = {
  purchaseId: string
  /** In units, as the caller was shown it. */
  amount: number
  /** HUB-4: defaults to the price's own currency. */
  payIn?: PayIn | undefined
  emailId: string | null
  language: Language
  /** Our origin that the payer uses. */
  origin?: string | null
  /** The payer, with the proof from a one-time code, where the method requires that. */
  payer?: { msisdn: MobileNumber; proof: string } | undefined
}

/** `payer` for a wallet or a balance; a card is paid by its holder. `proof` when the caller must show it again (MM-3). */
export type PayRequest = {
  transactionId: string
  connector: ConnectorInfo['id']
  payer?: MobileNumber | undefined
  proof?: string | undefined
  caller: Caller
}

type PinRequest = Required<Pick<PayRequest, 'transactionId' | 'connector'>> & {
  payer: MobileNumber
  proof: string
  secret: EncryptedSecret
}

type OwnOrder = { state: PaymentState; extras: OrderExtras }

type Deps = {
  store: PostgresPaymentStore
  engine: PaymentEngine
  proofs: PayerProofs
  lines: Pick<LineChecks, 'lineTypeUnmetered'>
  rateLimiter: RateLimiter
  operator: Pick<OperatorLines, 'readBalances'>
  exchange: Exchange
  db: Database
  clock: Clock
  connectors: ReadonlyMap<ConnectorInfo['id'], PaymentConnector>
  health: Pick<ConnectorHealth, 'availability' | 'busyUntil'>
  closedWays: ClosedForPayments
  addresses: Pick<OwnOrigins, 'judge'>
}

/** From a purchase to a running payment. Everything that decides the price comes from the server's purchase. */
export function createPaymentService(parts: Deps): PaymentService {
  const { store, engine, proofs, db, clock } = parts

  return {
    async initiate(visit, { purchaseId, amount, payIn, emailId, language, origin = null, payer }) {
      const purchase = await findPurchase(db, purchaseId, clock.now())
      if (!purchase) throw new Problem('no-pending-payment')
      if (purchase.queryData.amount !== amount) throw new Problem('amount-changed')
      // LEAD-6: the visit that made a home broadband request cannot change its email address during payment.
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
      await parts.rateLimiter.consume('buying', request.caller)
      const { state, extras } = await ownOrder(store, visit, transactionId)
      const connector = parts.connectors.get(request.connector)
      if (!connector) throw new Problem('method-unavailable')
      await refuseWhenClosedOrBusy(parts, connector.info, state)
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
      return beginning.kind === 'not-due' ? refuseWhatIsNotDue(beginning.standing) : beginning
    },

    async enterPin(visit, { transactionId, connector, payer, proof, secret }) {
      const { state } = await ownOrder(store, visit, transactionId)
      if (!(await proofs.isProven({ orderId: transactionId, msisdn: payer, proof }))) throw new Problem('payer-not-proven')
      const isOthers = state.attempts.some((each) => hasKey(each, secret.kid) && each.payer.msisdn !== payer)
      if (isOthers) throw new Problem('payer-not-proven')
      // One method was begun, and another is named: our pages never send that.
      if (state.attempts.some((each) => hasKey(each, secret.kid) && each.connector !== connector)) throw new Problem('no-pending-payment')
      const entry = await engine.enterSecret(transactionId, secret)
      if (!entry) throw new Problem('not-found')
      return entry
    },

    async readAirtime(visit, { transactionId, payer }) {
      const { state } = await ownOrder(store, visit, transactionId)
      if (!(await proofs.isProven({ orderId: transactionId, msisdn: payer }))) throw new Problem('payer-not-proven')
      const answer = await parts.operator.readBalances(payer)
      if (!answer.ok) throw new Problem('operator-unavailable')
      const airtime = answer.value.find(({ kind }) => kind === 'AIRTIME')
      const balance = airtime && airtime.remaining !== 'unlimited' ? airtimeOf(airtime.remaining) : fromMajor(0)
      const { amount } = state.order
      return { balance: toMajor(balance), isEnough: balance.currency === amount.currency && compareMoney(balance, amount) >= 0 }
    },
  }
}

/** What can be spent of a balance in the operator's prices; nothing of one in another currency. */
function airtimeOf({ value, unit }: { value: number; unit: string }): Money {
  return exponentOf(unit) === null || unit === MONEY.prices ? spendable(Math.max(0, value)) : fromMajor(0)
}

/** Without a named payer, the line pays for itself; LINK-2: the line of a link belongs to another person. */
function ownLine(queryData: QueryData): MobileNumber | null {
  return queryData.askedLink === undefined ? lineOfPurchase(queryData) : null
}

/**
 * A content security policy cannot name an IPv6 address, and gateways' pages restrict form targets: such a payer returns through
 * PUBLIC_URL.
 */
function returnAddress(origin: string | null): string | null {
  return origin?.includes('[') ? null : origin
}

/** A payment already begun is shown as it stands. */
async function refuseWhenClosedOrBusy(parts: Deps, info: ConnectorInfo, state: PaymentState): Promise<void> {
  const hasBegun = state.attempts.some((each) => each.isWinner || (isOpen(each.state) && each.otherWaysFrom === null))
  if (hasBegun) return
  await refuseWhenClosed(parts, info)
  refuseWhenBusy(parts, info, state)
}

/** CON-8: read from the database, so that no replica begins a payment by a way that is closed. */
async function refuseWhenClosed({ closedWays }: Deps, { id }: ConnectorInfo): Promise<void> {
  const until = await closedWays.closedUntil(id)
  if (until) throw new Problem('method-unavailable', `${id}: closed by staff until ${until.toISOString()}`)
}

/** F60: rejected before anything is begun, so nothing has to be ended. */
function refuseWhenBusy({ health, clock }: Deps, { id }: ConnectorInfo, { attempts }: PaymentState): void {
  const now = clock.now()
  const availability = health.availability(id)
  // I20: the order stores the provider's `Retry-After`, also for other processes.
  const asked = attempts.flatMap(({ connector, retryAt }) => (connector === id && retryAt ? [retryAt] : []))
  const until = [...asked, health.busyUntil(id) ?? now].toSorted((one, other) => other.getTime() - one.getTime())[0] ?? now
  if (until > now) throw new Problem('method-busy', `${id}: busy`, { waitSeconds: Math.ceil((until.getTime() - now.getTime()) / 1000) })
  if (availability === 'accepting') return
  throw new Problem(availability === 'full' ? 'method-busy' : 'method-unavailable', `${id}: ${availability}`)
}

/** The wallet of this attempt issued the key: a code for one number decrypts nothing for another number's wallet. */
function hasKey({ action }: Attempt, kid: string): boolean {
  return action?.type === 'enter-pin' && action.key.kid === kid
}

/** Another visit's transaction gets the same response as a missing one; a cookie from before a proof may be stolen. */
async function ownOrder(store: PostgresPaymentStore, visit: Visit, transactionId: string): Promise<OwnOrder> {
  const kept = await store.readWithExtras(transactionId)
  if (!kept?.extras.visitId.equals(visit.id) || visit.hasPreviousCookie) throw new Problem('not-found')
  return kept
}

/** A wallet or a balance has an owner: the number must be the operator's and, where the method requires it, proven by a code. */
async function refuseWrongPayer(
  { proofs, lines, db, clock, rateLimiter }: Deps,
  info: ConnectorInfo,
  request: PayRequest & { visit: Visit; state: PaymentState },
): Promise<void> {
  const { transactionId, payer, proof, caller, visit, state } = request
  if (!payer) throw new Problem('payer-number-invalid')
  // Numbers of another company's customers are not looked up at the operator.
  if (!hasOtherPayers(info.paymentMode) && (await lines.lineTypeUnmetered(payer)) === 'INVALID') throw new Problem('payer-number-invalid')
  if (info.payerProof === 'code') {
    if (!(await proofs.isProven({ orderId: transactionId, msisdn: payer, proof }))) throw new Problem('payer-not-proven')
    return
  }
  // A request already waiting is shown again and counts for no limit.
  const isWaiting = state.attempts.some(
    (attempt) => attempt.connector === info.id && attempt.payer.msisdn === payer && isOpen(attempt.state),
  )
  if (!isWaiting) await refuseTooManyPushes({ db, clock, rateLimiter }, { msisdn: payer, visitId: visit.id, caller, state })
}
