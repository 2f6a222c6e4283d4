import { randomBytes } from 'node:crypto'
import type { BenchOptions } from './bench-options.ts'
import { startPortal, type RunningPortal } from '../tests/support/start-for-tests.ts'
import { startProgram } from './child-program.ts'
import { median, p95 } from './figures.ts'
import { atRate, inTurns, type Turn } from './load.ts'
import type { LoopbackRequest } from './loopback-client.ts'
import { HEAP_LIMITS, peakMemoryMb } from './machine.ts'
import type { Section } from './performance-page.ts'
import { watchOperator, type WatchedOperator } from './watched-operator.ts'

const API = '/orp/bfe/api/portal-service'
const RATE = 50
const WARM_UP_SECONDS = 4
/** Numbers that no measured call uses. */
const FAR_AWAY = 100_000

const ASKS: { name: string; ask: LoopbackRequest; kind: 'cached' | 'reading' | 'form' | 'list' | 'api' }[] = [
  { name: '/ (cached)', ask: { path: '/' }, kind: 'cached' },
  { name: '/prepaid-recharge (cached)', ask: { path: '/prepaid-recharge' }, kind: 'cached' },
  { name: '/gethelp (cached)', ask: { path: '/gethelp' }, kind: 'cached' },
  { name: '/about?lead=1 (rendered)', ask: { path: '/about?lead=1' }, kind: 'reading' },
  { name: '/gethelp?lead=1 (rendered)', ask: { path: '/gethelp?lead=1' }, kind: 'reading' },
  { name: '/?lead=1 (rendered, form)', ask: { path: '/?lead=1' }, kind: 'form' },
  { name: '/table?lead=1 (rendered, list of bundles)', ask: { path: '/table?lead=1' }, kind: 'list' },
  { name: 'line-type', ask: { method: 'POST', path: `${API}/subscriber/line-type`, body: { msisdn: '90000001' } }, kind: 'api' },
  { name: 'bundle list', ask: { method: 'POST', path: `${API}/product/v1/bundle`, body: { lineType: 'PREPAID' } }, kind: 'api' },
]

type Measured = {
  name: string
  kind: string
  perSecond: number
  processorMsEach: number
  errors: number
  ratio: number
  processorRatio: number
}

/** Responses per second, alternating with the Fastify baseline. */
export async function measureServer(options: BenchOptions): Promise<Section> {
  const { seconds } = options
  const bare = await startProgram('bare-fastify.ts')
  let sandboxUrl = ''
  const operator = await watchOperator(() => sandboxUrl)
  // Every number check has a separate address, as if through a proxy, so that no rate limit applies.
  const many = { TRUSTED_PROXIES: '127.0.0.1', LIMIT_NUMBERS_PER_MINUTE: '1000000' }
  const portal = await startPortal({ OPERATOR_URL: operator.url, ...many, ...HEAP_LIMITS })
  sandboxUrl = portal.sandboxUrl
  try {
    const server = { port: Number(new URL(portal.portalUrl).port), pid: portal.process.pid ?? 0 }
    const latency = await latencies(portal, operator, options)
    const measured: Measured[] = []
    for (const { name, ask, kind } of ASKS) {
      const turns = await inTurns(
        [
          { ...bare, ask: { path: '/' } },
          { ...server, ask },
        ],
        { seconds },
      )
      measured.push(compare(name, kind, turns))
      process.stdout.write(`${JSON.stringify(measured.at(-1))}\n`)
    }
    return describe(measured, latency, peakMemoryMb(server.pid))
  } finally {
    await portal.stop()
    operator.close()
    await bare.stop()
  }
}

function compare(name: string, kind: string, turns: Turn[][]): Measured {
  const perSecond = ({ answers, seconds }: Turn) => answers / seconds
  const [bare, ours] = [turns.flatMap(([one]) => one ?? []), turns.flatMap(([, other]) => other ?? [])]
  return {
    name,
    kind,
    perSecond: median(ours.map(perSecond)),
    processorMsEach: processorMsEach(ours),
    errors: ours.reduce((sum, { errors }) => sum + errors, 0),
    ratio: median(turns.flatMap(([one, other]) => (one && other ? [perSecond(other) / perSecond(one)] : []))),
    processorRatio: processorMsEach(bare) / processorMsEach(ours),
  }
}

