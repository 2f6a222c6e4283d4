import { xof } from '#shared/money.ts'
import { ProviderUnavailable, type AttemptRef, type Observation } from '#payment-connectors/payment-connector.ts'
import { applyDelivery, applyMessage, applyRefund, type RefundSeen } from './apply-work.ts'
import { applySubject } from './check-subject.ts'
import { observe } from './observe.ts'
import type { TimeoutClass, PaymentPorts } from './payment-ports.ts'
import { PAYMENT_RULES } from './payment-rules.ts'
import type { Plan } from './plan-work.ts'
import { noAnswer } from './no-answer.ts'
import type { Attempt, Change, PaymentState } from './records.ts'
import { applyReport } from './report-delivery.ts'

/** An observation from outside, not stored yet. */
export type StateUpdate = (state: PaymentState) => Change

/** Runs one planned outbound step. */
export type PlanPerformer = (plan: Plan) => Promise<StateUpdate>

export const noUpdate: StateUpdate = (state) => ({ state, events: [] })

/** The attempt as it was when the query was sent. */
type AskedAttempt = Pick<Attempt, 'id' | 'secretsSent'>

/** Another PIN was sent meanwhile: a result for the earlier PIN ends nothing. Only a report that money moved still counts. */
function isAnswerToEarlierSecret(state: PaymentState, asked: AskedAttempt, seen: Observation): boolean {
  const attempt = state.attempts.find((each) => each.id === asked.id)
  return attempt !== undefined && attempt.secretsSent !== asked.secretsSent && seen.state !== 'paid' && seen.state !== 'refunded'
}

export function createPlanPerformer(ports: PaymentPorts): PlanPerformer {
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
    const delivery = { ...plan.order.delivery, amount: xof(amount.minor) }
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
    const told = reportDelivery?.(ports.contextFor(attempt, 'short'), attemptRef(attempt), isDelivered)
    const isTaken = (await told?.then(() => true).catch(nullWhenUnavailable)) ?? false
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

function nullWhenUnavailable(error: unknown): null {
  if (error instanceof ProviderUnavailable) return null
  throw error
}

export function attemptRef(attempt: Attempt): AttemptRef {
  const { ref, correlationId, providerRef, providerTxnId, asked, payer, secretsSent, createdAt } = attempt
  return { ref, correlationId, providerRef, providerTxnId, amount: asked, payer, secretsSent, createdAt }
}
