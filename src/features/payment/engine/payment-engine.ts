import type { ConnectorInfo, PaymentConnector, SealedSecret } from '#payment-connectors/payment-connector.ts'
import { isClosedUnpaid, isOpen } from './attempt-states.ts'
import type { Beginning } from './begin-attempt.ts'
import { enterSecret, type SecretEntry } from './enter-secret.ts'
import { payOrder, type PayMethod } from './pay-order.ts'
import { observe, replaceAttempt } from './observe.ts'
import type { KeptNotice, PaymentPorts } from './payment-ports.ts'
import { createPlanPerformer, nothingSeen, type Seen } from './perform-plan.ts'
import { claimWork, type ConnectorHabits } from './plan-work.ts'
import type { PaymentState } from './records.ts'

export type PaymentEngine = {
  /** Begins to pay an order by one method, or says why not; null for an order that does not exist. */
  pay(orderId: string, method: PayMethod): Promise<Beginning | null>
  /** Relays a PIN that was sealed in the browser. */
  enterSecret(orderId: string, secret: SealedSecret): Promise<SecretEntry | null>
  /** Asks the provider about an attempt now, for example when the browser comes back, and does what follows. */
  askNow(orderId: string, attemptId: string): Promise<void>
  /** Does all that is due for one order. */
  work(orderId: string): Promise<void>
  /** Does all that is due for any order; answers how many orders it looked at. */
  workDue(limit: number): Promise<number>
  /** Works a notice that has just been kept. */
  workNotice(kept: KeptNotice): Promise<void>
  /** Works notices that were kept but not worked yet. */
  workNotices(limit: number): Promise<void>
}

const MOST_STEPS = 25
const EARLY_NOTICE_MS = 15 * 60_000
const MOST_REMEMBERED = 10_000

/** Moves payments along. Between two transactions there is at most one call to the outside; a crash anywhere loses nothing. */
export function createPaymentEngine(ports: PaymentPorts): PaymentEngine {
  const { store, now } = ports
  const habits = (id: ConnectorInfo['id']) => habitsOf(ports.connector(id))
  const { perform, ask } = createPlanPerformer(ports)
  const takeNotice = onceEach(workNotice)

  async function askNow(orderId: string, attemptId: string): Promise<void> {
    const attempt = (await store.read(orderId))?.attempts.find((each) => each.id === attemptId)
    if (!attempt) return
    const isWorthAsking = isOpen(attempt.state) || isClosedUnpaid(attempt.state)
    await work(orderId, isWorthAsking ? await ask(attempt) : nothingSeen)
  }

  /** What was seen outside is written down together with the claim on what is to be done next. */
  async function work(orderId: string, alreadySeen: Seen = nothingSeen): Promise<void> {
    let seen = alreadySeen
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const written = seen
      const plan = await store.change(orderId, (state) => {
        const change = written(state)
        const { plan: claimed, ...claim } = claimWork(change.state, now(), habits)
        return { state: claim.state, events: [...change.events, ...claim.events], result: claimed }
      })
      if (!plan) return
      seen = await perform(plan)
    }
    await store.change(orderId, (state) => ({ ...seen(state), result: null }))
  }

  /** A signed notice may move state by itself; anything else only makes us ask. */
  async function workNotice({ id, connector, notice, receivedAt }: KeptNotice): Promise<NoticeOutcome> {
    const found = await store.findOrder(connector, notice.attempt)
    // It may know the payment by a name that we learn only with the answer to our start, which is still on its way.
    const mayBeEarly = now().getTime() - receivedAt.getTime() < EARLY_NOTICE_MS
    if (!found && mayBeEarly) return 'too-early'
    if (found) {
      const { orderId, attemptId } = found
      const { providerRef } = notice
      if (providerRef)
        await store.change(orderId, (state) => ({ state: learnProviderRef(state, attemptId, providerRef), events: [], result: null }))
      if (notice.trust === 'signed')
        await work(orderId, (state) => observe(state, attemptId, notice.seen, 'notice', { now: now(), ids: ports.ids }))
      else await askNow(orderId, attemptId)
    }
    await store.closeNotice(id)
    return 'closed'
  }

  return {
    pay: (orderId, method) => payOrder(ports, orderId, method),
    enterSecret: (orderId, secret) => enterSecret(ports, orderId, secret),
    askNow,
    work: (orderId) => work(orderId),
    async workDue(limit) {
      const due = await store.dueOrders(now(), limit)
      for (const orderId of due) await work(orderId)
      return due.length
    },
    workNotice: takeNotice,
    async workNotices(limit) {
      for (const kept of await store.openNotices(limit)) await takeNotice(kept)
    },
  }
}

function habitsOf(connector: PaymentConnector): ReturnType<ConnectorHabits> {
  return { queryLadderSeconds: connector.info.queryLadderSeconds, wantsDeliveryReport: 'reportDelivery' in connector }
}

/** A start whose answer was lost left the attempt without the provider's name for it, and so without a way to ask. */
function learnProviderRef(state: PaymentState, attemptId: string, providerRef: string): PaymentState {
  const attempt = state.attempts.find((each) => each.id === attemptId)
  return attempt?.providerRef === null ? replaceAttempt(state, { ...attempt, providerRef }) : state
}

type NoticeOutcome = 'closed' | 'too-early'

/** A notice may be met on arrival and by a sweep: what this process works, or has closed, is not done again. */
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
