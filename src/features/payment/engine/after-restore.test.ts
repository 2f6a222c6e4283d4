import { expect, test } from 'vitest'
import { afterRestore } from './after-restore.ts'
import { applyDelivery } from './apply-work.ts'
import type { DeliverySeen } from '../delivery.ts'
import { beginAttempt } from './begin-attempt.ts'
import { claimSecret } from './enter-secret.ts'
import { observe } from './observe.ts'
import { aPaymentState } from './payment-engine-testing.ts'
import { claimWork } from './plan-work.ts'
import type { PaymentState } from './records.ts'

const HABITS = () => ({ pollScheduleSeconds: [60], wantsDeliveryReport: false })
const BEGUN = new Date('2026-11-15T12:00:00Z')
const RESTORED = new Date('2026-11-15T18:00:00Z')
const minutesLater = (minutes: number) => new Date(RESTORED.getTime() + minutes * 60_000)

let count = 0
const next = () => `id${(count += 1)}`
const at = (now: Date) => ({ now, ids: { id: next, ref: next, correlationId: next }, isRepeatHarmless: false })

const REQUEST = {
  payer: { msisdn: '90000001', email: null },
  quote: null,
  connector: { id: 'dpo', repeat: 'harmless', paymentMode: 'PAYMENT_GATEWAY' } as const,
  repeatOf: () => 'harmless' as const,
}
const PAID = { state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: 'T' } as const

function begun(): PaymentState & { attemptId: string } {
  const { state } = beginAttempt(aPaymentState(), REQUEST, at(BEGUN))
  return { ...state, attemptId: state.attempts[0]?.id ?? '' }
}

function plansOf(state: PaymentState, now: Date): string[] {
  const plans: string[] = []
  let current = state
  for (let step = 0; step < 10; step += 1) {
    const claim = claimWork(current, now, HABITS)
    if (!claim.plan) return plans
    plans.push(claim.plan.kind)
    current = claim.state
  }
  return plans
}

test('F44 a delivery that the ledger calls unsent is sent only after the operator has not known it for ten minutes', () => {
  const { attemptId, ...open } = begun()
  const queued = observe(open, attemptId, PAID, 'query', at(BEGUN)).state
  expect(plansOf(queued, BEGUN)[0]).toBe('deliver')
  const { state, events } = afterRestore(queued, RESTORED)
  expect(events).toMatchObject([{ kind: 'book-restored', from: 'QUEUED', to: 'TRACKING' }])
  expect(plansOf(state, RESTORED)).toEqual(['track', 'query'])
})

test('F44 a payment found after the restore is queried at the operator before delivery', () => {
  const { attemptId, ...open } = begun()
  const found = observe(afterRestore(open, RESTORED).state, attemptId, PAID, 'query', at(RESTORED)).state
  expect(found.order.fulfilment).toBe('TRACKING')
  const absent: DeliverySeen = { ok: true, value: { state: 'absent' } }
  const soon = applyDelivery(found, absent, at(minutesLater(1))).state
  expect(soon.order.fulfilment).toBe('TRACKING')
  expect(applyDelivery(soon, absent, at(minutesLater(12))).state.order.fulfilment).toBe('QUEUED')
})

test('F44 a refund due after the restore goes to review, because it may have been made already', () => {
  const { attemptId, ...open } = begun()
  const found = observe(afterRestore(open, RESTORED).state, attemptId, PAID, 'query', at(RESTORED)).state
  const refused: DeliverySeen = { ok: true, value: { state: 'refused', reason: 'no such line' } }
  const { state } = applyDelivery(found, refused, at(minutesLater(1)))
  expect(state.refunds).toMatchObject([{ state: 'REVIEW', nextWorkAt: null }])
  expect(state.order.review).toBe('refund-after-restore')
  expect(plansOf(state, minutesLater(30))).not.toContain('refund')
})

test('F44 an order of the restored ledger cannot be paid a second time, by page or by PIN', () => {
  const order = afterRestore(aPaymentState(), RESTORED).state
  expect(beginAttempt(order, REQUEST, at(RESTORED)).beginning).toEqual({ kind: 'too-late' })
  const { attemptId: _, ...open } = begun()
  const key = { kid: 'key-1', spki: '' }
  const attempts = open.attempts.map((each) => ({
    ...each,
    state: 'WAITING' as const,
    action: { type: 'enter-pin' as const, digits: 4, key, attemptsLeft: 5 },
  }))
  expect(claimSecret({ ...open, attempts }, 'key-1', RESTORED).claim.kind).toBe('send')
  expect(claimSecret(afterRestore({ ...open, attempts }, RESTORED).state, 'key-1', RESTORED).claim.kind).toBe('being-confirmed')
})

test('F44 a refund that the ledger calls unsent is queried', () => {
  const { attemptId, ...open } = begun()
  const refund = {
    id: 'refund',
    attemptId,
    ref: 'R1',
    amount: PAID.amount,
    cause: 'duplicate',
    state: 'QUEUED',
    tries: 0,
    absentSince: null,
    nextWorkAt: BEGUN,
  } as const
  expect(plansOf({ ...open, refunds: [refund] }, BEGUN)[0]).toBe('refund')
  expect(plansOf(afterRestore({ ...open, refunds: [refund] }, RESTORED).state, RESTORED)).toContain('query-refund')
})
