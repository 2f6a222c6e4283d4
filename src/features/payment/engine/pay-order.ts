import { ProviderUnavailable, type ConnectorInfo } from '#payment-connectors/payment-connector.ts'
import { applyStart, beginAttempt, type Beginning, type StartOutcome } from './begin-attempt.ts'
import type { PaymentPorts } from './payment-ports.ts'
import type { Attempt } from './records.ts'

export type PayMethod = { connector: ConnectorInfo['id']; payer: Attempt['payer']; description: string; language: 'fr' | 'en' }

/** Begins to pay: the attempt is written down, then the provider is called, then its answer is written down. */
export async function payOrder(ports: PaymentPorts, orderId: string, method: PayMethod): Promise<Beginning | null> {
  const { store, now, ids } = ports
  const connector = ports.connector(method.connector)
  const wish = { connector: connector.info, payer: method.payer, repeatOf: (id: ConnectorInfo['id']) => ports.connector(id).info.repeat }
  const begun = await store.change(orderId, (state) => {
    const { beginning, ...change } = beginAttempt(state, wish, { now: now(), ids })
    return { ...change, result: { beginning, amount: state.order.amount } }
  })
  if (begun?.beginning.kind !== 'begun') return begun?.beginning ?? null
  const { attempt } = begun.beginning
  const { payer, description, language } = method
  const order = { ref: attempt.ref, correlationId: attempt.correlationId, amount: begun.amount, payer, description, language }
  const outcome = await connector.start(ports.contextFor(attempt, 'short'), order).catch((error: unknown): StartOutcome => noAnswer(error))
  const started = await store.change(orderId, (state) => {
    const change = applyStart(state, attempt.id, outcome, { now: now(), ids, ladder: connector.info.queryLadderSeconds })
    return { ...change, result: change.state.attempts.find((each) => each.id === attempt.id) }
  })
  return { kind: 'begun', attempt: started ?? attempt }
}

/** Whatever went wrong while the provider was called, it may have heard us, unless it is certain that it did not. */
function noAnswer(error: unknown): StartOutcome {
  return { kind: 'no-answer', mayHaveArrived: !(error instanceof ProviderUnavailable) || error.mayHaveArrived }
}