function processorMsEach(turns: readonly Turn[]): number {
  const sum = (of: (turn: Turn) => number) => turns.reduce((total, turn) => total + of(turn), 0)
  return sum(({ processorMs }) => processorMs) / sum(({ answers }) => answers)
}

type Latencies = { check: number; list: number; refused: number }

/** Every call has another number and address: neither a cache nor a rate limit applies. Median of the rounds. */
async function latencies(portal: RunningPortal, operator: WatchedOperator, { seconds, rounds }: BenchOptions): Promise<Latencies> {
  const port = Number(new URL(portal.portalUrl).port)
  const numberAt = (position: number) => String(91_000_000 + ((position * 7919) % 8_999_999))
  const asking = (position: number): LoopbackRequest => ({
    method: 'POST',
    path: `${API}/subscriber/line-type`,
    body: { msisdn: numberAt(position) },
    headers: { 'x-forwarded-for': [10, ...randomBytes(3)].join('.') },
  })
  // Warm-up: the first calls fetch a token and compile code.
  await atRate(port, { perSecond: RATE, seconds: WARM_UP_SECONDS, next: (position) => asking(FAR_AWAY + position) })
  const seen: Latencies[] = []
  for (let round = 0; round < rounds; round += 1) {
    const from = round * RATE * seconds
    const checks = await atRate(port, { perSecond: RATE, seconds, next: (position) => asking(from + position) })
    const lists = await atRate(port, {
      perSecond: RATE,
      seconds,
      next: () => ({ method: 'POST', path: `${API}/product/v1/bundle`, body: { lineType: 'PREPAID' } }),
    })
    seen.push({
      check: p95(checks.map(({ milliseconds }, position) => milliseconds - operator.tookMs(numberAt(from + position)))),
      list: p95(lists.map(({ milliseconds }) => milliseconds)),
      refused: [...checks, ...lists].filter(({ status }) => status !== 200).length,
    })
    process.stdout.write(`${JSON.stringify(seen.at(-1))}\n`)
  }
  return {
    check: median(seen.map(({ check }) => check)),
    list: median(seen.map(({ list }) => list)),
    refused: seen.reduce((sum, { refused }) => sum + refused, 0),
  }
}

function describe(measured: Measured[], latency: Latencies, memoryMb: number): Section {
  const worst = (kind: string) => Math.min(...measured.filter((each) => each.kind === kind).map(({ ratio }) => ratio))
  const rendered = (kind: string, name: string, part: number) => ({
    goal: `${name} against bare Fastify`,
    wanted: `at least 1/${part}`,
    measured: `1/${(1 / worst(kind)).toFixed(0)}`,
    isReached: worst(kind) >= 1 / part,
  })
  return {
    title: 'Server',
    how: [
      'One process, ten keep-alive connections on loopback, in short rounds alternating with bare Fastify (`{"hello":"world"}`): the ratio is the median of the pairs. The last column compares the CPU time of the server per response, which depends less on other load.',
      `Number check and bundle list arrive at ${RATE}/s, median of the rounds; the operator's own time, measured per call by a proxy, is subtracted. ${latency.refused} of these calls had another status than 200.`,
    ],
    goals: [
      {
        goal: 'cached pages against bare Fastify',
        wanted: 'at least 0.60',
        measured: worst('cached').toFixed(2),
        isReached: worst('cached') >= 0.6,
      },
      rendered('reading', 'a rendered reading page', 25),
      rendered('list', 'a rendered page with a list of bundles', 50),
      {
        goal: `number check p95 at ${RATE}/s beyond the operator's time`,
        wanted: 'at most 25 ms',
        measured: `${latency.check.toFixed(1)} ms`,
        isReached: latency.check <= 25,
      },
      {
        goal: `bundle list p95 at ${RATE}/s`,
        wanted: 'at most 25 ms',
        measured: `${latency.list.toFixed(1)} ms`,
        isReached: latency.list <= 25,
      },
      { goal: 'memory of the server under load', wanted: 'at most 300 MB', measured: `${memoryMb} MB`, isReached: memoryMb <= 300 },
    ],
    tables: [
      {
        head: ['answer', 'per second', 'processor ms each', 'of bare Fastify', 'of bare Fastify, by processor time', 'errors'],
        rows: measured.map((each) => [
          each.name,
          Math.round(each.perSecond),
          each.processorMsEach.toFixed(3),
          each.ratio.toFixed(3),
          each.processorRatio.toFixed(3),
          each.errors,
        ]),
      },
    ],
  }
}
