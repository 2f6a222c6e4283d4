import type { ConnectorInfo } from '#payment-connectors/payment-connector.ts'
import { doubtAttempt } from './doubts.ts'
import { ReceiptUsed, type PaymentPorts } from './payment-ports.ts'
import { createPlanPerformer, nothingSeen, type Seen } from './perform-plan.ts'
import { claimWork, partOf, type ConnectorHabits, type Plan } from './plan-work.ts'
import { reasonOf } from './reason-of.ts'
import type { Attempt } from './records.ts'
import { clearTrouble, noteTrouble } from './troubles.ts'

export type OrderWork = {
  /** Writes down what a notice said about an attempt, and claims what is to be done next. */
  hear(orderId: string, attemptId: string, seen: Seen): Promise<Plan | null>
  /** Does one thing after the other until nothing is due; what is left after many is found by the next sweep. */
  goOn(orderId: string, begun: Plan | null): Promise<void>
  /** Asks about an attempt when its turn has come, and does what is due besides. */
  askAndGoOn(orderId: string, attempt: Attempt | null): Promise<void>
}

/** What was seen outside, by a part of the work or, where nobody planned it, by a notice about an attempt; or why a part failed. */
type Outcome = { part: string; seen: Seen } | { about: string | null; seen: Seen } | { part: string; failed: string }

const nothing: Outcome = { about: null, seen: nothingSeen }
const MOST_STEPS = 25

/** The work on one order, part by part: what a part cannot do is noted with the order, and its other parts go on (I13). */
export function createOrderWork(ports: PaymentPorts): OrderWork {
  const { store, now, onTrouble } = ports
  const perform = createPlanPerformer(ports)
  const habits: ConnectorHabits = (id) => (ports.isConnected(id) ? habitsOf(ports, id) : NO_HABITS)

  /** What was seen outside is written down together with the claim on what is to be done next. */
  async function writeDown(orderId: string, outcome: Outcome): Promise<Plan | null> {
    return store.change(orderId, (state) => {
      const change =
        'failed' in outcome
          ? { state: noteTrouble(state, outcome.part, outcome.failed, now()), events: [] }
          : outcome.seen('part' in outcome ? clearTrouble(state, outcome.part) : state)
      const { plan, ...claim } = claimWork(change.state, now(), habits)
      return { state: claim.state, events: [...change.events, ...claim.events], result: plan }
    })
  }

  /** What cannot be written down is a failure of its part alone; a notice's news is the notice's own trouble. */
  async function writeDownOrNote(orderId: string, outcome: Outcome): Promise<Plan | null> {
    try {
      return await writeDown(orderId, outcome)
    } catch (error) {
      const attemptId = 'part' in outcome ? outcome.part : outcome.about
      if (error instanceof ReceiptUsed && attemptId !== null && !('failed' in outcome)) {
        onTrouble({ kind: 'order', id: orderId }, error)
        return writeDown(orderId, { about: attemptId, seen: doubtAttempt(attemptId, 'receipt-used', now) })
      }
      if ('failed' in outcome || !('part' in outcome)) throw error
      onTrouble({ kind: 'order', id: orderId }, error)
      return writeDown(orderId, { part: outcome.part, failed: reasonOf(error) })
    }
  }

  async function performOrFail(orderId: string, plan: Plan): Promise<Outcome> {
    const part = partOf(plan)
    try {
      return { part, seen: await perform(plan) }
    } catch (error) {
      onTrouble({ kind: 'order', id: orderId }, error)
      return { part, failed: reasonOf(error) }
    }
  }

  async function goOn(orderId: string, begun: Plan | null): Promise<void> {
    let plan = begun
    for (let step = 0; plan && step < MOST_STEPS; step += 1) plan = await writeDownOrNote(orderId, await performOrFail(orderId, plan))
  }

  return {
    hear: (orderId, about, seen) => writeDownOrNote(orderId, { about, seen }),
    goOn,
    async askAndGoOn(orderId, attempt) {
      const plan: Plan | null = attempt ? { kind: 'query', attempt, patience: 'short' } : await writeDown(orderId, nothing)
      await goOn(orderId, plan)
    },
  }
}

const NO_HABITS = { queryLadderSeconds: [300], wantsDeliveryReport: false }

function habitsOf(ports: PaymentPorts, id: ConnectorInfo['id']): ReturnType<ConnectorHabits> {
  const connector = ports.connector(id)
  return { queryLadderSeconds: connector.info.queryLadderSeconds, wantsDeliveryReport: 'reportDelivery' in connector }
}
