import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aDeskWorld } from '#tests/support/desk-world.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { createMetrics } from '#server/logging/metrics.ts'
import { collectStaffMetrics } from '#features/staff-acts/server/staff-metrics.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { runAuditCommand } from './audit-command.ts'
import { runPaymentsCommand } from './payments-command.ts'

const db = openDatabase((await testDatabase()).pool)
const { aPayment, state } = aDeskWorld(db, systemClock)
const run = async (...args: string[]) => (await runPaymentsCommand(args, async () => db)).message
const audit = async (...args: string[]) => (await runAuditCommand(args, async () => db)).message
const WHY = ['--note', 'the customer no longer wants it']

test('CON-3 a refund by command needs a second person, and the amount', async () => {
  const { orderId, reference } = await aPayment()
  const proposed = await run('refund', reference, '--by', 'Amina', ...WHY)
  expect(proposed).toContain(`${reference}: refund of 500 XOF is proposed.`)
  const id = /approve (\d+)/.exec(proposed)?.[1] ?? ''
  expect(await run('proposals')).toContain(`${id}  ${reference}  refund  500 XOF  by Amina`)
  expect(await run('approve', id, '--by', ' AMINA', '--amount', '500')).toContain('another person must approve it')
  expect(await run('approve', id, '--by', 'Moussa')).toContain('the amount differs')
  expect((await state(orderId)).refunds).toEqual([])
  expect(await run('approve', id, '--by', 'Moussa', '--amount', '500')).toBe(`Proposal ${id} is approved: ${reference}, refund.\n`)
  expect((await state(orderId)).refunds).toMatchObject([{ cause: 'by-staff', state: 'QUEUED' }])
  expect(await run('approve', id, '--by', 'Moussa', '--amount', '500')).toBe('No open proposal has this number.\n')
  const told = await audit('list', reference)
  expect(told).toMatch(/Moussa {2}refund {2}approved .*\n.*Moussa {2}refund {2}refused .*amount-differs.*\n.*own-proposal/)
})

test('CON-3 one person acts alone only with --emergency, which the audit log and a metric show', async () => {
  const metrics = createMetrics()
  collectStaffMetrics(metrics, { db, clock: systemClock })
  const { orderId, reference } = await aPayment({ fulfilment: 'DONE', sends: 1 })
  expect(await run('refund-delivered', reference, '--by', 'Amina', ...WHY)).toContain('npm run payments -- refund-delivered')
  const message = await run('refund-delivered', reference, '--by', 'Amina', ...WHY, '--reversal', 'goodwill', '--emergency')
  expect(message).toContain('is done by one person')
  expect((await state(orderId)).refunds).toMatchObject([{ cause: 'goodwill' }])
  expect(await audit('list', reference)).toContain('emergency true')
  expect(await metrics.text()).toMatch(/^guichet_emergency_acts 1$/m)
})

test('CON-3 a resolution that needs two people is proposed by the command', async () => {
  const { orderId, reference } = await aPayment({ review: 'delivery-unclear', fulfilment: 'TRACKING', sends: 1 })
  expect(await run('resolve', reference, '--as', 'written-off', '--by', 'Amina', '--note', 'agreed')).toContain('is proposed')
  expect((await state(orderId)).order.review).toBe('delivery-unclear')
  expect(await run('resolve', reference, '--as', 'delivered', '--by', 'Amina', '--note', 'seen')).toBe(
    `${reference} is resolved as delivered.\n`,
  )
})

test('acts of one person are done at once, and refused with a reason', async () => {
  const { reference } = await aPayment({ fulfilment: 'DONE', messagesSent: ['paid', 'delivered'] })
  expect(await run('ask', reference, '--by', 'Amina')).toBe(`${reference}: ask-again is done.\n`)
  expect(await run('receipt', reference, '--by', 'Amina')).toBe(`${reference}: resend-receipt is done.\n`)
  expect(await run('deliver-again', reference, '--by', 'Amina', ...WHY)).toBe('Nothing was changed: delivered.\n')
  expect(await run('ask', reference)).toContain('Acts that need two people')
})

test('CON-4 the audit log is verified by a command, which finds a changed entry', async () => {
  expect(await audit('verify')).toMatch(/^\d+ entries, each as it was written/)
  await sql`alter table audit_entry disable trigger user`.execute(db)
  await sql`update audit_entry set actor_name = 'Other' where sequence = 2`.execute(db)
  expect(await audit('verify')).toBe('Entry 2 is missing or was changed; the 1 before it are as written.\n')
  expect(await audit()).toContain('npm run audit -- verify')
})
