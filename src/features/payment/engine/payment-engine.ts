import type { ConnectorInfo, SealedSecret } from '#payment-connectors/payment-connector.ts'
import { isClosedUnpaid, isOpen } from './attempt-states.ts'
import type { Beginning } from './begin-attempt.ts'
import { enterSecret, type SecretEntry } from './enter-secret.ts'
import { payOrder, type PayMethod } from './pay-order.ts'
import { replaceAttempt } from './observe.ts'
import type { KeptNotice, PaymentPorts } from './payment-ports.ts'
import { createPlanPerformer } from './perform-plan.ts'
import { claimWork } from './plan-work.ts'
import type { Attempt } from './records.ts'

export type PaymentEngine = {
  /** Begins to pay an order by one method, or says why not; null for an order that does not exist. */
  pay(orderId: string, method: PayMethod): Promise<Beginning | null>
  /** Relays a PIN that was sealed in the browser. */
  enterSecret(orderId: string, secret: SealedSecret): Promise<SecretEntry | null>
  /** Asks the provider about an attempt now, for example when the browser comes back. */
  askNow(orderId: string, attemptId: string): Promise<void>
  /** Does all that is due for one order. */
  work(orderId: string): Promise<void>
  /** Does all that is due for any order; answers how many orders it looked at. */
  workDue(limit: number): Promise<number>
  /** Works notices that were kept but not worked yet. */
  workNotices(limit: number): Promise<void>
}

const MOST_STEPS = 25
const EARLY_NOTICE_MS = 15 * 60_000
const MOST_REMEMBERED = 10_000

/** Moves payments along. Between two transactions there is at most one call to the outside; a crash anywhere loses nothing. */
export function createPaymentEngine(ports: PaymentPorts): PaymentEngine {
  const { store, now } = ports
  const ladders = (connector: ConnectorInfo['id']) => ports.connector(connector).info.queryLadderSeconds
  const { perform, ask, see } = createPlanPerformer(ports)
  const takeNotice = onceEach(workNotice)

  async function readAttempt(orderId: string, attemptId: string): Promise<Attempt | undefined> {
    return (await store.read(orderId))?.attempts.find((each) => each.id === attemptId)
  }

  async function askNow(orderId: string, attemptId: string): Promise<void> {
    const attempt = await readAttempt(orderId, attemptId)
    if (attempt && (isOpen(attempt.state) || isClosedUnpaid(attempt.state))) await ask(orderId, attempt)
  }

  async function work(orderId: string): Promise<void> {
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const plan = await store.change(orderId, (state) => {
        const { plan: claimed, ...change } = claimWork(state, now(), ladders)
        return { ...change, result: claimed }
      })
      if (!plan) return
      await perform(orderId, plan)
    }
  }

  /** A start whose answer was lost left the attempt without the provider's name for it, and so without a way to ask. */
  async function learnProviderRef({ orderId, attemptId }: { orderId: string; attemptId: string }, providerRef: string): Promise<void> {
    await store.change(orderId, (state) => {
      const attempt = state.attempts.find((each) => each.id === attemptId)
      const isNews = attempt?.providerRef === null
      return { state: isNews ? replaceAttempt(state, { ...attempt, providerRef }) : state, events: [], result: null }
    })
  }

  /** A signed notice may move state by itself; anything else only makes us ask. */
  async function workNotice({ id, connector, notice, receivedAt }: KeptNotice): Promise<NoticeOutcome> {
    const found = await store.findOrder(connector, notice.attempt)
    // It may know the payment by a name that we learn only with the answer to our start, which is still on its way.
    const mayBeEarly = now().getTime() - receivedAt.getTime() < EARLY_NOTICE_MS
    if (!found && mayBeEarly) return 'too-early'
    if (found) {
      if (notice.providerRef) await learnProviderRef(found, notice.providerRef)
      const attempt = notice.trust === 'signed' ? await readAttempt(found.orderId, found.attemptId) : undefined
      if (attempt) await see(found.orderId, attempt, notice.seen, 'notice')
      else await askNow(found.orderId, found.attemptId)
      await work(found.orderId)
    }
    await store.closeNotice(id)
    return 'closed'
  }

  return {
    pay: (orderId, method) => payOrder(ports, orderId, method),
    enterSecret: (orderId, secret) => enterSecret(ports, orderId, secret),
    askNow,
    work,
    async workDue(limit) {
      const due = await store.dueOrders(now(), limit)
      for (const orderId of due) await work(orderId)
      return due.length
    },
    async workNotices(limit) {
      for (const kept of await store.openNotices(limit)) await takeNotice(kept)
    },
  }
}

type NoticeOutcome = 'closed' | 'too-early'

/** Each arrival looks at all open notices: what another one works or has closed in this process is not done again. */
function onceEach(work: (kept: KeptNotice) => Promise<NoticeOutcome>): (kept: KeptNotice) => Promise<void> {
  const taken = new Set<string>()
  return async function take(kept) {
    if (taken.has(kept.id)) return
    if (taken.size >= MOST_REMEMBERED) taken.clear()
    taken.add(kept.id)
    let outcome: NoticeOutcome | null = null
    try {
      outcome = await work(kept)
    } finally {
      if (outcome !== 'closed') taken.delete(kept.id)
    }
  }
}
