import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { DrillWorld } from './drill-world.ts'
import { createPayerActions } from './payer-actions.ts'
import { makePayment, METHODS } from './payments.ts'
import type { DrillResult } from './report.ts'
import { settleAndAudit } from './settle-and-audit.ts'
import { newErrand, type TrafficCount } from './traffic.ts'
import { aVisitor, Refusal, type Listener, type Visitor } from './visitor.ts'

const VISITORS_A_SECOND = 20
/** Of the visitors, those who go on to pay: five a second. */
const PAYING_PART = 0.25
const GOALS_MS = { api: 150, html: 250 } as const

type Chance = () => number
export type LoadFigures = { answers: number; errors: Record<string, number>; shed: number; api: Spread; html: Spread }
type Spread = { count: number; p50: number; p95: number }
type Seen = Parameters<Listener>[0]

/** Visitors open pages, check a number and list bundles; a part of them pays by all methods. Arrivals do not wait for responses. */
export async function loadPortal(
  world: DrillWorld,
  chance: Chance,
  { seconds, times }: { seconds: number; times: number },
): Promise<DrillResult> {
  const began = performance.now()
  const isBusyMachine = (loadavg()[0] ?? 0) > availableParallelism()
  const seen: Seen[] = []
  const payerActions = createPayerActions(world.sandboxUrl)
  const count: TrafficCount = { begun: 0, finished: 0, refused: {}, givenUp: [], shown: {}, acknowledged: [] }
  const visits: Promise<void>[] = []
  let turn = 0

  async function visit(): Promise<void> {
    const visitor = aVisitor({ portalUrl: world.portalUrl, listener: (answer) => seen.push(answer) })
    const isShedOff = await lookAround(visitor, chance).catch(() => true)
    if (isShedOff || chance() >= PAYING_PART) return
    count.begun += 1
    turn += 1
    try {
      await makePayment(visitor, payerActions, newErrand(METHODS[turn % METHODS.length] ?? 'paystack', chance))
      count.finished += 1
    } catch (error) {
      const word = error instanceof Error ? error.message : String(error)
      if (error instanceof Refusal) count.refused[word] = (count.refused[word] ?? 0) + 1
      else count.givenUp.push(word)
    }
  }

  while (performance.now() - began < seconds * 1000) {
    visits.push(visit())
    await pause((-Math.log(1 - chance()) * 1000) / (VISITORS_A_SECOND * times))
  }
  await Promise.all(visits)
  const figures = figuresOf(seen)
  const problems = problemsOf(figures, { count, times, isBusyMachine })
  const audit = await settleAndAudit(world, { withinSeconds: 240 })
  const what = `${VISITORS_A_SECOND * times} visitors/s for ${seconds} s: ${describeFigures(figures)}${isBusyMachine ? ' (busy machine: not judged)' : ''}`
  return { drill: `load x${times}`, what, traffic: count, audit, problems, seconds: (performance.now() - began) / 1000 }
}

/** True when the portal shed this visitor. */
async function lookAround(visitor: Visitor, chance: Chance): Promise<boolean> {
  const msisdn = String(91_000_000 + Math.floor(chance() * 7_000_000))
  const statuses = [await visitor.page('/'), await visitor.page('/prepaid-recharge')]
  statuses.push((await visitor.call('POST', '/subscriber/line-type', { msisdn })).status)
  statuses.push((await visitor.call('POST', '/product/v1/bundle', { msisdn, lineType: 'PREPAID' })).status)
  return statuses.includes(503)
}

export function figuresOf(seen: readonly Seen[]): LoadFigures {
  const errors: Record<string, number> = {}
  for (const { status, path } of seen)
    if (status >= 500 && status !== 503) errors[`${status} ${path}`] = (errors[`${status} ${path}`] ?? 0) + 1
  const times = (kind: Seen['kind']) =>
    seen.filter((each) => each.kind === kind && each.status < 500).map(({ milliseconds }) => milliseconds)
  return {
    answers: seen.length,
    errors,
    shed: seen.filter(({ status }) => status === 503).length,
    api: spreadOf(times('api')),
    html: spreadOf(times('html')),
  }
}

function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((first, second) => first - second)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { count: sorted.length, p50: at(0.5), p95: at(0.95) }
}

type Circumstances = { count: TrafficCount; times: number; isBusyMachine: boolean }

/** At the planned load no request may fail or be shed, and the times are goals; beyond it only started payments must finish. */
function problemsOf({ errors, shed, api, html }: LoadFigures, { count, times, isBusyMachine }: Circumstances): string[] {
  const problems = Object.entries(errors).map(([what, number]) => `${number} times ${what}`)
  if (isBusyMachine || times > 1) return problems
  if (shed > 0) problems.push(`${shed} requests were shed at the planned load`)
  problems.push(...count.givenUp)
  if (api.p95 > GOALS_MS.api) problems.push(`p95 of calls is ${api.p95.toFixed(0)} ms, the goal is ${GOALS_MS.api}`)
  if (html.p95 > GOALS_MS.html) problems.push(`p95 of pages is ${html.p95.toFixed(0)} ms, the goal is ${GOALS_MS.html}`)
  return problems
}

function describeFigures({ answers, shed, api, html }: LoadFigures): string {
  const words = ({ p50, p95 }: Spread) => `p50 ${p50.toFixed(0)} ms p95 ${p95.toFixed(0)} ms`
  return `${answers} answers, ${shed} shed, API ${words(api)}, HTML ${words(html)}`
}
