import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listAudit, verifyAudit } from '#features/audit/server/audit-log.ts'
import { newPaymentIds } from '#features/payment/server/orders/new-order.ts'
import { openDatabase } from '#server/database/database.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import type { Actor, DeskResult } from '../desk-ports.ts'
import { hasRefundCall, type PaymentActRequest } from '../payment-acts.ts'
import { createStaffDesk } from '../staff-desk.ts'
import { createDeskStore, listOpenProposals } from './desk-store.ts'
import { aDeskWorld, APPROVER, BOTH, CARE, OTHER_APPROVER } from '#tests/support/desk-world.ts'

const db = openDatabase((await testDatabase()).pool)
let now = new Date('2026-11-19T10:00:00Z')
const clock = { now: () => now }
const { desk, aPayment, state, seen } = aDeskWorld(db, clock)
const key = () => randomUUID()
const PRICE = 500

type Found = Awaited<ReturnType<typeof aPayment>>

const refundOf = ({ attemptId }: Found, change: object = {}): PaymentActRequest => ({
  act: 'refund',
  attemptId,
  note: 'the customer no longer wants it',
  providerNumber: null,
  ...change,
})

async function propose(payment: Found, request: PaymentActRequest, staff: Actor = CARE): Promise<DeskResult> {
  return desk.propose({ staff, key: key(), reference: payment.reference, request, seen: await seen(payment.orderId) })
}

async function proposed(payment: Found, request: PaymentActRequest = refundOf(payment), staff: Actor = CARE): Promise<number> {
  const result = await propose(payment, request, staff)
  if (result.kind !== 'proposed') throw new Error(JSON.stringify(result))
  return result.proposal
}

const approval = async (payment: Found, proposal: number, change: object = {}) => ({
  staff: APPROVER,
  key: key(),
  proposal,
  seen: await seen(payment.orderId),
  typedAmount: PRICE,
  ...change,
})

const perform = async (payment: Found, request: PaymentActRequest, staff: Actor = CARE) =>
  desk.perform({ staff, key: key(), reference: payment.reference, request, seen: await seen(payment.orderId) })

const refused = (why: string) => ({ kind: 'refused', why })
const auditOf = async ({ reference }: Found) =>
  (await listAudit(db, { target: { kind: 'payment', id: reference } })).map(({ outcome, detail }) =>
    [outcome, detail.why].filter(Boolean).join(' '),
  )
const ledgerOf = async ({ orderId }: Found) =>
  (await db.selectFrom('pay_event').select(['kind', 'code']).where('order_id', '=', orderId).orderBy('id').execute()).map(
    ({ kind }) => kind,
  )

test('CON-3 a refund that two people decided stops the delivery, and is requested once', async () => {
  const payment = await aPayment()
  const proposal = await proposed(payment)
  expect((await state(payment.orderId)).order.fulfilment).toBe('QUEUED')
  expect(await desk.approve(await approval(payment, proposal))).toEqual({ kind: 'done' })
  const { order, attempts, refunds } = await state(payment.orderId)
  expect(order).toMatchObject({ fulfilment: 'REFUSED', refusal: 'refund-by-staff', nextFulfilmentAt: null })
  expect(attempts[0]?.state).toBe('REFUNDING')
  expect(refunds).toMatchObject([{ amount: { minor: PRICE, currency: 'XOF' }, cause: 'by-staff', state: 'QUEUED' }])
  expect(await ledgerOf(payment)).toEqual(['delivery-stopped', 'refund-decided'])
  expect(await auditOf(payment)).toEqual(['approved', 'proposed'])
})

test('CON-5 of two approvals at once one is done, and the payment is refunded once', async () => {
  const payment = await aPayment()
  const proposal = await proposed(payment)
  const approvals = await Promise.all([
    desk.approve(await approval(payment, proposal)),
    desk.approve(await approval(payment, proposal, { staff: OTHER_APPROVER })),
    desk.approve(await approval(payment, proposal, { staff: BOTH })),
  ])
  expect(approvals.filter(({ kind }) => kind === 'done')).toHaveLength(1)
  expect(approvals.filter(({ kind }) => kind === 'refused').map((each) => 'why' in each && each.why)).toEqual(['decided', 'decided'])
  expect((await state(payment.orderId)).refunds).toHaveLength(1)
  expect((await ledgerOf(payment)).filter((kind) => kind === 'refund-decided')).toHaveLength(1)
})

