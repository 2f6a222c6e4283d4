import { type ConnectorInfo, ProviderUnavailable, type AttemptRef, type Observation } from '#payment-connectors/payment-connector.ts'
import { doubtAttempt, observe } from './observe.ts'
import { ReceiptUsed, SubjectTaken, type PaymentPorts, type TimeoutClass } from './payment-ports.ts'
import { claimWork, partOf, type PollingPolicy, type Plan } from './plan-work.ts'
import { reasonOf, clearStepFailure, recordStepFailure } from './step-failures.ts'
import type { Attempt, PaymentState, StateUpdate } from './records.ts'
import { applyDelivery, applyMessage, applyRefund, applySubject, type NoAnswer, type RefundSeen } from './apply-work.ts'
import { PAYMENT_RULES } from './payment-rules.ts'
import { applyReport } from './report-delivery.ts'

export type OrderWork = {
  /** Stores what a webhook reports about an attempt, and claims the next step. */
  recordObservation(orderId: string, attemptId: string, seen: StateUpdate): Promise<Plan | null>
  /** Runs step after step until nothing is due; beyond a maximum, the next sweep continues. */
  runSteps(orderId: string, begun: Plan | null): Promise<void>
  /** Queries an attempt when its interval allows, and runs everything else that is due. */
  queryAndRunSteps(orderId: string, attempt: Attempt | null): Promise<void>
}

/** An outside result, from a planned step or, unplanned, from a webhook about an attempt; or why a step failed. */
type Outcome = { part: string; seen: StateUpdate } | { about: string | null; seen: StateUpdate } | { part: string; failed: string }

const noUpdate: StateUpdate = (state) => ({ state, events: [] })
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

  async function runSteps(orderId: string, begun: Plan | null): Promise<void> {
    let plan = begun
    for (let step = 0; plan && step < MAX_STEPS; step += 1) plan = await writeDownOrNote(orderId, await performOrFail(orderId, plan))
  }

  return {
    recordObservation: (orderId, about, seen) => writeDownOrNote(orderId, { about, seen }),
    runSteps,
    async queryAndRunSteps(orderId, attempt) {
      const plan: Plan | null = attempt ? { kind: 'query', attempt, timeoutClass: 'short' } : await writeDown(orderId, nothing)
      await runSteps(orderId, plan)
    },
  }
}

const NO_POLLING = { pollScheduleSeconds: [300], wantsDeliveryReport: false }

function pollingOf(ports: PaymentPorts, id: ConnectorInfo['id']): ReturnType<PollingPolicy> {
  const connector = ports.connector(id)
  return { pollScheduleSeconds: connector.info.pollScheduleSeconds, wantsDeliveryReport: 'reportDelivery' in connector }
}

/** Runs one planned outbound step. */
type PlanPerformer = (plan: Plan) => Promise<StateUpdate>

/** The attempt as it was when the query was sent. */
type AskedAttempt = Pick<Attempt, 'id' | 'secretsSent'>

/** Another PIN was sent meanwhile: a result for the earlier PIN ends nothing. Only a report that money moved still counts. */
function isAnswerToEarlierSecret(state: PaymentState, asked: AskedAttempt, seen: Observation): boolean {
  const attempt = state.attempts.find((each) => each.id === asked.id)
  return attempt !== undefined && attempt.secretsSent !== asked.secretsSent && seen.state !== 'paid' && seen.state !== 'refunded'
}

