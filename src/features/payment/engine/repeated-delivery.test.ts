import { expect, test } from 'vitest'
import { applyDelivery } from './apply-work.ts'
import type { DeliverySeen } from '../delivery.ts'
import { beginAttempt } from './begin-attempt.ts'
import { observe } from './observe.ts'
import { aPaymentState } from './payment-engine-testing.ts'
import { claimWork, nextWorkAt } from './plan-work.ts'
import type { PaymentState } from './records.ts'

const HABITS = () => ({ pollScheduleSeconds: [60], wantsDeliveryReport: false })
const UNKNOWN: DeliverySeen = { ok: false, fault: { kind: 'unknown' } }
const ABSENT: DeliverySeen = { ok: true, value: { state: 'absent' } }

/** A paid order whose delivery calls are lost: the portal's actions, in seconds after the payment. */
function livesThrough(isRepeatHarmless: boolean, seconds: number) {
  let id = 0
  const ids = { id: () => `id${(id += 1)}`, ref: () => `ref${(id += 1)}`, correlationId: () => `c${(id += 1)}` }
  const paidAt = Date.parse('2026-11-15T12:00:00Z')
  const at = (now: Date) => ({ now, ids, isRepeatHarmless })
  const request = {
    payer: { msisdn: '90000001', email: null },
    quote: null,
    connector: { id: 'dpo', repeat: 'harmless', paymentMode: 'PAYMENT_GATEWAY' } as const,
    repeatOf: () => 'harmless' as const,
  }
  let { state }: { state: PaymentState } = beginAttempt(aPaymentState(), request, at(new Date(paidAt)))
  const attemptId = state.attempts[0]?.id ?? ''
  const paid = { state: 'paid', amount: state.order.amount, providerTxnId: 'T' } as const
  state = observe(state, attemptId, paid, 'query', at(new Date(paidAt))).state
  const did: string[] = []
  for (let second = 0; second <= seconds; second += 1) {
    const now = new Date(paidAt + second * 1000)
    const due = nextWorkAt(state, now)
    if (!due || due > now) continue
    const claim = claimWork(state, now, HABITS)
    state = claim.state
    if (claim.plan?.kind === 'deliver') did.push(`sent at ${second}`)
    if (claim.plan?.kind === 'deliver' || claim.plan?.kind === 'track')
      state = applyDelivery(state, claim.plan.kind === 'deliver' ? UNKNOWN : ABSENT, at(now)).state
    if (state.order.fulfilment === 'REFUSED') return { did: [...did, `given back at ${second}`] }
  }
  return { did }
}

test('F58 a call that the operator did not receive is repeated within half a minute where a repeated reference is harmless', () => {
  const { did } = livesThrough(true, 120)
  expect(did.slice(0, 3)).toEqual(['sent at 0', expect.stringMatching(/^sent at 2\d$/), expect.stringMatching(/^sent at (?:4|5)\d$/)])
})

test('F58 elsewhere it is repeated after ten minutes, and no sooner', () => {
  const { did } = livesThrough(false, 660)
  expect(did).toEqual(['sent at 0', expect.stringMatching(/^sent at 6\d\d$/)])
})

test('F58 the money is refunded only after ten minutes of silence since the last call, for every operator', () => {
  const { did } = livesThrough(true, 3600)
  const [sentLast = '', givenBack = ''] = did.slice(-2)
  expect(givenBack).toMatch(/^given back/)
  expect(Number(givenBack.match(/\d+/)?.[0]) - Number(sentLast.match(/\d+/)?.[0])).toBeGreaterThanOrEqual(600)
})
