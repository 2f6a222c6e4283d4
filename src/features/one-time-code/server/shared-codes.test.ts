import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import type { Failure } from '#shared/failure.ts'
import { PUZZLE_HEADER, type Puzzle } from '#shared/puzzle.ts'
import { RATE_LIMITS } from '#server/limits/rate-limits.ts'
import { solvePuzzle } from '#portal/network/solve-puzzle.ts'
import { listeningPortal } from '#tests/support/listening-portal.ts'
import { anAddress, codeWorld, SEND, type CodeWorld } from '#tests/support/code-world.ts'
import { cookiesOf } from '#tests/support/test-portal.ts'

const VALIDATE = `${API_PREFIX}/subscriber/validate`
const PREFILL = `${API_PREFIX}/visit/v1/prefill`
const MINUTE_SECONDS = 60
/** The factor by which time runs faster for rate limits. */
const PACE = 3
let lastNumber = 92_500_000
const aNumber = () => String((lastNumber += 1))

/** Moves rate limits forward: they use the database clock, which this adds to until time runs `PACE` times as fast. */
function hurryLimits({ portal: { database } }: CodeWorld): void {
  const over = new AbortController()
  async function hurry(): Promise<void> {
    for (let shiftedMs = performance.now(); !over.signal.aborted; await pause(100)) {
      const nowMs = performance.now()
      const shift = `${(nowMs - shiftedMs) * (PACE - 1)} milliseconds`
      shiftedMs = nowMs
      const { rows } = await database.pool.query("select key from rate_limit where key not like '%:visit:%'")
      // One by one: an update of several rows could lock them in another order than the portal.
      for (const { key } of rows)
        await database.pool.query('update rate_limit set arrives_at = arrives_at - $2::interval where key = $1', [key, shift])
    }
  }
  const work = hurry()
  onTestFinished(async () => {
    over.abort()
    await work
  })
}

type Caller = { world: CodeWorld; address: string; solve?: (puzzle: Puzzle) => string | Promise<string> }

/** Stores its cookie like a browser, and solves two puzzles per call at most. */
function aBrowser({ world, address: remoteAddress, solve = solvePuzzle }: Caller) {
  let cookie = ''
  return async function post(url: string, payload: object): Promise<number> {
    let solution: string | undefined
    for (let solved = 0; ; solved += 1) {
      const headers = { cookie, lang: 'en', ...(solution && { [PUZZLE_HEADER]: solution }) }
      const answer = await world.portal.call({ method: 'POST', url, payload, headers, remoteAddress })
      cookie = cookiesOf(answer) || cookie
      const { puzzle } = answer.json<Partial<Failure>>()
      if (!puzzle || solved === 2) return answer.statusCode
      solution = await solve(puzzle)
    }
  }
}

/** Several times as fast as a browser, which computes hashes beside the page. */
function solveFast({ challenge, parts, bits }: Puzzle): string {
  const numbers = Array.from({ length: parts }, (_, part) => {
    for (let number = 0; ; number += 1) {
      const digest = createHash('sha256').update(`${challenge}:${part}:${number}`).digest()
      if (digest.readUInt32BE(0) >>> (32 - bits) === 0) return number
    }
  })
  return `${challenge}:${numbers.join(',')}`
}

/** One connection with unlimited real visits, each used for a few codes, without pauses. */
async function attack(caller: Caller, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const post = aBrowser({ ...caller, solve: solveFast })
    await post(PREFILL, { type: 'prepaid', msisdn: aNumber() })
    for (let each = 0; each < 5 && !isOver(); each += 1) await post(SEND, { msisdn: aNumber() })
  }
}

test('abuse 91 a machine that solves puzzles on three connections leaves enough codes to 28 honest visitors of its address', async () => {
  const world = await codeWorld({ env: {} })
  const address = anAddress()
  hurryLimits(world)
  const began = performance.now()
  const passed = () => ((performance.now() - began) / 1000) * PACE
  let isOver = false
  const attackers = [1, 2, 3].map(() => attack({ world, address }, () => isOver))
  // The honest visitors arrive when the burst of the address is used up.
  await expect.poll(() => world.sent.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(RATE_LIMITS.codes.visits.burst)
  const waits = await Promise.all(
    Array.from({ length: 28 }, async (_, each) => {
      await pause((each * MINUTE_SECONDS * 1000) / PACE / 28)
      const post = aBrowser({ world, address })
      const msisdn = aNumber()
      const asked = passed()
      // Every third one has no visit: a solved puzzle counts as much.
      if (each % 3 > 0) await post(VALIDATE, { msisdn })
      return (await post(SEND, { msisdn })) === 200 ? passed() - asked : Infinity
    }),
  )
  isOver = true
  await Promise.all(attackers)
  expect(waits.filter((seconds) => seconds <= 60).length).toBeGreaterThanOrEqual(27)
  const { visits, withoutVisit: strangers } = RATE_LIMITS.codes
  const most = [visits, strangers].reduce((sum, { burst, everySeconds }) => sum + burst + passed() / everySeconds, 0)
  expect(world.sent.length).toBeLessThanOrEqual(most)
})

test('abuse 91 aborted requests free their place in the queue', async () => {
  const { portal, origin } = await listeningPortal()
  const { pool } = portal.database
  const ask = (solution?: string) => ({
    method: 'POST' as const,
    headers: { 'content-type': 'application/json', origin, ...(solution && { [PUZZLE_HEADER]: solution }) },
    body: JSON.stringify({ msisdn: aNumber() }),
  })
  const solved = async () => {
    for (;;) {
      const { puzzle } = (await (await fetch(`${origin}${SEND}`, ask())).json()) as Partial<Failure>
      if (puzzle) return solveFast(puzzle)
    }
  }
  const solutions = await Promise.all(Array.from({ length: 60 }, solved))
  await fetch(`${origin}${SEND}`, ask(await solved()))
  // The state after an attack that used up the burst.
  await pool.query(`update rate_limit set arrives_at = now() + interval '80 seconds' where key like 'codes:visits:%'`)
  const leaving = new AbortController()
  const left = solutions.map((solution) => fetch(`${origin}${SEND}`, { ...ask(solution), signal: leaving.signal }).catch(() => null))
  const solvedPuzzles = async () => (await pool.query("select from used_nonce where nonce like 'puzzle.%'")).rowCount
  await expect.poll(solvedPuzzles, { timeout: 20_000 }).toBe(61)
  leaving.abort()
  await Promise.all(left)
  expect((await fetch(`${origin}${SEND}`, ask(await solved()))).status).toBe(200)
})
