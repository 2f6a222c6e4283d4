import type { ConnectorInfo } from '#payment-connectors/payment-connector.ts'
import { applySubject } from './check-subject.ts'
import { doubtAttempt } from './doubts.ts'
import { ReceiptUsed, SubjectTaken, type PaymentPorts } from './payment-ports.ts'
import { createPlanPerformer, noUpdate, type StateUpdate } from './perform-plan.ts'
import { claimWork, partOf, type PollingPolicy, type Plan } from './plan-work.ts'
import { reasonOf } from './reason-of.ts'
import type { Attempt } from './records.ts'
import { clearStepFailure, recordStepFailure } from './step-failures.ts'

export type OrderWork = {
  /** Stores what a webhook reports about an attempt, and claims the next step. */
  hear(orderId: string, attemptId: string, seen: StateUpdate): Promise<Plan | null>
  /** Runs step after step until nothing is due; beyond a maximum, the next sweep continues. */
  goOn(orderId: string, begun: Plan | null): Promise<void>
  /** Queries an attempt when its interval allows, and runs everything else that is due. */
  askAndGoOn(orderId: string, attempt: Attempt | null): Promise<void>
}

/** An outside result, from a planned step or, unplanned, from a webhook about an attempt; or why a step failed. */
type Outcome = { part: string; seen: StateUpdate } | { about: string | null; seen: StateUpdate } | { part: string; failed: string }

const nothing: Outcome = { about: null, seen: noUpdate }
const MAX_STEPS = 25

/** Runs the steps of one order: a failed step is recorded with the order, and its other steps go on (I13). */
export function createOrderWork(ports: PaymentPorts): OrderWork {
  const { store, now, onFailure } = ports
  const perform = createPlanPerformer(ports)
  const polling: PollingPolicy = (id) => (ports.isConnected(id) ? pollingOf(ports, id) : NO_POLLING)

  /** A result is stored in the same transaction as the claim of the next step. */
  async function writeDown(orderId: string, outcome: Outcome): Promise<Plan | null> {
    return store.change(orderId, (state) => {
      const change =
        'failed' in outcome
          ? { state: recordStepFailure(state, outcome.part, outcome.failed, now()), events: [] }
          : outcome.seen('part' in outcome ? clearStepFailure(state, outcome.part) : state)
      const { plan, ...claim } = claimWork(change.state, now(), polling)
      return { state: claim.state, events: [...change.events, ...claim.events], result: plan }
    })
  }

  /** A result that cannot be stored is a failure of its step alone; for a webhook it is the webhook's failure. */
  async function writeDownOrNote(orderId: string, outcome: Outcome): Promise<Plan | null> {
    try {
      return await writeDown(orderId, outcome)
    } catch (error) {
      const attemptId = 'part' in outcome ? outcome.part : outcome.about
      if (error instanceof ReceiptUsed && attemptId !== null && !('failed' in outcome)) {
        onFailure({ kind: 'order', id: orderId }, error)
        return writeDown(orderId, { about: attemptId, seen: doubtAttempt(attemptId, 'receipt-used', now) })
      }
      if (error instanceof SubjectTaken && !('failed' in outcome)) {
        const notOwed: StateUpdate = (state) => applySubject(state, { state: 'not-owed' }, { now: now(), ids: ports.ids })
        return writeDown(orderId, { part: 'delivery', seen: notOwed })
      }
      if ('failed' in outcome || !('part' in outcome)) throw error
      onFailure({ kind: 'order', id: orderId }, error)
      return writeDown(orderId, { part: outcome.part, failed: reasonOf(error) })
    }
  }

  async function performOrFail(orderId: string, plan: Plan): Promise<Outcome> {
    const part = partOf(plan)
    try {
      return { part, seen: await perform(plan) }
    } catch (error) {
      onFailure({ kind: 'order', id: orderId }, error)
      return { part, failed: reasonOf(error) }
    }
  }

  async function goOn(orderId: string, begun: Plan | null): Promise<void> {
    let plan = begun
    for (let step = 0; plan && step < MAX_STEPS; step += 1) plan = await writeDownOrNote(orderId, await performOrFail(orderId, plan))
  }

  return {
    hear: (orderId, about, seen) => writeDownOrNote(orderId, { about, seen }),
    goOn,
    async askAndGoOn(orderId, attempt) {
      const plan: Plan | null = attempt ? { kind: 'query', attempt, timeoutClass: 'short' } : await writeDown(orderId, nothing)
      await goOn(orderId, plan)
    },
  }
}

const NO_POLLING = { pollScheduleSeconds: [300], wantsDeliveryReport: false }

function pollingOf(ports: PaymentPorts, id: ConnectorInfo['id']): ReturnType<PollingPolicy> {
  const connector = ports.connector(id)
  return { pollScheduleSeconds: connector.info.pollScheduleSeconds, wantsDeliveryReport: 'reportDelivery' in connector }
}
