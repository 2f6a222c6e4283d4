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
import { providerMessage } from '../provider-message.ts'
import { followState, type Found } from './find-submission.ts'
import { errorIn, createWalletCalls, type WalletAccess } from './gsma-money-calls.ts'
import { isDuplicate, isUnknownResource, observeError, reasonOf, saidBy } from './gsma-money-error.messages.ts'
import {
  credentialOf,
  expiryOf,
  GSMA_WIRE,
  isAvailable,
  keyRequest,
  paymentRequest,
  parseGsmaWebhook,
  readKey,
  readRequestState,
  readTransaction,
  RECEIVED,
} from './gsma-money.messages.ts'
import { pinSubmissionId } from './submission-names.ts'
import { findPinPayment, findPush, findRefund, observeFound, observeRefund, readSubmitted, reverse, type Wallet } from './wallet-payment.ts'
import { CONNECTORS, factsOf } from '#shared/connector-table.ts'
import { OPERATOR } from '#operator-record'

export type WalletOptions = Omit<WalletAccess, 'provider'>

const MERCHANT_PAY = '/transactions/type/merchantpay'
const PIN_DIGITS = 4
/** A prompt on the phone waits two minutes, unless the wallet says otherwise. */
const PROMPT_LIFE_MS = 120_000

/** A payer looks at the phone within seconds or not at all. */
const QUERY_LADDER_SECONDS = [10, 10, 10, 15, 30, 60, 300] as const

const COMMON = {
  // A payer's wallet holds an account in each currency that the operator takes.
  currencies: OPERATOR.money.payIn,
  wireExponent: GSMA_WIRE.wireExponent,
  pollScheduleSeconds: QUERY_LADDER_SECONDS,
} as const

/** The operator's wallet: the payer approves on the phone. */
export function moneyPushConnector(options: WalletOptions): PaymentConnector {
  const info: ConnectorInfo = { ...COMMON, ...factsOf('money-push'), promptSeconds: PROMPT_LIFE_MS / 1000 }
  const wallet = createWallet('money-push', options)
  return {
    ...walletConnector(wallet, info, async (context, attempt) => findPush(wallet, context, attempt)),
    start: (context, order) => startPush(wallet, info, context, order),
    async query(context, attempt) {
      // On the phone the wallet itself offers further tries: its end is final.
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

function createWallet(id: WalletId, options: WalletOptions): Wallet {
  const access = { ...options, provider: CONNECTORS[id].settings }
  return { access, calls: createWalletCalls(access) }
}

function pinConnector(id: WalletId, options: WalletOptions): PaymentConnector {
  const wallet = createWallet(id, options)
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
      // An encrypted PIN that cannot be decrypted belongs to an expired key: the payer starts again.
      return seen.state === 'declined' && seen.reason === 'config' ? { ...seen, reason: 'expired' } : seen
    },
    async query(context, attempt) {
      if (attempt.secretsSent === 0) return unansweredPin(attempt, context.now())
      return observeFound(wallet, await findPinPayment(wallet, context, attempt), attempt, context.now())
    },
  }
}

/** No PIN was sent for it, so nothing can have been paid; once the time to type one is over, the attempt ends. */
function unansweredPin({ createdAt }: AttemptRef, now: Date): Observation {
  const isOver = now.getTime() - createdAt.getTime() > PIN_ENTRY_MS
  return isOver ? { state: 'expired', provider: providerMessage('no-pin', 'no PIN was entered') } : { state: 'pending' }
}

const PIN_ENTRY_MS = 15 * 60_000

const NOT_SEALED = providerMessage('not-sealed', 'this is no sealed PIN: nothing was sent')

type FindPayment = (context: ConnectorContext, attempt: Parameters<NonNullable<PaymentConnector['query']>>[1]) => Promise<Found>

/** What is the same for both ways of approval. */
function walletConnector(wallet: Wallet, info: ConnectorInfo, find: FindPayment): Omit<PaymentConnector, 'start'> {
  return {
    info,
    parseWebhook: (request) => parseGsmaWebhook(request, wallet.access.merchant, wallet.access.statusWords ?? {}),
    acknowledge: () => RECEIVED,
    async refund(context, attempt, refund) {
      return reverse(wallet, context, { attempt, payment: await find(context, attempt), refund })
    },
    async queryRefund(context, attempt, refundRef) {
      const found = await findRefund(wallet, context, attempt, refundRef)
      if (found.kind === 'unknown') return { state: 'absent' }
      return observeRefund(wallet, found, attempt, attempt.providerTxnId ?? null)
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
    readsErrors: true,
    body: paymentRequest(order, { merchant: access.merchant, description: order.description }),
    correlationId: order.correlationId,
    notifyUrl: context.urls.notify,
  })
  if (answer.status >= 400) {
    const error = errorIn(answer)
    // The wallet has our id already: a payment may exist.
    if (isDuplicate(error)) throw new ProviderUnavailable(`${access.provider} knows this payment already`, true)
    // No PIN was typed yet: the wrong credentials are ours.
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

/** A request that is final in its response. When the details are missing, it is queried like any other. */
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
    // 404 is the standard's response for a path that a wallet does not have: it says nothing about the payer.
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
