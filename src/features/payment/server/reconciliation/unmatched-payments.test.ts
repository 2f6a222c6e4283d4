import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { systemClock } from '#server/clock.ts'
import type { Webhook } from '#payment-connectors/payment-connector.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { runPaymentsCommand } from '../../../../commands/payments-command.ts'
import { saveWebhook, claimPendingWebhooks } from '../webhooks/webhook.store.ts'

const { pool } = await testDatabase()
const db = openDatabase(pool)
const folder = mkdtempSync(join(tmpdir(), 'guichet-found-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(async () => {
  await pool.query('truncate pay_found, pay_notice, work_trouble')
})

const LOST = 'ABCDEFGHJKLM'
const OTHER = 'NPQRSTUVWXYZ'

function run(...args: string[]) {
  return runPaymentsCommand(args, async () => db)
}

function takeUp(source: string, ...lines: string[]) {
  const path = join(folder, 'statement.csv')
  writeFileSync(path, ['reference,amount,currency,state', ...lines].join('\n'))
  return run('take-up', source, path)
}

const paidNotice: Webhook = {
  dedupeKey: 'notice-1',
  attempt: { by: 'ref', value: LOST },
  seen: { state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: 'T1' },
  trust: 'signed',
}
const arrives = (webhook: Webhook) =>
  saveWebhook(db, { connector: 'dpo', webhook, body: Buffer.from('x'), hasUrlToken: true }, systemClock.now())
const open = async () => (await claimPendingWebhooks({ db, clock: systemClock }, 10)).length

test('F44 a statement is imported once, however often and from however many callers', async () => {
  const words = await Promise.all([1, 2, 3].map(async () => (await takeUp('dpo', `${LOST},500,XOF,paid`, `${OTHER},700,XOF,paid`)).message))
  expect(words.flatMap((each) => each.match(/^taken-up {2}\S+/gm) ?? []).toSorted()).toEqual([`taken-up  ${LOST}`, `taken-up  ${OTHER}`])
  expect((await takeUp('dpo', `${LOST},500,XOF,paid`)).message).toBe(
    '0 taken up, 1 known before, 0 given back there already, 0 under references that are not ours.\n',
  )
  expect((await run('list')).message).toMatch(
    new RegExp(`^${LOST} .* 500 XOF  found-at-dpo: paid, and a restored backup lost the order`, 'm'),
  )
})

test('F44 a payment refunded at the provider needs no review, also when it was refunded after the import', async () => {
  await takeUp('dpo', `${LOST},500,XOF,paid`)
  expect((await takeUp('dpo', `${LOST},500,XOF,paid`, `${LOST},500,XOF,refunded`, `${OTHER},500,XOF,refunded`)).message).toContain(
    '2 given back there already',
  )
  expect((await run('list')).message).toBe('No payment is in review.\n')
  expect((await run('show', LOST)).message).toContain('returned')
})

test('F44 failed lines, lines of another shop and unknown statements become no row', async () => {
  const { ok, message: words } = await takeUp('dpo', `${LOST},500,XOF,failed`, 'POS-4711,900,XOF,paid', `G${OTHER},900,XOF,paid`)
  expect(ok).toBe(true)
  expect(words).toContain('not-ours  POS4711  dpo')
  expect(words).toContain('0 taken up')
  expect((await takeUp('dopo', `${LOST},500,XOF,paid`)).ok).toBe(false)
  expect((await takeUp('dpo', `${LOST},-5,XOF,paid`)).ok).toBe(false)
  expect((await takeUp('dpo', `${LOST},0,XOF,paid`)).ok).toBe(false)
  expect((await run('take-up', 'dpo', join(folder, 'none.csv'))).ok).toBe(false)
  expect((await run('list')).message).toBe('No payment is in review.\n')
})

test('F44 a person ends it once, in one of three ways', async () => {
  await takeUp('operator', `G${LOST},500,XOF,delivered`)
  const end = (as: string) => run('resolve', `G${LOST}`, '--as', as, '--by', 'A. Moussa', '--note', 'ticket 4711')
  expect((await end('not-paid')).message).toContain('is resolved as refunded, delivered, written-off')
  expect((await end('delivered')).message).toBe(`G${LOST} is resolved as delivered.\n`)
  expect((await end('written-off')).ok).toBe(false)
  expect((await run('show', `G${LOST}`)).message).toContain('by A. Moussa: ticket 4711')
  await takeUp('operator', `G${LOST},500,XOF,delivered`)
  expect((await run('list')).message).toBe('No payment is in review.\n')
})

test('F44 a webhook that waits for the lost order, or is a dead letter, is closed when its payment is imported', async () => {
  await arrives(paidNotice)
  await pool.query(`insert into work_trouble select 'notice', id::text, 5, 'unknown payment', now(), null from pay_notice`)
  expect((await run('list')).message).toContain('webhook:')
  await takeUp('dpo', `${LOST},500,XOF,paid`)
  expect(await open()).toBe(0)
  expect((await run('list')).message).not.toContain('webhook:')
  expect((await run('show', LOST)).message).toContain('told again by its provider')
})

test('F44 a later webhook does not stay pending, and the row records it', async () => {
  await takeUp('dpo', `${LOST},500,XOF,paid`)
  expect((await arrives(paidNotice)).kind).toBe('kept')
  expect(await open()).toBe(0)
  expect((await run('show', LOST)).message).toContain('told again by its provider')
  // Webhooks of other payments stay unchanged.
  await arrives({ ...paidNotice, dedupeKey: 'notice-2', attempt: { by: 'ref', value: OTHER } })
  expect(await open()).toBe(1)
})
