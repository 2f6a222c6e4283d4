import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchOptions } from './bench-options.ts'
import { startProgram, type RunningProgram } from './child-program.ts'
import { median, p95 } from './figures.ts'
import { HEAP_LIMITS, processorMs } from './machine.ts'
import { startPostgres } from './payment-world.ts'
import type { Section } from './performance-page.ts'
import type { RecordedStatement } from './recorded-statements.ts'

const SESSIONS_PER_SECOND = 50
const MAX_MS = 150
/** The menu, whose line, how much, and the screen with the price, whose purchase is stored. */
const STEPS = ['', '1', '1*1', '1*1*500']
const FIRST_NUMBER = 90_000_000

type Round = { ms: number[]; wrong: number; portalMs: number; clientMs: number; busy: number }

/** USSD sessions at a steady rate; the operator answers at once, so that only the portal's time counts. */
export async function measureUssd({ seconds, rounds }: BenchOptions): Promise<Section> {
  const postgres = await startPostgres()
  try {
    const database = await postgres.database('ussd')
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'error', USSD_PER_SECOND: '1000', WITH_WALLET: 'yes', ...HEAP_LIMITS }
    const statements = await statementsOfSteps(env)
    const bare = await measured('bare-step.ts', env, { seconds, rounds, first: 1_000_000 })
    const portal = await measured('payment-portal.ts', env, { seconds, rounds, first: 0 })
    await database.close()
    return sectionOf({ seconds, rounds, statements, bare, portal })
  } finally {
    await postgres.stop()
  }
}

type Measured = { seconds: number; rounds: number; statements: number[]; bare: Round[]; portal: Round[] }

function sectionOf({ seconds, rounds, statements, bare, portal }: Measured): Section {
  const worst = median(portal.map(({ ms }) => p95(ms)))
  const least = median(bare.map(({ ms }) => p95(ms)))
  const wrong = portal.reduce((sum, round) => sum + round.wrong, 0)
  const row = (program: string) => (round: Round, index: number) => [
    program,
    index + 1,
    round.ms.length,
    median(round.ms).toFixed(1),
    p95(round.ms).toFixed(1),
    (round.portalMs / round.ms.length).toFixed(2),
    (round.clientMs / round.ms.length).toFixed(2),
    `${Math.round(round.busy * 100)} %`,
  ]
  return {
    title: 'USSD',
    how: [
      `${SESSIONS_PER_SECOND} sessions a second for ${seconds} s, each with four steps to the screen with the price, by the HTTP endpoint; median of ${rounds} rounds.`,
      `The load generator, the portal and PostgreSQL share these cores. "Bare" is Fastify with one SELECT for each step, called in the same way in the same run: the lower bound for any portal on this machine.`,
      `Statements of the four steps: ${statements.join(', ')}.`,
    ],
    goals: [
      { goal: 'answer p95', wanted: `at most ${MAX_MS} ms`, measured: `${worst.toFixed(1)} ms`, isReached: worst <= MAX_MS },
      { goal: 'answers that were not the screen', wanted: '0', measured: String(wrong), isReached: wrong === 0 },
    ],
    tables: [
      {
        head: ['program', 'round', 'answers', 'median ms', 'p95 ms', 'server CPU ms per step', 'client CPU ms per step', 'cores busy'],
        rows: [...bare.map(row('bare')), ...portal.map(row('portal'))],
      },
      { head: ['p95 of the portal to that of the bare step'], rows: [[`${(worst / least).toFixed(1)} times`]] },
    ],
  }
}

/** Queries per step, without the portal's background queries. */
async function statementsOfSteps(env: Record<string, string>): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-statements-'))
  const file = join(folder, 'statements.json')
  const portal = await startProgram('payment-portal.ts', { ...env, RECORD_TO: file })
  const moments: { from: number; until: number }[] = []
  // Warm-up of cached reads.
  for (const number of [1, 2])
    for (const text of STEPS) {
      const from = Date.now()
      await ask(portal.port, { sessionId: `counted-${number}`, phoneNumber: `+227${FIRST_NUMBER + 9_000_000 + number}`, text })
      if (number === 2) moments.push({ from, until: Date.now() })
      await pause(50)
    }
  await portal.stop()
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as RecordedStatement[]
  await rm(folder, { recursive: true })
  const isOfStep = ({ text }: RecordedStatement) => /ussd_|take_limits|purchase|"visit"/.test(text)
  return moments.map(({ from, until }) => recorded.filter((each) => each.at >= from && each.at <= until && isOfStep(each)).length)
}

type Asked = { seconds: number; rounds: number; first: number }

async function measured(name: string, env: Record<string, string>, { seconds, rounds, first }: Asked): Promise<Round[]> {
  const program = await startProgram(name, env)
  try {
    await sessionsFor(program, 2, first)
    const all: Round[] = []
    for (let round = 1; round <= rounds; round += 1) all.push(await sessionsFor(program, seconds, first + round * 100_000))
    return all
  } finally {
    await program.stop()
  }
}

async function sessionsFor({ port, pid }: RunningProgram, seconds: number, first: number): Promise<Round> {
  const ms: number[] = []
  let wrong = 0
  const sessions: Promise<void>[] = []
  const before = { portal: processorMs(pid), client: process.cpuUsage(), cores: coreTimes() }
  const began = performance.now()
  for (let session = 0; session < seconds * SESSIONS_PER_SECOND; session += 1) {
    await pause(Math.max(0, began + (session * 1000) / SESSIONS_PER_SECOND - performance.now()))
    sessions.push(walk(session))
  }
  await Promise.all(sessions)
  const { user, system } = process.cpuUsage(before.client)
  const cores = coreTimes()
  const busy = 1 - (cores.idle - before.cores.idle) / (cores.all - before.cores.all)
  return { ms, wrong, portalMs: processorMs(pid) - before.portal, clientMs: (user + system) / 1000, busy }

  async function walk(session: number): Promise<void> {
    const phoneNumber = `+227${FIRST_NUMBER + first + session}`
    for (const text of STEPS) {
      const asked = performance.now()
      if (!(await ask(port, { sessionId: `${first}-${session}`, phoneNumber, text })).startsWith('CON ')) wrong += 1
      ms.push(performance.now() - asked)
    }
  }
}

async function ask(port: number, { sessionId, phoneNumber, text }: Record<'sessionId' | 'phoneNumber' | 'text', string>): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/ussd/v1/session`, {
    method: 'POST',
    headers: { 'x-ussd-key': 'sandbox-ussd' },
    body: new URLSearchParams({ sessionId, serviceCode: '*222#', phoneNumber, text }),
  })
  return answer.text()
}

function coreTimes(): { idle: number; all: number } {
  const times = cpus().map((core) => core.times)
  const sum = (values: number[]) => values.reduce((one, other) => one + other, 0)
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap((each) => Object.values(each))) }
}
