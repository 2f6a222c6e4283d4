import { xof } from '#shared/money.ts'
import { ProviderUnavailable, type AttemptRef, type Observation } from '#payment-connectors/payment-connector.ts'
import { applyDelivery, applyMessage, applyRefund, type RefundSeen } from './apply-work.ts'
import { observe } from './observe.ts'
import type { Patience, PaymentPorts } from './payment-ports.ts'
import { PAYMENT_RULES } from './payment-rules.ts'
import type { Plan } from './plan-work.ts'
import type { Attempt, Change, PaymentState } from './records.ts'

/** What was seen outside, still to be written down. */
export type Seen = (state: PaymentState) => Change

/** Does one planned thing outside. */
export type PlanPerformer = (plan: Plan) => Promise<Seen>

export const nothingSeen: Seen = (state) => ({ state, events: [] })

/** The attempt as it was when the question left. */
type AskedAttempt = Pick<Attempt, 'id' | 'secretsSent'>

/** Meanwhile another PIN has left: what was said about the one before it ends nothing. Only that money moved is news all the same. */
function isAnswerToEarlierSecret(state: PaymentState, asked: AskedAttempt, seen: Observation): boolean {
  const attempt = state.attempts.find((each) => each.id === asked.id)
  return attempt !== undefined && attempt.secretsSent !== asked.secretsSent && seen.state !== 'paid' && seen.state !== 'refunded'
}

export function createPlanPerformer(ports: PaymentPorts): PlanPerformer {
  const { now, ids } = ports
  const at = () => ({ now: now(), ids })

  async function ask(attempt: Attempt, patience: Patience): Promise<Seen> {
    const connector = ports.connector(attempt.connector)
    // No answer to a question changes nothing: it is asked again when its time comes. A fault of our own is another matter: it is counted.
    const seen = await connector.query?.(ports.contextFor(attempt, patience), attemptRef(attempt)).catch(nullWhenUnavailable)
    if (!seen) return nothingSeen
    return (state) => (isAnswerToEarlierSecret(state, attempt, seen) ? nothingSeen(state) : observe(state, attempt.id, seen, 'query', at()))
  }

  async function deliver(plan: Plan & { kind: 'deliver' | 'track' }): Promise<Seen> {
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

  async function refund(plan: Plan & { kind: 'refund' | 'query-refund' }): Promise<Seen> {
    const seen = await askRefund(ports, plan)
    const asked = { refundId: plan.refund.id, isQuestion: plan.kind === 'query-refund' }
    return (state) => applyRefund(state, asked, seen, at())
  }

  return async function perform(plan) {
    switch (plan.kind) {
      case 'query':
        return ask(plan.attempt, plan.patience ?? (plan.attempt.queries > PAYMENT_RULES.quickQueries ? 'long' : 'short'))
      case 'deliver':
      case 'track':
        return deliver(plan)
      case 'refund':
      case 'query-refund':
        return refund(plan)
      case 'report-delivery':
        // Told for the provider's sake only; when it does not get through, nothing of ours is wrong.
        await ports
          .connector(plan.attempt.connector)
          .reportDelivery?.(ports.contextFor(plan.attempt, 'short'), attemptRef(plan.attempt), plan.isDelivered)
          .catch(nullWhenUnavailable)
        return nothingSeen
      case 'message': {
        const isSent = await ports.sendMessage(plan.order, plan.message)
        return (state) => applyMessage(state, plan.message, isSent)
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
  if (plan.kind === 'refund') return connector.refund(context, attempt, { ref, amount: refundAmount, reason: cause }).catch(refundNoAnswer)
  if (connector.queryRefund) return connector.queryRefund(context, attempt, ref).catch(refundNoAnswer)
  return connector.query ? connector.query(context, attempt).catch(refundNoAnswer) : { state: 'not-supported' }
}

function nullWhenUnavailable(error: unknown): null {
  if (error instanceof ProviderUnavailable) return null
  throw error
}

function refundNoAnswer(error: unknown): RefundSeen {
  return { state: 'no-answer', mayHaveArrived: !(error instanceof ProviderUnavailable) || error.mayHaveArrived }
}

export function attemptRef(attempt: Attempt): AttemptRef {
  const { ref, correlationId, providerRef, asked, payer, secretsSent, createdAt } = attempt
  return { ref, correlationId, providerRef, amount: asked, payer, secretsSent, createdAt }
}
