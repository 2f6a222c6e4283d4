import { internationalNumber, refuseBeforeCalling } from '../card-gateway.ts'
import {
  type AttemptRef,
  ProviderUnavailable,
  type ConnectorContext,
  type ConnectorInfo,
  type Observation,
  type PaymentConnector,
  type PaymentOrder,
  type StartResult,
} from '../payment-connector.ts'
import { unreadable } from '../provider-http.ts'
import { said } from '../provider-words.ts'
import { followState, type Found } from './find-submission.ts'
import { errorIn, openWalletCalls, type WalletAccess } from './gsma-money-calls.ts'
import { isDuplicate, isUnknownResource, observeError, reasonOf, saidBy } from './gsma-money-error.messages.ts'
import {
  credentialOf,
  expiryOf,
  GSMA_WIRE,
  isAvailable,
  keyRequest,
  paymentRequest,
  readGsmaNotice,
  readKey,
  readRequestState,
  readTransaction,
  RECEIVED,
} from './gsma-money.messages.ts'
import { pinSubmissionId } from './submission-names.ts'
import { findPinPayment, findPush, findRefund, observeFound, observeRefund, readSubmitted, reverse, type Wallet } from './wallet-payment.ts'
import { CONNECTORS, factsOf } from '#shared/connector-table.ts'

export type WalletOptions = Omit<WalletAccess, 'provider'>

const MERCHANT_PAY = '/transactions/type/merchantpay'
const PIN_DIGITS = 4
/** A payer who is asked on the phone is asked for two minutes, if the wallet does not say otherwise. */
const PROMPT_LIFE_MS = 120_000

/** A person looks at the phone within seconds or not at all. */
const QUERY_LADDER_SECONDS = [10, 10, 10, 15, 30, 60, 300] as const

const COMMON = {
  currencies: ['XOF'],
  wireExponent: GSMA_WIRE.wireExponent,
  queryLadderSeconds: QUERY_LADDER_SECONDS,
} as const

/** The operator's wallet: the payer approves on the phone. */
export function moneyPushConnector(options: WalletOptions): PaymentConnector {
  const info: ConnectorInfo = { ...COMMON, ...factsOf('money-push') }
  const wallet = openWallet('money-push', options)
  return {
    ...walletConnector(wallet, info, async (context, attempt) => findPush(wallet, context, attempt)),
    start: (context, order) => startPush(wallet, info, context, order),
    async query(context, attempt) {
      // On the phone the wallet itself offers further tries: what it calls the end is the end.
      return asEnd(observeFound(wallet, await findPush(wallet, context, attempt), attempt, context.now()))
    },
  }
}

/** The operator's wallet: the payer types the PIN here. */
export function moneyPinConnector(options: WalletOptions): PaymentConnector {
  return pinConnector('money-pin', options)
}

export function smartcashConnector(options: WalletOptions): PaymentConnector {
  return pinConnector('smartcash', options)
}

type WalletId = 'money-push' | 'money-pin' | 'smartcash'

function openWallet(id: WalletId, options: WalletOptions): Wallet {
  const access = { ...options, provider: CONNECTORS[id].settings }
  return { access, calls: openWalletCalls(access) }
}

function pinConnector(id: WalletId, options: WalletOptions): PaymentConnector {
  const wallet = openWallet(id, options)
  const { access, calls } = wallet
  const info: ConnectorInfo = { ...COMMON, ...factsOf(id) }
  return {
    ...walletConnector(wallet, info, async (context, attempt) => findPinPayment(wallet, context, attempt)),
    start: (context, order) => startPin(wallet, info, context, order),
    async submitSecret(context, attempt, secret) {
      const credential = credentialOf(secret)
      if (!credential) return { state: 'declined', final: false, reason: 'other', provider: NOT_SEALED }
      const submission = pinSubmissionId(attempt.correlationId, attempt.secretsSent)
      const answer = await calls.post(context, MERCHANT_PAY, {
        body: paymentRequest(attempt, { merchant: access.merchant, description: attempt.ref }),
        correlationId: submission,
        notifyUrl: context.urls.notify,
        credential,
      })
      if (answer.status < 400) return observeFound(wallet, await readSubmitted(wallet, context, answer, submission), attempt, context.now())
      const error = errorIn(answer)
      if (isDuplicate(error)) throw new ProviderUnavailable(`${access.provider} knows this submission already`, true)
      const seen = observeError(error)
      // A sealed PIN that cannot be opened was sealed to a key that is over: the payer begins anew.
      return seen.state === 'declined' && seen.reason === 'config' ? { ...seen, reason: 'expired' } : seen
    },
    async query(context, attempt) {
      if (attempt.secretsSent === 0) return unansweredPin(attempt, context.now())
      return observeFound(wallet, await findPinPayment(wallet, context, attempt), attempt, context.now())
    },
  }
}

/** No PIN ever left for it, so nothing can have been paid; once nobody can be typing any more, the waiting is over. */
function unansweredPin({ createdAt }: AttemptRef, now: Date): Observation {
  const isOver = now.getTime() - createdAt.getTime() > PIN_ENTRY_MS
  return isOver ? { state: 'expired', provider: said('no-pin', 'no PIN was entered') } : { state: 'pending' }
}