function createPlanPerformer(ports: PaymentPorts): PlanPerformer {
  const { now, ids } = ports
  const at = () => ({ now: now(), ids })

  async function ask(attempt: Attempt, timeoutClass: TimeoutClass): Promise<StateUpdate> {
    const connector = ports.connector(attempt.connector)
    // A query without a response changes nothing: it is repeated on schedule. An internal error is counted as a failure.
    const seen = await connector.query?.(ports.contextFor(attempt, timeoutClass), attemptRef(attempt)).catch(nullWhenUnavailable)
    if (!seen) return noUpdate
    return (state) => (isAnswerToEarlierSecret(state, attempt, seen) ? noUpdate(state) : observe(state, attempt.id, seen, 'query', at()))
  }

  async function deliver(plan: Plan & { kind: 'deliver' | 'track' }): Promise<StateUpdate> {
    const { reference, amount } = plan.order
    const delivery = { ...plan.order.delivery, amount }
    const seen =
      plan.kind === 'track'
        ? await ports.operator.track(delivery, reference)
        : await ports.operator.deliver(delivery, {
            reference,
            method: plan.winner.connector,
            providerReference: plan.winner.providerTxnId ?? plan.winner.ref,
          })
    return (state) => applyDelivery(state, seen, { ...at(), isRepeatHarmless: ports.operator.isRepeatHarmless })
  }

  async function refund(plan: Plan & { kind: 'refund' | 'query-refund' }): Promise<StateUpdate> {
    const seen = await askRefund(ports, plan)
    const asked = { refundId: plan.refund.id, isQuestion: plan.kind === 'query-refund' }
    return (state) => applyRefund(state, asked, seen, at())
  }

  async function report({ attempt, isDelivered }: Plan & { kind: 'report-delivery' }): Promise<StateUpdate> {
    const { reportDelivery } = ports.connector(attempt.connector)
    const reporting = reportDelivery?.(ports.contextFor(attempt, 'short'), attemptRef(attempt), isDelivered)
    const isTaken = (await reporting?.then(() => true).catch(nullWhenUnavailable)) ?? false
    return (state) => applyReport(state, attempt.id, isTaken, now())
  }

  return async function perform(plan) {
    switch (plan.kind) {
      case 'query':
        return ask(plan.attempt, plan.timeoutClass ?? (plan.attempt.queries > PAYMENT_RULES.quickQueries ? 'long' : 'short'))
      case 'check-subject': {
        const seen = await ports.readSubject(plan.order)
        return (state) => applySubject(state, seen, at())
      }
      case 'deliver':
      case 'track':
        return deliver(plan)
      case 'refund':
      case 'query-refund':
        return refund(plan)
      case 'report-delivery':
        return report(plan)
      case 'message': {
        const outcome = await ports.sendMessage(plan.order, plan.message)
        return (state) => applyMessage(state, plan.message, outcome)
      }
    }
  }
}

async function askRefund(ports: PaymentPorts, plan: Plan & { kind: 'refund' | 'query-refund' }): Promise<RefundSeen> {
  const connector = ports.connector(plan.attempt.connector)
  const context = ports.contextFor(plan.attempt, 'long')
  const attempt = attemptRef(plan.attempt)
  const { ref, amount: refundAmount, cause } = plan.refund
  if (!connector.refund) return { state: 'not-supported' }
  if (plan.kind === 'refund') return connector.refund(context, attempt, { ref, amount: refundAmount, reason: cause }).catch(noAnswer)
  if (connector.queryRefund) return connector.queryRefund(context, attempt, ref).catch(noAnswer)
  return connector.query ? connector.query(context, attempt).catch(noAnswer) : { state: 'not-supported' }
}

/** After any failure the provider may have received the request, unless the connector knows that nothing was sent. */
export function noAnswer(error: unknown): NoAnswer {
  return { state: 'no-answer', mayHaveArrived: !(error instanceof ProviderUnavailable) || error.mayHaveArrived }
}

function nullWhenUnavailable(error: unknown): null {
  if (error instanceof ProviderUnavailable) return null
  throw error
}

export function attemptRef(attempt: Attempt): AttemptRef {
  const { ref, correlationId, providerRef, providerTxnId, asked, payer, secretsSent, createdAt } = attempt
  return { ref, correlationId, providerRef, providerTxnId, amount: asked, payer, secretsSent, createdAt }
}
