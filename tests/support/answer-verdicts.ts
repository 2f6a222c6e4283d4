import { applyWebhook, reportsMoneyMovement } from '#features/payment/engine/apply-webhook.ts'
import { believable, observe } from '#features/payment/engine/observe.ts'
import { applyRefund } from '#features/payment/engine/apply-work.ts'
import { aPaymentState } from '#features/payment/engine/payment-engine-testing.ts'
import type { Attempt, PaymentState, Refund } from '#features/payment/engine/records.ts'
import { KNOWN, REFUND, textOf, type AnswerCase, type Body, type Heard } from '#payment-connectors/testing/answers/answer-case.ts'
import { NOW } from '#payment-connectors/testing/connector-testing.ts'
import { ProviderUnavailable } from '#payment-connectors/payment-connector.ts'

/**
 * I19: the payment engine's verdict on a message. `says paid`: an unsigned webhook that triggers a query and pays nothing. `doubt`: the
 * page says 'being checked', and review starts within ten minutes. `person`: review at once. `not taken`: no webhook about this payment.
 */
export type Verdict = 'paid' | 'refunded' | 'says paid' | 'says refunded' | 'doubt' | 'person' | 'asked again' | 'no answer' | 'not taken'

const AT = { now: NOW, ids: { id: () => 'id', ref: () => 'REF' } }

export async function verdictOf(one: AnswerCase, body: Body): Promise<Verdict> {
  try {
    return judge(await one.read(textOf(one, body)), one.table.says)
  } catch (error) {
    if (error instanceof ProviderUnavailable) return 'no answer'
    throw error
  }
}

function judge(heard: Heard, says: 'paid' | 'refunded'): Verdict {
  if (!heard) return 'not taken'
  const before = says === 'paid' ? waiting() : goingBack()
  if ('webhook' in heard) return judgeWebhook(heard.webhook, before, says)
  if (says === 'refunded') return outcome(applyRefund(before, { refundId: 'refund', isQuestion: true }, heard.seen, AT).state)
  return heard.seen.state === 'absent' ? 'asked again' : outcome(observe(before, 'attempt', heard.seen, 'query', AT).state)
}

function judgeWebhook(webhook: Extract<Heard, { webhook: unknown }>['webhook'], before: PaymentState, says: 'paid' | 'refunded'): Verdict {
  const { by, value } = webhook.attempt
  if (value !== (by === 'ref' ? KNOWN.ref : KNOWN.providerRef)) return 'not taken'
  if (webhook.trust === 'signed' && reportsMoneyMovement(webhook.seen))
    return outcome(observe(before, 'attempt', webhook.seen, 'notice', AT).state)
  const [attempt] = before.attempts
  if (!attempt) throw new Error('there is one attempt')
  const after = applyWebhook(before, 'attempt', { webhook, hasUrlToken: true }, AT).state
  const seen = believable(webhook.seen, attempt)
  const isWhole = 'amount' in seen && seen.amount.minor === KNOWN.amount.minor && seen.amount.currency === KNOWN.amount.currency
  if (seen.state === says && isWhole) return `says ${says}`
  return outcome(after)
}

function outcome({ order, attempts }: PaymentState): Verdict {
  const [attempt] = attempts
  if (order.review !== null) return 'person'
  if (attempt?.state === 'REFUNDED') return 'refunded'
  if (attempt?.isWinner && attempt.state === 'PAID') return 'paid'
  return attempt?.doubt ? 'doubt' : 'asked again'
}

function waiting(): PaymentState {
  return { ...aPaymentState({ amount: KNOWN.amount, wantedUntil: new Date(NOW.getTime() + 3_600_000) }), attempts: [anAttemptThatWaits()] }
}

function goingBack(): PaymentState {
  const refund: Refund = {
    ...REFUND,
    id: 'refund',
    attemptId: 'attempt',
    cause: 'late',
    state: 'PENDING',
    tries: 1,
    absentSince: null,
    nextWorkAt: NOW,
  }
  return { ...waiting(), attempts: [{ ...anAttemptThatWaits(), state: 'REFUNDING', paid: KNOWN.amount }], refunds: [refund] }
}

function anAttemptThatWaits(): Attempt {
  const { ref, correlationId, payer, amount, providerRef, providerTxnId = null } = KNOWN
  return {
    id: 'attempt',
    ref,
    correlationId,
    payer,
    asked: amount,
    rate: null,
    connector: 'dpo',
    isPush: false,
    state: 'WAITING',
    isWinner: false,
    reason: null,
    providerRef,
    providerTxnId,
    paid: null,
    action: { type: 'redirect', url: 'https://provider.test/pay' },
    method: 'dpo',
    otherWaysFrom: null,
    retryAt: null,
    doubt: null,
    lastAskedAt: null,
    isExcessReturned: false,
    secretsSent: 0,
    isSecretPending: false,
    queries: 0,
    nextQueryAt: null,
    isDeliveryReported: false,
    report: null,
    createdAt: new Date(NOW.getTime() - 60_000),
  }
}
