import { ProviderUnavailable, type AttemptRef, type ConnectorContext, type Observation } from '../payment-connector.ts'
import { unreadable, type ProviderAnswer } from '../provider-http.ts'
import { isUnknownResource, saidBy } from './gsma-money-error.messages.ts'
import { errorIn, type WalletCalls } from './gsma-money-calls.ts'
import {
  completedReference,
  observeState,
  readLink,
  readRequestState,
  readTransaction,
  type RequestState,
  type Transaction,
} from './gsma-money.messages.ts'

/** What the wallet knows of one submission of ours. */
export type Found =
  | { kind: 'transaction'; transaction: Transaction }
  | { kind: 'state'; seen: Observation }
  | { kind: 'unknown'; provider: ReturnType<typeof saidBy> }

/** Follows a submission by its name on the wire, even when its answer was lost. */
export async function findSubmission(calls: WalletCalls, context: ConnectorContext, correlationId: string): Promise<Found> {
  const answer = await calls.get(context, `/responses/${encodeURIComponent(correlationId)}`)
  if (answer.status !== 200) return unknownOr(answer)
  const link = readLink(answer)
  if (!link) throw unreadable(answer)
  return link.resource === 'transactions' ? findTransaction(calls, context, link.id) : findState(calls, context, link.id, null)
}

/** By the wallet's own id; with the name of the submission, where it is known. */
export async function findState(
  calls: WalletCalls,
  context: ConnectorContext,
  serverCorrelationId: string,
  submission: string | null,
): Promise<Found> {
  const answer = await calls.get(context, `/requeststates/${encodeURIComponent(serverCorrelationId)}`)
  if (answer.status !== 200) return unknownOr(answer)
  const state = readRequestState(answer)
  if (state?.serverCorrelationId !== serverCorrelationId) throw unreadable(answer)
  return followState(calls, context, state, submission)
}

/** A completed request need not name its transaction: then the name of the submission leads to it. */
export async function followState(
  calls: WalletCalls,
  context: ConnectorContext,
  state: RequestState,
  submission: string | null,
): Promise<Found> {
  const reference = completedReference(state)
  if (reference) return findTransaction(calls, context, reference)
  const found = reference === '' && submission !== null ? await findSubmission(calls, context, submission) : null
  return found?.kind === 'transaction' ? found : { kind: 'state', seen: observeState(state) }
}

/** The wallet has just named this transaction: that it does not know it would be no answer. */
async function findTransaction(calls: WalletCalls, context: ConnectorContext, reference: string): Promise<Found> {
  const answer = await calls.get(context, `/transactions/${encodeURIComponent(reference)}`)
  const transaction = answer.status === 200 ? readTransaction(answer) : null
  if (transaction?.transactionReference !== reference) throw unreadable(answer)
  return { kind: 'transaction', transaction }
}

/** An answer about somebody else's payment is no answer. */
export function checkedFor(attempt: Pick<AttemptRef, 'ref'>, transaction: Transaction, provider: string): Transaction {
  const { requestingOrganisationTransactionReference: named } = transaction
  if (named !== undefined && named !== attempt.ref) throw new ProviderUnavailable(`${provider} answered about another payment`, true)
  return transaction
}

function unknownOr(answer: ProviderAnswer): Found {
  const error = errorIn(answer)
  if (answer.status === 404 && isUnknownResource(error)) return { kind: 'unknown', provider: saidBy(error) }
  throw unreadable(answer)
}
