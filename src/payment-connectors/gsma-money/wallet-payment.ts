import { unknownToProvider } from '../card-gateway.ts'
import {
  ProviderUnavailable,
  type AttemptRef,
  type ConnectorContext,
  type Observation,
  type ProviderMessage,
} from '../payment-connector.ts'
import { findState, findSubmission, followState, type Found } from './find-submission.ts'
import { errorIn, type WalletAccess, type WalletCalls } from './gsma-money-calls.ts'
import { isDuplicate, observeError } from './gsma-money-error.messages.ts'
import {
  GSMA_ANSWERS,
  observeReversal,
  observeTransaction,
  readRequestState,
  readTransaction,
  reversalRequest,
} from './gsma-money.messages.ts'
import type { StatusWords } from './status-words.ts'
import { pinSubmissionId, refundSubmissionId } from './submission-names.ts'
import { unreadable, type ProviderResponse } from '../provider-http.ts'

/** Queries and reversals of a payment: the same for a push and for a PIN. */

export type Wallet = { access: WalletAccess; calls: WalletCalls }

const wordsOf = ({ statusWords }: WalletAccess): StatusWords => statusWords ?? {}

/** More PINs than any wallet accepts: the maximum of submissions that are queried. */
const MAX_SUBMISSIONS = 10

/** A push is one submission, known by the wallet's own id or, when its answer was lost, by ours. */
export async function findPush({ calls }: Wallet, context: ConnectorContext, attempt: AttemptRef): Promise<Found> {
  return attempt.providerRef
    ? findState(calls, context, attempt.providerRef, attempt.correlationId)
    : findSubmission(calls, context, attempt.correlationId)
}

/**
 * Every PIN was a separate submission, and the response to any of them may have been lost. A paid one decides; an open one keeps the
 * payment open; else the newest counts.
 */
export async function findPinPayment({ calls }: Wallet, context: ConnectorContext, attempt: AttemptRef): Promise<Found> {
  const oldest = Math.max(1, attempt.secretsSent - MAX_SUBMISSIONS + 1)
  let newest: Found | null = null
  let open: Found | null = null
  for (let count = attempt.secretsSent; count >= oldest; count -= 1) {
    const found = await findSubmission(calls, context, pinSubmissionId(attempt.correlationId, count))
    if (found.kind === 'transaction') return found
    newest ??= found
    if (found.kind === 'state' && (found.seen.state === 'pending' || found.seen.state === 'unrecognised')) open ??= found
  }
  return open ?? newest ?? { kind: 'state', seen: { state: 'pending' } }
}

export function observeFound(wallet: Wallet, found: Found, attempt: AttemptRef, now: Date): Observation {
  if (found.kind === 'unknown') return unknownToProvider(attempt, now, found.provider)
  const seen = found.kind === 'state' ? found.seen : observePayment(wallet, found, attempt)
  return isYoung(attempt, now) ? withoutReview(seen) : seen
}

/** A word in no table may be one of its first moments; after these minutes a person has to look. */
const UNKNOWN_WORD_MS = 2 * 60_000

const isYoung = ({ createdAt }: AttemptRef, now: Date) => now.getTime() - createdAt.getTime() < UNKNOWN_WORD_MS

function withoutReview(seen: Observation): Observation {
  if (seen.state !== 'unrecognised') return seen
  const { needsReview: _later, ...now } = seen
  return now
}

type FoundTransaction = Extract<Found, { kind: 'transaction' }>

function observePayment({ access }: Wallet, { transaction, asked }: FoundTransaction, { ref, amount }: AttemptRef): Observation {
  const about = { reference: ref, transaction: asked, merchant: access.merchant, amount, words: wordsOf(access) }
  const seen = observeTransaction(transaction, about, asked === null ? GSMA_ANSWERS.createdTransaction : GSMA_ANSWERS.transaction)
  if (!seen) throw new ProviderUnavailable(`${access.provider} answered about another payment`, true)
  return seen
}

/** The wallet's response to a submission: the transaction itself, or a state that may lead to one. */
export async function readSubmitted(
  wallet: Wallet,
  context: ConnectorContext,
  answer: ProviderResponse,
  submission: string,
): Promise<Found> {
  const transaction = answer.status === 201 ? readTransaction(answer) : null
  if (transaction) return { kind: 'transaction', transaction, asked: null }
  const state = answer.status === 202 ? readRequestState(answer) : null
  if (!state) throw unreadable(answer)
  return followState(wallet.calls, context, state, submission)
}

type Refund = { ref: string; amount: AttemptRef['amount']; reason: string }

/** A reversal of the whole. Its id is derived from our reference, so a second one under it is refused and the first one found. */
export async function reverse(
  wallet: Wallet,
  context: ConnectorContext,
  { attempt, payment, refund }: { attempt: AttemptRef; payment: Found; refund: Refund },
): Promise<Observation> {
  if (payment.kind !== 'transaction') return { state: 'unrecognised', provider: NO_TRANSACTION }
  const before = observePayment(wallet, payment, attempt)
  if (before.state !== 'paid') return before.state === 'refunded' ? before : { state: 'unrecognised', provider: NO_TRANSACTION }
  const transactionReference = before.providerTxnId

  const submission = refundSubmissionId(attempt.correlationId, refund.ref)
  const answer = await wallet.calls.post(context, `/transactions/${encodeURIComponent(transactionReference)}/reversals`, {
    body: reversalRequest(refund.amount, refund),
    correlationId: submission,
    notifyUrl: context.urls.notify,
  })
  if (answer.status < 400)
    return observeRefund(wallet, await readSubmitted(wallet, context, answer, submission), attempt, transactionReference)
  const error = errorIn(answer)
  if (!isDuplicate(error)) return refusedRefund(observeError(error))
  return observeRefund(wallet, await findRefund(wallet, context, attempt, refund.ref), attempt, transactionReference)
}

export async function findRefund({ calls }: Wallet, context: ConnectorContext, attempt: AttemptRef, refundRef: string): Promise<Found> {
  return findSubmission(calls, context, refundSubmissionId(attempt.correlationId, refundRef))
}

/** `transactionReference`: the wallet's id of our payment, which a reversal has to name; null where it was never received. */
export function observeRefund(
  { access }: Wallet,
  found: Found,
  { ref, amount }: AttemptRef,
  transactionReference: string | null,
): Observation {
  if (found.kind === 'unknown') return { state: 'unrecognised', provider: found.provider }
  if (found.kind === 'transaction')
    return observeReversal(found.transaction, {
      reference: ref,
      transaction: transactionReference,
      merchant: null,
      amount,
      words: wordsOf(access),
    })
  const { seen } = found
  if (seen.state === 'pending') return { state: 'refunding', provider: seen.provider ?? NO_TRANSACTION }
  return refusedRefund(seen)
}

/** Errors about a payer mean nothing here: the reversal was refused. */
function refusedRefund(seen: Observation): Observation {
  const provider: ProviderMessage = seen.provider ?? NO_TRANSACTION
  return seen.state === 'unrecognised' ? seen : { state: 'declined', final: true, reason: 'provider', provider }
}

const NO_TRANSACTION: ProviderMessage = { code: 'no-transaction', text: 'the wallet names no transaction of this payment' }
