import { expect, test } from 'vitest'
import { listAudit } from '#features/audit/server/audit-log.ts'
import { readClosures } from '#features/switches/server/closure.store.ts'
import { openDatabase } from '#server/database/database.ts'
import { readSettings } from '#settings/settings.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { runPaymentsCommand } from './payments-command.ts'

const db = openDatabase((await testDatabase()).pool)
const settings = readSettings({})
const run = async (...args: string[]) => (await runPaymentsCommand(args, async () => db, settings)).message
const closed = async () => [...(await readClosures(db)).keys()]
const WHY = ['--note', 'the contract ends today']
const CLOSE = ['close-way', 'dpo', '--reason', 'agreement', '--by', 'Moussa', ...WHY]

test('CON-8 CON-4 a command closes a way as the console does: same rows, same audit entry, with the word command', async () => {
  expect(await run(...CLOSE, '--hours', '24')).toBe('dpo is closed to new payments.\n')
  expect(await closed()).toEqual(['dpo'])
  expect((await listAudit(db, { limit: 1 }))[0]).toMatchObject({
    act: 'close-way',
    outcome: 'done',
    target: { kind: 'way', id: 'dpo' },
    actor: { name: 'Moussa' },
    detail: { before: 'open', reason: 'agreement', note: 'the contract ends today', via: 'command' },
  })
  expect(await run('ways')).toMatch(/^dpo {2}closed until 20\S+, agreement, by Moussa: the contract ends today$/m)
  expect(await run('ways')).toMatch(/^mpesa {2}open$/m)
})

test.for([
  [['--hours', '25'], 'at most'],
  [['--hours', '-1'], '--hours'],
  [[], '--hours'],
  [['--hours', '2', '--reason', 'why'], '--reason'],
  [['--hours', '2', '--note', ''], '--note'],
] as const)('CON-8 a command with %j closes nothing', async ([change, words]) => {
  const before = await closed()
  const answer = await run('close-way', 'mpesa', '--reason', 'works', '--by', 'Moussa', ...WHY, ...change)
  expect(answer).toContain(words)
  expect(await closed()).toEqual(before)
})

test('CON-3 CON-8 reopening by command needs two people, or is an emergency on record', async () => {
  await run(...CLOSE, '--hours', '23')
  const proposed = await run('reopen-way', 'dpo', '--by', 'Moussa', '--note', 'a new contract')
  const id = /approve-way (\d+)/.exec(proposed)?.[1] ?? ''
  expect(await run('approve-way', id, '--by', 'moussa ')).toContain('another person must approve it')
  expect(await closed()).toEqual(['dpo'])
  expect(await run('approve-way', id, '--by', 'Amina')).toContain('the way is open')
  expect(await closed()).toEqual([])
  await run(...CLOSE, '--hours', '2')
  expect(await run('reopen-way', 'dpo', '--by', 'Moussa', '--note', 'closed by mistake', '--emergency')).toContain('GuichetEmergencyAct')
  expect(await closed()).toEqual([])
  expect((await listAudit(db, { limit: 1 }))[0]).toMatchObject({ act: 'reopen-way', detail: { emergency: true } })
})
