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

test('CON-4 trying a dead letter again names the person and is in the audit log', async () => {
  const { reference } = await aPayment()
  expect(await run('retry', reference)).toContain('npm run payments -- retry <reference> --by <name>')
  expect(await run('retry', reference, '--by', 'Amina')).toBe(`${reference} is tried again.\n`)
  expect(await audit('list', reference)).toMatch(/Amina {2}retry-failed {2}done .*via command/)
  expect(await run('retry', 'webhook:7', '--by', 'Amina')).toBe('webhook:7 is tried again.\n')
  expect(await audit('list')).toMatch(/Amina {2}retry-failed {2}done {2}item webhook:7 {2}via command\n/)
})

test('CON-3 CON-4 F44 what only a statement contains is closed by two people, unless it was delivered, or in an emergency', async () => {
  const found = (reference: string) =>
    sql`insert into pay_found (source, reference, amount_minor, currency, found_at) values ('dpo', ${reference}, 500, 'XOF', now())`.execute(
      db,
    )
  const resolve = (reference: string, ...more: string[]) => run('resolve', reference, '--by', 'Amina', '--note', 'ticket 4711', ...more)
  const [one, two, three] = ['FABCDEFGHJKA', 'FABCDEFGHJKB', 'FABCDEFGHJKC']
  for (const reference of [one, two, three]) await found(reference)
  expect(await resolve(one, '--as', 'delivered')).toBe(`${one} is resolved as delivered.\n`)
  const proposed = await resolve(two, '--as', 'refunded')
  const id = /approve (\d+)/.exec(proposed)?.[1] ?? ''
  expect(await run('proposals')).toContain(`${id}  ${two}  close-review refunded  -  by Amina`)
  expect(await run('approve', id, '--by', 'amina')).toContain('another person must approve it')
  expect(await run('show', two)).not.toContain('by Amina')
  const decisions = await Promise.all(['Moussa', 'Hadiza'].map((by) => run('approve', id, '--by', by)))
  expect(decisions.filter((message) => message.includes('is approved'))).toHaveLength(1)
  expect(await run('show', two)).toMatch(/refunded .* by Amina, approved by (Moussa|Hadiza): ticket 4711/)
  expect(await resolve(two, '--as', 'refunded')).toContain('not in review')
  expect(await resolve(three, '--as', 'written-off', '--emergency')).toBe(`${three} is resolved as written-off.\n`)
  expect(await audit('list', three)).toMatch(/close-review {2}done .*emergency true/)
  expect(await audit('list', two)).toMatch(/close-review {2}approved .*\n.*close-review {2}proposed/)
})

test('CON-4 the audit log is verified by a command, which finds a changed entry', async () => {
  expect(await audit('verify')).toMatch(/^\d+ entries, each as it was written/)
  await sql`alter table audit_entry disable trigger user`.execute(db)
  await sql`update audit_entry set actor_name = 'Other' where sequence = 2`.execute(db)
  expect(await audit('verify')).toBe('Entry 2 is missing or was changed; the 1 before it are as written.\n')
  expect(await audit()).toContain('npm run audit -- verify')
})
