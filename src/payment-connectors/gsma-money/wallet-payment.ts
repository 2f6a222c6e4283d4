import { unknownToProvider } from '../card-gateway.ts'
import type { AttemptRef, ConnectorContext, Observation, ProviderSaid } from '../payment-connector.ts'
import { checkedFor, findState, findSubmission, followState, type Found } from './find-submission.ts'
import { errorIn, type WalletAccess, type WalletCalls } from './gsma-money-calls.ts'
import { isDuplicate, observeError } from './gsma-money-error.messages.ts'
import { observeReversal, observeTransaction, readRequestState, readTransaction, reversalRequest } from './gsma-money.messages.ts'
import { pinSubmissionId, refundSubmissionId } from './submission-names.ts'
import { unreadable, type ProviderAnswer } from '../provider-http.ts'

/** What can be found out about a payment, and how it is given back: the same for a push and for a PIN. */

export type Wallet = { access: WalletAccess; calls: WalletCalls }

/** More PINs than any wallet takes: so many submissions are looked at. */
const MOST_SUBMISSIONS = 10

/** A push is one submission, known by the wallet's own id or, when its answer was lost, by ours. */
export async function findPush({ calls }: Wallet, context: ConnectorContext, attempt: AttemptRef): Promise<Found> {
  return attempt.providerRef
    ? findState(calls, context, attempt.providerRef, attempt.correlationId)
    : findSubmission(calls, context, attempt.correlationId)
}

/**
 * Every PIN was a submission of its own, and the answer to any of them may have been lost. One that led to money decides; one that is still open
 * keeps the payment open; else the newest speaks.
 */
export async function findPinPayment({ calls }: Wallet, context: ConnectorContext, attempt: AttemptRef): Promise<Found> {
  const oldest = Math.max(1, attempt.secretsSent - MOST_SUBMISSIONS + 1)
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
  if (found.kind === 'state') return found.seen
  return observeTransaction(checkedFor(attempt, found.transaction, wallet.access.provider))
}

/** What the wallet answered to a submission: the transaction itself, or a state that may lead to one. */
export async function readSubmitted(wallet: Wallet, context: ConnectorContext, answer: ProviderAnswer, submission: string): Promise<Found> {
  const transaction = answer.status === 201 ? readTransaction(answer) : null
  if (transaction) return { kind: 'transaction', transaction }
  const state = answer.status === 202 ? readRequestState(answer) : null
  if (!state) throw unreadable(answer)
  return followState(wallet.calls, context, state, submission)
}

type Refund = { ref: string; amount: AttemptRef['amount']; reason: string }

/** A reversal of the whole. Its name follows from our reference, so a second one under it is refused and the first one found. */
export async function reverse(
  wallet: Wallet,
  context: ConnectorContext,
  { attempt, payment, refund }: { attempt: AttemptRef; payment: Found; refund: Refund },
): Promise<Observation> {
  if (payment.kind !== 'transaction') return { state: 'unrecognised', provider: NO_TRANSACTION }
  const { transactionReference } = checkedFor(attempt, payment.transaction, wallet.access.provider)
  if (observeTransaction(payment.transaction).state === 'refunded') return observeTransaction(payment.transaction)

  const submission = refundSubmissionId(attempt.correlationId, refund.ref)
  const answer = await wallet.calls.post(context, `/transactions/${encodeURIComponent(transactionReference)}/reversals`, {
    body: reversalRequest(refund.amount, refund),
    correlationId: submission,
    notifyUrl: context.urls.notify,
  })
  if (answer.status < 400) return observeRefund(await readSubmitted(wallet, context, answer, submission), attempt)
  const error = errorIn(answer)
  if (!isDuplicate(error)) return refusedRefund(observeError(error))
  return observeRefund(await findRefund(wallet, context, attempt, refund.ref), attempt)
}

export async function findRefund({ calls }: Wallet, context: ConnectorContext, attempt: AttemptRef, refundRef: string): Promise<Found> {
  return findSubmission(calls, context, refundSubmissionId(attempt.correlationId, refundRef))
}

export function observeRefund(found: Found, { amount }: AttemptRef): Observation {
  if (found.kind === 'unknown') return { state: 'unrecognised', provider: found.provider }
  if (found.kind === 'transaction') return observeReversal(found.transaction, amount)
  const { seen } = found
  if (seen.state === 'pending') return { state: 'refunding', provider: seen.provider ?? NO_TRANSACTION }
  return refusedRefund(seen)
}

/** Words about a payer mean nothing here: the reversal was refused, and that is all. */
function refusedRefund(seen: Observation): Observation {
  const provider: ProviderSaid = seen.provider ?? NO_TRANSACTION
  return seen.state === 'unrecognised' ? seen : { state: 'declined', final: true, reason: 'provider', provider }
}

const NO_TRANSACTION: ProviderSaid = { code: 'no-transaction', text: 'the wallet names no transaction of this payment' }
