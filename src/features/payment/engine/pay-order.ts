import { ProviderUnavailable, type ConnectorInfo } from '#payment-connectors/payment-connector.ts'
import { applyStart, beginAttempt, type Beginning, type StartOutcome } from './begin-attempt.ts'
import type { PaymentPorts } from './payment-ports.ts'
import type { Attempt, Quote } from './records.ts'

export type PayMethod = {
  connector: ConnectorInfo['id']
  payer: Attempt['payer']
  /** The price in the currency the payer chose; null where the price itself is paid. */
  quote: Quote | null
  description: string
  language: 'fr' | 'en'
}

/** Begins to pay: the attempt is written down, then the provider is called, then its answer is written down. */
export async function payOrder(ports: PaymentPorts, orderId: string, method: PayMethod): Promise<Beginning | null> {
  const { store, now, ids } = ports
  const connector = ports.connector(method.connector)
  const { payer, quote, description, language } = method
  const wish = { connector: connector.info, payer, quote, repeatOf: (id: ConnectorInfo['id']) => ports.connector(id).info.repeat }
  const begun = await store.change(orderId, (state) => {
    const { beginning, ...change } = beginAttempt(state, wish, { now: now(), ids })
    return { ...change, result: beginning }
  })
  if (begun?.kind !== 'begun') return begun
  const { attempt } = begun
  const order = { ref: attempt.ref, correlationId: attempt.correlationId, amount: attempt.asked, payer, description, language }
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