test('CON-5 an approval that is replayed gets the first answer and does nothing more', async () => {
  const payment = await aPayment()
  const asked = await approval(payment, await proposed(payment))
  const answers = await Promise.all([desk.approve(asked), desk.approve(asked)])
  expect([...answers, await desk.approve(asked)]).toEqual([{ kind: 'done' }, { kind: 'done' }, { kind: 'done' }])
  expect((await auditOf(payment)).filter((outcome) => outcome === 'approved')).toHaveLength(1)
  expect(await desk.approve({ ...asked, staff: OTHER_APPROVER })).toEqual(refused('key-used'))
  expect(await desk.approve({ ...asked, typedAmount: 1 })).toEqual(refused('key-used'))
})

test('CON-5 an act on a payment that has moved since it was seen does nothing', async () => {
  const payment = await aPayment()
  const old = await seen(payment.orderId)
  const proposal = await proposed(payment)
  await aDeskWorld(db, clock).store.change(payment.orderId, (before) => ({
    state: { ...before, order: { ...before.order, fulfilment: 'SENDING' } },
    events: [],
    result: null,
  }))
  // Neither with the view of then nor with that of now: the proposer saw another payment.
  for (const view of [old, await seen(payment.orderId)])
    expect(await desk.approve(await approval(payment, proposal, { seen: view }))).toEqual(refused('changed'))
  expect(await desk.propose({ staff: CARE, key: key(), reference: payment.reference, request: refundOf(payment), seen: old })).toEqual(
    refused('changed'),
  )
  expect(await state(payment.orderId)).toMatchObject({ order: { fulfilment: 'SENDING' }, refunds: [] })
})

test('CON-5 queries and messages in between do not count as a change', async () => {
  const payment = await aPayment()
  const proposal = await proposed(payment)
  await aDeskWorld(db, clock).store.change(payment.orderId, (before) => ({
    state: { ...before, order: { ...before.order, messageTries: 3, nextFulfilmentAt: now } },
    events: [],
    result: null,
  }))
  expect(await desk.approve(await approval(payment, proposal))).toEqual({ kind: 'done' })
})

test('CON-3 no person approves an own proposal, whatever their roles; the database refuses it too', async () => {
  const payment = await aPayment()
  const proposal = await proposed(payment, refundOf(payment), BOTH)
  expect(await desk.approve(await approval(payment, proposal, { staff: BOTH }))).toEqual(refused('own-proposal'))
  const inShell = { ...BOTH, id: 'command:issa', name: 'ISSA ', via: 'command' as const }
  expect(await desk.approve(await approval(payment, proposal, { staff: inShell }))).toEqual(refused('own-proposal'))
  const approveBy = (by: string) =>
    sql`update staff_proposal set state = 'approved', decided_by = ${by}, decided_at = ${now} where id = ${proposal}`.execute(db)
  await expect(approveBy(BOTH.id)).rejects.toThrow('approved_by_another')
  expect((await state(payment.orderId)).refunds).toEqual([])
})

test('CON-2 only the roles of the table propose and approve', async () => {
  const payment = await aPayment()
  for (const roles of [['viewer'], ['editor'], ['approver'], []] as const)
    expect(await propose(payment, refundOf(payment), { ...CARE, id: 'sub-x', roles })).toEqual(refused('role'))
  const proposal = await proposed(payment)
  for (const roles of [['viewer'], ['care'], ['finance'], ['editor'], []] as const)
    expect(await desk.approve(await approval(payment, proposal, { staff: { ...APPROVER, roles } }))).toEqual(refused('role'))
  expect(await perform(payment, refundOf(payment), BOTH)).toEqual(refused('role'))
  expect(
    await desk.performInEmergency({ staff: BOTH, key: key(), reference: payment.reference, request: refundOf(payment), seen: '' }),
  ).toEqual(refused('role'))
})

