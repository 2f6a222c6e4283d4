import type { Language } from '#shared/language.ts'
import type { ConnectorInfo } from '#payment-connectors/payment-connector.ts'
import { applyStart, beginAttempt, type StartDecision, ledgerCode, verdictOnFailedStart, type StartOutcome } from './begin-attempt.ts'
import type { PaymentPorts } from './payment-ports.ts'
import type { Attempt, Order, Quote } from './records.ts'
import { standingOf, type Standing } from './subjects.ts'

export type PayMethod = {
  connector: ConnectorInfo['id']
  payer: Attempt['payer']
  /** The price in the currency the payer chose; null when the price itself is paid. */
  quote: Quote | null
  description: string
  language: Language
  /** Our origin at which the payer began. */
  returnTo?: string | null
}

/** Begins to pay: stores the attempt, calls the provider, stores its response. */
export async function payOrder(ports: PaymentPorts, orderId: string, method: PayMethod): Promise<StartDecision | null> {
  const { store, now, ids } = ports
  const connector = ports.connector(method.connector)
  const { payer, quote, description, language } = method
  const request = { connector: connector.info, payer, quote, repeatOf: (id: ConnectorInfo['id']) => repeatOf(ports, id) }
  const begin = (standing: Standing | null) =>
    store.change(orderId, (state) => {
      const { beginning, ...change } = beginAttempt(state, { ...request, standing }, { now: now(), ids })
      return { ...change, result: beginning }
    })
  const first = await begin(null)
  const begun = first?.kind === 'subject-unread' ? await begin(await readStanding(ports, first.order)) : first
  if (begun?.kind === 'resumed') return { kind: 'resumed', attempt: await started(ports, orderId, begun.attempt) }
  if (begun?.kind === 'subject-unread') throw new Error('a subject that was read is not unread')
  if (begun?.kind !== 'begun') return begun
  const { attempt } = begun
  const order = { ref: attempt.ref, correlationId: attempt.correlationId, amount: attempt.asked, payer, description, language }
  let status: number | null = null
  const context = { ...ports.contextFor(attempt, 'short', method.returnTo), onAnswer: (heard: number) => (status = heard) }
  const outcome = await connector.start(context, order).then(
    (result): StartOutcome => ({
      ...result,
      ...(result.kind === 'rejected' && status !== null && { answered: ledgerCode(status, result.provider.code) }),
    }),
    (error: unknown) => verdictOnFailedStart(error, connector.info, now()),
  )
  const writeDown = (what: StartOutcome) =>
    store.change(orderId, (state) => {
      const change = applyStart(state, attempt.id, what, { now: now(), ids, ladder: connector.info.pollScheduleSeconds })
      return { ...change, result: change.state.attempts.find((each) => each.id === attempt.id) }
    })
  // A response that cannot be stored, such as one that names another payment, is treated as missing.
  const written = await writeDown(outcome).catch((error: unknown) => {
    ports.onFailure({ kind: 'order', id: orderId }, error)
    return writeDown({ kind: 'no-answer', mayHaveArrived: true, otherWaysFrom: null }).catch((worse: unknown) => {
      void writeLater(ports, () => writeDown(outcome))
      throw worse
    })
  })
  return { kind: 'begun', attempt: written ?? attempt }
}

const WRITE_AGAIN_MS = [1000, 2000, 4000, 8000, 15_000, 30_000]

/** F67: the database is down. The response may hold the only reference that the provider knows: it is cached in memory for a minute. */
async function writeLater({ pause }: PaymentPorts, write: () => Promise<unknown>): Promise<void> {
  for (const milliseconds of WRITE_AGAIN_MS) {
    await pause(milliseconds)
    const isWritten = await write().then(
      () => true,
      () => false,
    )
    if (isWritten) return
  }
}

const START_LOOKS_MS = [100, 200, 400, 800, 1500, 2000, 3000, 3000, 4000]

/** I16: a second call for a method whose start is in flight waits for that response instead of beginning another attempt. */
async function started({ store, pause }: PaymentPorts, orderId: string, attempt: Attempt): Promise<Attempt> {
  let latest = attempt
  for (const milliseconds of START_LOOKS_MS) {
    if (latest.state !== 'CREATED' || latest.action) return latest
    await pause(milliseconds)
    latest = (await store.read(orderId))?.attempts.find((each) => each.id === attempt.id) ?? latest
  }
  return latest
}

/** For a method that is no longer connected, the worst case is assumed. */
function repeatOf(ports: PaymentPorts, id: ConnectorInfo['id']): ConnectorInfo['repeat'] {
  return ports.isConnected(id) ? ports.connector(id).info.repeat : 'second-payment'
}

/** Reads the current state of an order's subject, outside any transaction, before an attempt begins. */
export async function readStanding(
  { store, readSubject, now }: Pick<PaymentPorts, 'readSubject' | 'now'> & { store: Pick<PaymentPorts['store'], 'rivals'> },
  order: Order,
): Promise<Standing> {
  const [seen, rivals] = await Promise.all([readSubject(order), store.rivals(order)])
  return standingOf(order, seen, rivals, now())
}
