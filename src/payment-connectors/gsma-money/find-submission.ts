import { doubtful, isOurs, jsonAt } from '../answer-fields.ts'
import type { ConnectorContext, Observation } from '../payment-connector.ts'
import { unreadable, type ProviderResponse } from '../provider-http.ts'
import { providerMessage } from '../provider-message.ts'
import { isUnknownResource, saidBy } from './gsma-money-error.messages.ts'
import { errorIn, type WalletCalls } from './gsma-money-calls.ts'
import {
  completedReference,
  GSMA_ANSWERS,
  observeState,
  readLink,
  readRequestState,
  readTransaction,
  type RequestState,
  type Transaction,
} from './gsma-money.messages.ts'

/** The wallet's state of one submission of ours. */
export type Found =
  /** `asked`: the id that was queried; null where it came as the response to a submission. */
  | { kind: 'transaction'; transaction: Transaction; asked: string | null }
  | { kind: 'state'; seen: Observation }
  | { kind: 'unknown'; provider: ReturnType<typeof saidBy> }

/** Polls a submission by its id on the wire, even when its response was lost. */
export async function findSubmission(calls: WalletCalls, context: ConnectorContext, correlationId: string): Promise<Found> {
  const answer = await calls.get(context, `/responses/${encodeURIComponent(correlationId)}`)
  if (answer.status !== 200) return unknownOr(answer)
  const link = readLink(answer)
  if (!link) throw unreadable(answer)
  return link.resource === 'transactions' ? findTransaction(calls, context, link.id) : findState(calls, context, link.id, null)
}

/** By the wallet's own id; with the submission's id, where it is known. */
export async function findState(
  calls: WalletCalls,
  context: ConnectorContext,
  serverCorrelationId: string,
  submission: string | null,
): Promise<Found> {
  const answer = await calls.get(context, `/requeststates/${encodeURIComponent(serverCorrelationId)}`)
  if (answer.status !== 200) return unknownOr(answer)
  const state = readRequestState(answer)
  if (!state) throw unreadable(answer)
  if (!isStateOf(state, serverCorrelationId)) return aboutOther(answer, state)
  return followState(calls, context, state, submission)
}

/** A completed request need not name its transaction: then the submission's id leads to it. */
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

/** The wallet has just named this transaction: a "not found" for it is no usable answer. */
async function findTransaction(calls: WalletCalls, context: ConnectorContext, reference: string): Promise<Found> {
  const answer = await calls.get(context, `/transactions/${encodeURIComponent(reference)}`)
  const transaction = answer.status === 200 ? readTransaction(answer) : null
  if (!transaction) throw unreadable(answer)
  return { kind: 'transaction', transaction, asked: reference }
}

function isStateOf(state: RequestState, serverCorrelationId: string): boolean {
  const asked = { reference: '', transaction: serverCorrelationId, merchant: null, kinds: [], amount: null }
  return isOurs(GSMA_ANSWERS.requestState, { valueAt: jsonAt(state), money: () => null }, asked)
}

/** I19: the state of another payment's request is no answer; if that request is completed, the attempt is in doubt. */
function aboutOther(answer: ProviderResponse, state: RequestState): Found {
  if (completedReference(state) === null) throw unreadable(answer)
  return { kind: 'state', seen: doubtful(providerMessage(state.status, ''), { tells: 'transaction', how: 'different' }) }
}

function unknownOr(answer: ProviderResponse): Found {
  const error = errorIn(answer)
  if (answer.status === 404 && isUnknownResource(error)) return { kind: 'unknown', provider: saidBy(error) }
  throw unreadable(answer)
}
