import { ProviderUnavailable, type AttemptRef, type Observation } from '#payment-connectors/payment-connector.ts'
import { applyDelivery, applyMessage, applyRefund, type RefundSeen } from './apply-work.ts'
import { observe } from './observe.ts'
import type { PaymentPorts } from './payment-ports.ts'
import type { Plan } from './plan-work.ts'
import type { Attempt, EventSource, PaymentState } from './records.ts'

export type PlanPerformer = {
  /** Does one planned thing outside and writes down what was seen. */
  perform(orderId: string, plan: Plan): Promise<void>
  ask(orderId: string, attempt: Attempt): Promise<void>
  see(orderId: string, asked: AskedAttempt, seen: Observation, source: EventSource): Promise<void>
}

/** The attempt as it was when the question left. */
type AskedAttempt = Pick<Attempt, 'id' | 'secretsSent'>

/** Meanwhile another PIN has left: what was said about the one before it ends nothing. Only that money moved is news all the same. */
function isAnswerToEarlierSecret(state: PaymentState, asked: AskedAttempt, seen: Observation): boolean {
  const attempt = state.attempts.find((each) => each.id === asked.id)
  return attempt !== undefined && attempt.secretsSent !== asked.secretsSent && seen.state !== 'paid' && seen.state !== 'refunded'
}

export function createPlanPerformer(ports: PaymentPorts): PlanPerformer {
  const { store, now, ids } = ports
  const at = () => ({ now: now(), ids })

  async function see(orderId: string, asked: AskedAttempt, seen: Observation, source: EventSource): Promise<void> {
    await store.change(orderId, (state) => {
      const isStale = isAnswerToEarlierSecret(state, asked, seen)
      return isStale ? { state, events: [], result: null } : { ...observe(state, asked.id, seen, source, at()), result: null }
    })
  }

  async function ask(orderId: string, attempt: Attempt): Promise<void> {
    const connector = ports.connector(attempt.connector)
    // No answer to a question changes nothing: it is asked again when its time comes.
    const seen = await connector.query?.(ports.contextFor(attempt), attemptRef(attempt)).catch(() => null)
    if (seen) await see(orderId, attempt, seen, 'query')
  }

  async function deliver(orderId: string, plan: Plan & { kind: 'deliver' | 'track' }): Promise<void> {
    const { delivery, reference } = plan.order
    const seen =
      plan.kind === 'track'
        ? await ports.operator.track(delivery, reference)
        : await ports.operator.deliver(delivery, {
            reference,
            method: plan.winner.connector,
            providerReference: plan.winner.providerTxnId ?? plan.winner.ref,
          })
    await store.change(orderId, (state) => ({ ...applyDelivery(state, seen, at()), result: null }))
  }

  async function refund(orderId: string, plan: Plan & { kind: 'refund' | 'query-refund' }): Promise<void> {
    const seen = await askRefund(ports, plan)
    const asked = { refundId: plan.refund.id, isQuestion: plan.kind === 'query-refund' }
    await store.change(orderId, (state) => ({ ...applyRefund(state, asked, seen, at()), result: null }))
  }

  return {
    see,
    ask,
    async perform(orderId, plan) {
      switch (plan.kind) {
        case 'query':
          return ask(orderId, plan.attempt)
        case 'deliver':
        case 'track':
          return deliver(orderId, plan)
        case 'refund':
        case 'query-refund':
          return refund(orderId, plan)
        case 'report-delivery':
          // Told for the provider's sake only; when it does not get through, nothing of ours is wrong.
          await ports
            .connector(plan.attempt.connector)
            .reportDelivery?.(ports.contextFor(plan.attempt), attemptRef(plan.attempt), plan.isDelivered)
            .catch(() => {})
          return
        case 'message': {
          const isSent = await ports.sendMessage(plan.order, plan.message)
          await store.change(orderId, (state) => ({ ...applyMessage(state, plan.message, isSent), result: null }))
        }
      }
    },
  }
}

async function askRefund(ports: PaymentPorts, plan: Plan & { kind: 'refund' | 'query-refund' }): Promise<RefundSeen> {
  const connector = ports.connector(plan.attempt.connector)
  const context = ports.contextFor(plan.attempt)
  const attempt = attemptRef(plan.attempt)
  const { ref, amount: refundAmount, cause } = plan.refund
  if (!connector.refund) return { state: 'not-supported' }
  if (plan.kind === 'refund') return connector.refund(context, attempt, { ref, amount: refundAmount, reason: cause }).catch(refundNoAnswer)
  if (connector.queryRefund) return connector.queryRefund(context, attempt, ref).catch(refundNoAnswer)
  return connector.query ? connector.query(context, attempt).catch(refundNoAnswer) : { state: 'not-supported' }
}

function refundNoAnswer(error: unknown): RefundSeen {
  return { state: 'no-answer', mayHaveArrived: !(error instanceof ProviderUnavailable) || error.mayHaveArrived }
}

export function attemptRef(attempt: Attempt): AttemptRef {
  const { ref, correlationId, providerRef, asked, payer, secretsSent, createdAt } = attempt
  return { ref, correlationId, providerRef, amount: asked, payer, secretsSent, createdAt }
}
