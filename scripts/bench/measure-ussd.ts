import { setTimeout as pause } from 'node:timers/promises'
import type { BenchOptions } from './bench-options.ts'
import { startProgram } from './child-program.ts'
import { median, p95 } from './figures.ts'
import { HEAP_LIMITS } from './machine.ts'
import { startPostgres } from './payment-world.ts'
import type { Section } from './performance-page.ts'

const SESSIONS_PER_SECOND = 50
const MOST_MS = 150
/** The menu, whose line, how much, and the screen with the price, whose purchase is stored. */
const STEPS = ['', '1', '1*1', '1*1*500']
const FIRST_NUMBER = 90_000_000

/** Sessions of the menu on phones at a steady pace; the operator answers at once, so that only our own time counts. */
export async function measureUssd({ seconds, rounds }: BenchOptions): Promise<Section> {
  const postgres = await startPostgres()
  try {
    const database = await postgres.database('ussd')
    const portal = await startProgram('payment-portal.ts', {
      DATABASE_URL: database.url,
      LOG_LEVEL: 'error',
      USSD_PER_SECOND: '1000',
      ...HEAP_LIMITS,
    })
    try {
      await sessionsFor(portal.port, 2, 0)
      const measured: { ms: number[]; wrong: number }[] = []
      for (let round = 1; round <= rounds; round += 1) measured.push(await sessionsFor(portal.port, seconds, round))
      const worst = median(measured.map(({ ms }) => p95(ms)))
      const wrong = measured.reduce((sum, round) => sum + round.wrong, 0)
      return {
        title: 'USSD',
        how: [
          `${SESSIONS_PER_SECOND} sessions a second for ${seconds} s, each four steps to the screen with the price, by the HTTP door; median of ${rounds} rounds.`,
        ],
        goals: [
          { goal: 'answer p95', wanted: `at most ${MOST_MS} ms`, measured: `${worst.toFixed(1)} ms`, isReached: worst <= MOST_MS },
          { goal: 'answers that were not the screen', wanted: '0', measured: String(wrong), isReached: wrong === 0 },
        ],
        tables: [
          {
            head: ['round', 'answers', 'median ms', 'p95 ms'],
            rows: measured.map(({ ms }, round) => [round + 1, ms.length, median(ms).toFixed(1), p95(ms).toFixed(1)]),
          },
        ],
      }
    } finally {
      await portal.stop()
      await database.close()
    }
  } finally {
    await postgres.stop()
  }
}

async function sessionsFor(port: number, seconds: number, round: number): Promise<{ ms: number[]; wrong: number }> {
  const ms: number[] = []
  let wrong = 0
  const sessions: Promise<void>[] = []
  const began = performance.now()
  for (let session = 0; session < seconds * SESSIONS_PER_SECOND; session += 1) {
    await pause(Math.max(0, began + (session * 1000) / SESSIONS_PER_SECOND - performance.now()))
    sessions.push(walk(session))
  }
  await Promise.all(sessions)
  return { ms, wrong }

  async function walk(session: number): Promise<void> {
    const phoneNumber = `+227${FIRST_NUMBER + round * 100_000 + session}`
    for (const text of STEPS) {
      const asked = performance.now()
      const answer = await fetch(`http://127.0.0.1:${port}/ussd/v1/session`, {
        method: 'POST',
        headers: { 'x-ussd-key': 'sandbox-ussd' },
        body: new URLSearchParams({ sessionId: `${round}-${session}`, serviceCode: '*222#', phoneNumber, text }),
      })
      if (!(await answer.text()).startsWith('CON ')) wrong += 1
      ms.push(performance.now() - asked)
    }
  }
}
