import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import type { Puzzle } from '#shared/puzzle.ts'
import { solvePuzzle } from '#portal/network/solve-puzzle.ts'
import { testPortal } from '#tests/support/test-portal.ts'

let nowMs = Date.now()
const portal = await testPortal({ clock: { now: () => new Date(nowMs) } })
const HERE = '10.7.0.1'
const VALIDATE = 'subscriber/validate'
let lastNumber = 90_200_000

type Sent = { puzzle?: string; address?: string; call?: string }

/** A number that was never requested, so that it has to be counted. */
function look({ puzzle, address = HERE, call = VALIDATE }: Sent = {}) {
  const headers = puzzle === undefined ? {} : { 'x-puzzle': puzzle }
  const payload = { msisdn: String((lastNumber += 1)) }
  return portal.call({ method: 'POST', url: `${API_PREFIX}/${call}`, payload, headers, remoteAddress: address })
}

/** Uses up the shared capacity, of all callers, and the fallback; the rest is for solved puzzles. */
async function press(): Promise<void> {
  const { pool } = portal.database
  await pool.query("update rate_limit set arrives_at = now() + interval '20 seconds' where key like 'numbers:strangers:%'")
  await pool.query("update rate_limit set arrives_at = now() + interval '1 hour' where key like 'numbers:%:reserve'")
}

async function underPressure(): Promise<Puzzle> {
  for (let asked = 0; asked < 400; asked += 1) {
    const answer = (await look()).json()
    if (asked > 80) await press()
    if (answer.code === 'puzzle-needed') return press().then(() => answer.puzzle)
  }
  throw new Error('the address is never under pressure')
}

test('abuse 82 under pressure a solved puzzle opens the call it was made for, once', async () => {
  const puzzle = await solvePuzzle(await underPressure())
  expect((await look({ puzzle })).json().status).toBe('success')
  expect((await look({ puzzle })).json().code).toBe('puzzle-needed')
})

test('abuse 82 twenty calls at once with one solution: one of them passes', async () => {
  const puzzle = await solvePuzzle(await underPressure())
  const answers = await Promise.all(Array.from({ length: 20 }, () => look({ puzzle })))
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
})

test('abuse 82 a puzzle is not valid for another address, another call, after its expiry, or with wrong numbers', async () => {
  const elsewhere = '10.7.0.2'
  await Promise.all(Array.from({ length: 80 }, () => look({ address: elsewhere })))
  const solved = await solvePuzzle(await underPressure())
  expect((await look({ puzzle: solved, address: elsewhere })).json().code).toBe('puzzle-needed')
  expect((await look({ puzzle: solved, call: 'subscriber/line-type' })).json().code).toBe('puzzle-needed')
  const [challenge = ''] = solved.split(':')
  for (const wrong of [
    '',
    'x',
    `${challenge}:1,2,3,4,5,6,7,8`,
    `${challenge}:1`,
    `${solved},1`,
    solved.replace(/^./, '!'),
    'A'.repeat(5000),
  ])
    expect((await look({ puzzle: wrong })).json().code).toBe('puzzle-needed')
  await press()
  nowMs += 121_000
  expect((await look({ puzzle: solved })).json().code).toBe('puzzle-needed')
})

test('the text of a puzzle is for visitors whose browser cannot solve it', async () => {
  await underPressure()
  expect((await look()).json()).toMatchObject({
    statusCode: 4292,
    message: expect.stringContaining('Patientez'),
    puzzle: { parts: 8, bits: 9 },
  })
})
