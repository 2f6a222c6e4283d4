import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { systemClock } from '#server/clock.ts'
import type { Notice } from '#payment-connectors/payment-connector.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { runPaymentsCommand } from '../../../commands/payments-command.ts'
import { keepNotice, openNotices } from './notice.store.ts'

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

const paidNotice: Notice = {
  dedupeKey: 'notice-1',
  attempt: { by: 'ref', value: LOST },
  seen: { state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: 'T1' },
  trust: 'signed',
}
const arrives = (notice: Notice) => keepNotice(db, { connector: 'dpo', notice, body: Buffer.from('x'), isMarked: true }, systemClock.now())
const open = async () => (await openNotices({ db, clock: systemClock }, 10)).length

test('F44 a statement is taken up once, however often it comes and however many bring it', async () => {
  const words = await Promise.all([1, 2, 3].map(async () => (await takeUp('dpo', `${LOST},500,XOF,paid`, `${OTHER},700,XOF,paid`)).words))
  expect(words.flatMap((each) => each.match(/^taken-up {2}\S+/gm) ?? []).toSorted()).toEqual([`taken-up  ${LOST}`, `taken-up  ${OTHER}`])
  expect((await takeUp('dpo', `${LOST},500,XOF,paid`)).words).toBe(
    '0 taken up, 1 known before, 0 given back there already, 0 under references that are not ours.\n',
  )
  expect((await run('list')).words).toMatch(
    new RegExp(`^${LOST} .* 500 XOF  found-at-dpo: paid, and a restored backup lost the order`, 'm'),
  )
})

test('F44 what went back there already needs nobody, also when it went back after it was taken up', async () => {
  await takeUp('dpo', `${LOST},500,XOF,paid`)
  expect((await takeUp('dpo', `${LOST},500,XOF,paid`, `${LOST},500,XOF,refunded`, `${OTHER},500,XOF,refunded`)).words).toContain(
    '2 given back there already',
  )
  expect((await run('list')).words).toBe('No payment needs a person.\n')
  expect((await run('show', LOST)).words).toContain('returned')
})

test('F44 failed lines, lines of another shop and statements of nobody become no row', async () => {
  const { isGood, words } = await takeUp('dpo', `${LOST},500,XOF,failed`, 'POS-4711,900,XOF,paid', `G${OTHER},900,XOF,paid`)
  expect(isGood).toBe(true)
  expect(words).toContain('not-ours  POS4711  dpo')
  expect(words).toContain('0 taken up')
  expect((await takeUp('dopo', `${LOST},500,XOF,paid`)).isGood).toBe(false)
  expect((await takeUp('dpo', `${LOST},-5,XOF,paid`)).isGood).toBe(false)
  expect((await takeUp('dpo', `${LOST},0,XOF,paid`)).isGood).toBe(false)
  expect((await run('take-up', 'dpo', join(folder, 'none.csv'))).isGood).toBe(false)
  expect((await run('list')).words).toBe('No payment needs a person.\n')
})

test('F44 a person ends it once, in one of three ways', async () => {
  await takeUp('operator', `G${LOST},500,XOF,delivered`)
  const end = (as: string) => run('resolve', `G${LOST}`, '--as', as, '--by', 'A. Moussa', '--note', 'ticket 4711')
  expect((await end('not-paid')).words).toContain('is resolved as refunded, delivered, written-off')
  expect((await end('delivered')).words).toBe(`G${LOST} is resolved as delivered.\n`)
  expect((await end('written-off')).isGood).toBe(false)
  expect((await run('show', `G${LOST}`)).words).toContain('by A. Moussa: ticket 4711')
  await takeUp('operator', `G${LOST},500,XOF,delivered`)
  expect((await run('list')).words).toBe('No payment needs a person.\n')
})

test('F44 a notice that waited for the lost order, or rests before a person, is closed when its payment is taken up', async () => {
  await arrives(paidNotice)
  await pool.query(`insert into work_trouble select 'notice', id::text, 5, 'unknown payment', now(), null from pay_notice`)
  expect((await run('list')).words).toContain('notice:')
  await takeUp('dpo', `${LOST},500,XOF,paid`)
  expect(await open()).toBe(0)
  expect((await run('list')).words).not.toContain('notice:')
  expect((await run('show', LOST)).words).toContain('told again by its provider')
})

test('F44 a notice that comes later waits for nothing, and its row says that the provider told of it', async () => {
  await takeUp('dpo', `${LOST},500,XOF,paid`)
  expect((await arrives(paidNotice)).kind).toBe('kept')
  expect(await open()).toBe(0)
  expect((await run('show', LOST)).words).toContain('told again by its provider')
  // Nobody else's notice is touched by it.
  await arrives({ ...paidNotice, dedupeKey: 'notice-2', attempt: { by: 'ref', value: OTHER } })
  expect(await open()).toBe(1)
})