test('CON-3 the approver of a refund types its amount', async () => {
  const payment = await aPayment()
  const proposal = await proposed(payment)
  for (const typedAmount of [null, 0, PRICE - 1, PRICE * 100, -PRICE, Number.NaN])
    expect(await desk.approve(await approval(payment, proposal, { typedAmount }))).toEqual(refused('amount-differs'))
  expect(await desk.approve(await approval(payment, proposal))).toEqual({ kind: 'done' })
})

test('CON-3 a proposal ends after a day, and makes room for another', async () => {
  const payment = await aPayment()
  const proposal = await proposed(payment)
  expect(await propose(payment, refundOf(payment), BOTH)).toEqual(refused('proposal-open'))
  now = new Date(now.getTime() + 24 * 3_600_000)
  expect((await listOpenProposals(db, { now, orderId: payment.orderId })).length).toBe(0)
  expect(await desk.approve(await approval(payment, proposal))).toEqual(refused('expired'))
  expect(await desk.approve(await approval(payment, proposal))).toEqual(refused('expired'))
  const next = await proposed(payment)
  now = new Date(now.getTime() + 25 * 3_600_000)
  await proposed(payment)
  expect((await auditOf(payment)).slice(0, 2).toSorted()).toEqual(['expired', 'proposed'])
  expect(await desk.approve(await approval(payment, next))).toEqual(refused('expired'))
})

test('CON-5 of two proposals at once about one payment one is open', async () => {
  const payment = await aPayment()
  const results = await Promise.all([propose(payment, refundOf(payment)), propose(payment, refundOf(payment), BOTH)])
  expect(results.map(({ kind }) => kind).toSorted()).toEqual(['proposed', 'refused'])
  expect(await listOpenProposals(db, { now, orderId: payment.orderId })).toHaveLength(1)
})

test('CON-3 a proposal is never changed between proposal and approval', async () => {
  const payment = await aPayment()
  const proposal = await proposed(payment)
  const change = (what: string) => sql.raw(`update staff_proposal set ${what} where id = ${proposal}`).execute(db)
  for (const what of [
    'amount_minor = 1',
    `request = '{}'`,
    `proposed_by = 'sub-x'`,
    `expires_at = expires_at + interval '1 day'`,
    `mark = ''`,
  ])
    await expect(change(what)).rejects.toThrow('decided once')
  expect(await desk.reject({ staff: CARE, key: key(), proposal, note: 'mistyped' })).toEqual({ kind: 'done' })
  await expect(change(`state = 'open', decided_at = null`)).rejects.toThrow('decided once')
  expect(await desk.approve(await approval(payment, proposal))).toEqual(refused('decided'))
})

test('CON-4 without its audit entry an act does not happen', async () => {
  const payment = await aPayment()
  const store = createDeskStore({ db, clock })
  const failing = createStaffDesk({
    now: clock.now,
    ids: newPaymentIds,
    refundCalls: hasRefundCall,
    store: { transact: (work) => store.transact((tx) => work({ ...tx, appendAudit: async () => Promise.reject(new Error('full')) })) },
  })
  const asked = {
    staff: APPROVER,
    key: key(),
    reference: payment.reference,
    request: { act: 'ask-again' as const },
    seen: await seen(payment.orderId),
  }
  await expect(failing.perform(asked)).rejects.toThrow('full')
  expect(await ledgerOf(payment)).toEqual([])
  // The key was not used up.
  expect(await desk.perform(asked)).toEqual({ kind: 'done' })
  expect(await ledgerOf(payment)).toEqual(['asked-again'])
})

test('CON-5 an unknown payment or proposal is refused', async () => {
  const asked = { staff: CARE, key: key(), reference: 'GNONE', request: { act: 'ask-again' as const }, seen: '' }
  expect(await desk.perform(asked)).toEqual(refused('not-found'))
  expect(await desk.approve({ staff: APPROVER, key: key(), proposal: 999_999, seen: '', typedAmount: null })).toEqual(refused('not-found'))
})

test('CON-4 the chain of all these acts holds', async () => {
  const { entries, brokenAt } = await verifyAudit(db)
  expect(brokenAt).toBe(null)
  expect(entries).toBeGreaterThan(40)
})