const PIN_ENTRY_MS = 15 * 60_000

const NOT_SEALED = said('not-sealed', 'this is no sealed PIN: nothing was sent')

type FindPayment = (context: ConnectorContext, attempt: Parameters<NonNullable<PaymentConnector['query']>>[1]) => Promise<Found>

/** What does not depend on how the payer agrees. */
function walletConnector(wallet: Wallet, info: ConnectorInfo, find: FindPayment): Omit<PaymentConnector, 'start'> {
  return {
    info,
    readNotice: readGsmaNotice,
    acknowledge: () => RECEIVED,
    async refund(context, attempt, refund) {
      return reverse(wallet, context, { attempt, payment: await find(context, attempt), refund })
    },
    async queryRefund(context, attempt, refundRef) {
      const found = await findRefund(wallet, context, attempt, refundRef)
      return found.kind === 'unknown' ? { state: 'absent' } : observeRefund(found, attempt)
    },
    async isUp(context) {
      return wallet.calls.get(context, '/heartbeat').then(isAvailable, () => false)
    },
  }
}

function refuseWithoutPayer(order: PaymentOrder, info: ConnectorInfo): StartResult | null {
  const refusal = refuseBeforeCalling(order, info)
  if (refusal || internationalNumber(order.payer.msisdn)) return refusal
  return { kind: 'not-attempted', reason: 'payer_unknown', note: `${info.id} needs the payer's number` }
}

async function startPush(wallet: Wallet, info: ConnectorInfo, context: ConnectorContext, order: PaymentOrder): Promise<StartResult> {
  const refusal = refuseWithoutPayer(order, info)
  if (refusal) return refusal
  const { access, calls } = wallet
  const answer = await calls.post(context, MERCHANT_PAY, {
    body: paymentRequest(order, { merchant: access.merchant, description: order.description }),
    correlationId: order.correlationId,
    notifyUrl: context.urls.notify,
  })
  if (answer.status >= 400) {
    const error = errorIn(answer)
    // It has our name already: a payment may well exist.
    if (isDuplicate(error)) throw new ProviderUnavailable(`${access.provider} knows this payment already`, true)
    // Nobody has typed a PIN yet: whose credentials are wrong are ours.
    const reason = reasonOf(error) === 'wrong_pin' ? 'config' : reasonOf(error)
    return { kind: 'rejected', reason, provider: saidBy(error) }
  }
  const attempt = { ...order, providerRef: null, secretsSent: 0, createdAt: context.now() }
  if (answer.status === 201 && readTransaction(answer))
    return {
      kind: 'settled',
      providerRef: null,
      seen: observeFound(wallet, await readSubmitted(wallet, context, answer, order.correlationId), attempt, context.now()),
    }
  const state = answer.status === 202 ? readRequestState(answer) : null
  if (!state) throw unreadable(answer)
  const { serverCorrelationId: providerRef, status } = state
  if (status.toLowerCase() !== 'pending') {
    const seen = await settledStart(wallet, context, { state, attempt })
    if (seen) return { kind: 'settled', providerRef, seen }
  }
  return { kind: 'accepted', providerRef, action: { type: 'approve-on-phone', until: expiryOf(state, context.now(), PROMPT_LIFE_MS) } }
}

/** A request that is over already when it is answered. When the details do not come, it is asked about like any other. */
async function settledStart(
  wallet: Wallet,
  context: ConnectorContext,
  { state, attempt }: { state: Parameters<typeof followState>[2]; attempt: Parameters<typeof observeFound>[2] },
): Promise<Observation | null> {
  try {
    const seen = asEnd(observeFound(wallet, await followState(wallet.calls, context, state, attempt.correlationId), attempt, context.now()))
    return seen.state === 'unrecognised' ? null : seen
  } catch (error) {
    if (error instanceof ProviderUnavailable) return null
    throw error
  }
}

async function startPin(wallet: Wallet, info: ConnectorInfo, context: ConnectorContext, order: PaymentOrder): Promise<StartResult> {
  const refusal = refuseWithoutPayer(order, info)
  if (refusal) return refusal
  const answer = await wallet.calls.post(context, '/keys', { body: keyRequest(order) })
  if (answer.status >= 400) {
    const error = errorIn(answer)
    // 404 is the standard's answer for an address that a wallet does not have: it says nothing about the payer.
    const isNoSuchCall = answer.status === 404 && isUnknownResource(error)
    return { kind: 'rejected', reason: isNoSuchCall ? 'config' : reasonOf(error), provider: saidBy(error) }
  }
  const issued = readKey(answer)
  if (!issued) throw unreadable(answer)
  return { kind: 'accepted', providerRef: null, action: { type: 'enter-pin', digits: PIN_DIGITS, ...issued } }
}

function asEnd(seen: Observation): Observation {
  return seen.state === 'declined' ? { ...seen, final: true } : seen
}
