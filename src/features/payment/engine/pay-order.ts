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
  /** The address of ours at which the payer began. */
  returnTo?: string | null
}

/** Begins to pay: the attempt is written down, then the provider is called, then its answer is written down. */
export async function payOrder(ports: PaymentPorts, orderId: string, method: PayMethod): Promise<Beginning | null> {
  const { store, now, ids } = ports
  const connector = ports.connector(method.connector)
  const { payer, quote, description, language } = method
  const wish = { connector: connector.info, payer, quote, repeatOf: (id: ConnectorInfo['id']) => repeatOf(ports, id) }
  const begun = await store.change(orderId, (state) => {
    const { beginning, ...change } = beginAttempt(state, wish, { now: now(), ids })
    return { ...change, result: beginning }
  })
  if (begun?.kind === 'resumed') return { kind: 'resumed', attempt: await started(ports, orderId, begun.attempt) }
  if (begun?.kind !== 'begun') return begun
  const { attempt } = begun
  const order = { ref: attempt.ref, correlationId: attempt.correlationId, amount: attempt.asked, payer, description, language }
  const outcome = await connector
    .start(ports.contextFor(attempt, 'short', method.returnTo), order)
    .catch((error: unknown): StartOutcome => noAnswer(error))
  const writeDown = (what: StartOutcome) =>
    store.change(orderId, (state) => {
      const change = applyStart(state, attempt.id, what, { now: now(), ids, ladder: connector.info.queryLadderSeconds })
      return { ...change, result: change.state.attempts.find((each) => each.id === attempt.id) }
    })
  // An answer that cannot be written down, such as one that names another payment, is as good as none.
  const written = await writeDown(outcome).catch((error: unknown) => {
    ports.onTrouble({ kind: 'order', id: orderId }, error)
    return writeDown({ kind: 'no-answer', mayHaveArrived: true })
  })
  return { kind: 'begun', attempt: written ?? attempt }
}

const START_LOOKS_MS = [100, 200, 400, 800, 1500, 2000, 3000, 3000, 4000]

/** I16: whoever asks for a method whose start is on its way waits for that one's answer instead of beginning another. */
async function started({ store, pause }: PaymentPorts, orderId: string, attempt: Attempt): Promise<Attempt> {
  let latest = attempt
  for (const milliseconds of START_LOOKS_MS) {
    if (latest.state !== 'CREATED' || latest.action) return latest
    await pause(milliseconds)
    latest = (await store.read(orderId))?.attempts.find((each) => each.id === attempt.id) ?? latest
  }
  return latest
}

/** Whatever went wrong while the provider was called, it may have heard us, unless it is certain that it did not. */
function noAnswer(error: unknown): StartOutcome {
  return { kind: 'no-answer', mayHaveArrived: !(error instanceof ProviderUnavailable) || error.mayHaveArrived }
}

/** Of a way of paying that is no longer connected the worst is assumed. */
function repeatOf(ports: PaymentPorts, id: ConnectorInfo['id']): ConnectorInfo['repeat'] {
  return ports.isConnected(id) ? ports.connector(id).info.repeat : 'second-payment'
}
