import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { openDatabase } from '../database/database.ts'
import type { Caller } from './caller.ts'
import { createRateLimiter, withinWindow } from './rate-limiter.ts'
import { RATE_LIMITS } from './rate-limits.ts'

const { pool } = await testDatabase()
const db = openDatabase(pool)
const limits = { numbersPerMinute: 30_000, codesPerMinute: 6_000, codesPerHour: 90_000, pushesPerMinute: 600 }
const rateLimiter = createRateLimiter({ db, limits })
let lastVisit = 0
const anAsker = (address: string, puzzle: Caller['puzzle']): Caller => ({ address, visit: `v${(lastVisit += 1)}`, puzzle })

const kindOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'served',
    (error: unknown) => (error instanceof Problem ? error.kind : error),
  )
const take = (caller: Caller) => kindOf(rateLimiter.consume('codes', caller))
const takeInTurn = (caller: Caller) => kindOf(rateLimiter.inTurn('codes', caller, () => rateLimiter.consume('codes', caller)))

/** All codes that known visits of the IP address may request at once are used up; one more is free in a second. */
async function useUp(address: string): Promise<void> {
  const { burst, everySeconds } = RATE_LIMITS.codes.visits
  await pool.query(
    `insert into rate_limit (key, arrives_at) values ($1, now() + make_interval(secs => $2))
     on conflict (key) do update set arrives_at = excluded.arrives_at`,
    [`codes:visits:${address}`, burst * everySeconds],
  )
}

test('abuse 91 a page without script and a solved puzzle wait for a code that is used up; others must solve a puzzle at once', async () => {
  await useUp('here')
  expect(await take(anAsker('here', 'none'))).toBe('too-many-requests')
  expect(await takeInTurn(anAsker('here', 'open'))).toBe('puzzle-needed')
  const asked = ['none', 'solved', 'none'] as const
  expect(await Promise.all(asked.map((puzzle) => takeInTurn(anAsker('here', puzzle))))).toEqual(['served', 'served', 'served'])
})

test('abuse 91 a limit that the visit itself used up is not waited for', async () => {
  const caller = anAsker('there', 'solved')
  const most = RATE_LIMITS.codes.perVisit.burst
  for (let each = 0; each < most; each += 1) expect(await takeInTurn(caller)).toBe('served')
  expect(await takeInTurn(caller)).toBe('too-many-requests')
})

test('abuse 91 clients without a visit that used up their share block no client without a visit that solves a puzzle', async () => {
  const stranger = (puzzle: Caller['puzzle']): Caller => ({ address: 'third', visit: null, puzzle })
  const all = await Promise.all(Array.from({ length: 60 }, () => take(stranger('open'))))
  expect(all.filter((kind) => kind === 'served').length).toBeLessThanOrEqual(RATE_LIMITS.codes.withoutVisit.burst)
  expect(all).toContain('puzzle-needed')
  expect(await take(stranger('solved'))).toBe('served')
})

test('abuse 80 the operator’s limit is never exceeded in any window', () => {
  for (const most of [20, 600, 9_000]) {
    const { burst, everySeconds } = withinWindow(most, 60)
    expect(burst + 60 / everySeconds).toBeLessThanOrEqual(most)
  }
})
