import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesChangedSinceBase } from './changed-files.ts'
import { check } from './check.ts'
import { readPlaywrightReport, readVitestReport, type Report } from './test-reports.ts'
import { prepareTestMachine } from './test-machine.ts'

const reports = mkdtempSync(join(tmpdir(), 'guichet-reports-'))
const times: string[] = []

async function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const [code] = await once(spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }), 'close')
  return code === 0
}

async function timed<Result>(stage: string, work: () => Result | Promise<Result>): Promise<Result> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    times.push(`${stage} ${Math.round((performance.now() - began) / 1000)} s`)
  }
}

/** Runs at the lowest priority and prints its output when it is done. */
async function runAside(...args: string[]): Promise<boolean> {
  const child = spawn('nice', ['-n', '19', 'node', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part))
  const [code] = await once(child, 'close')
  process.stdout.write(`\n${Buffer.concat(said).toString()}`)
  return code === 0
}

const CHANGED = filesChangedSinceBase()

/** True when no base is known. */
function hasChanged(paths: RegExp): boolean {
  return CHANGED?.some((file) => paths.test(file)) ?? true
}

const ENGINE = /^(?:src\/features\/payment\/engine|src\/payment-connectors|tests\/simulation)\//
const DRILLED = /^(?:src\/(?:server|start|composition|outbound|features\/payment)|migrations|drills)\b/

/** New seeds every day; all planted bugs and five times as many seeds when the engine changed. */
async function simulate(): Promise<boolean> {
  const worlds = runAside('scripts/simulate.ts', '--daily', '--seeds', hasChanged(ENGINE) ? '20000' : '4000')
  const both = [worlds, runAside('scripts/simulate.ts', '--mutants')]
  return (await Promise.all(both)).every(Boolean)
}

/** CPU-bound work that runs while other tests wait. */
function beginAside(): { isBuilt: Promise<boolean>; isMoneySafe: Promise<boolean> } {
  const isBuilt = timed('build aside', () => runAside('scripts/build-when-needed.ts'))
  return { isBuilt, isMoneySafe: isBuilt.then((ok) => ok && timed('simulation aside', simulate)) }
}

async function runVitest(...projects: string[]): Promise<{ isGreen: boolean; report: Report }> {
  const file = join(reports, `${projects.join(' ')}.json`)
  const named = projects.flatMap((name) => ['--project', name])
  const isGreen = await run('vitest', ['run', ...named, '--reporter', 'dot', '--reporter', 'json', '--outputFile.json', file])
  return { isGreen, report: readVitestReport(file) }
}

async function runJourneys(): Promise<{ isGreen: boolean; report: Report }> {
  const file = join(reports, 'playwright.json')
  const isGreen = await run('playwright', ['test', '--reporter', 'line,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file })
  return { isGreen, report: readPlaywrightReport(file) }
}

const MAX_RECORDED = 10

/** Tracing every journey costs half as much again: only failed ones run once more with a trace. The first result stands. */
async function recordFailures({ failures }: Report): Promise<string> {
  const folder = 'test-results/traces'
  const places = failures.slice(0, MAX_RECORDED).map(({ test }) => `tests/journeys/${test.replace(/ .*/, '')}`)
  await run('playwright', ['test', ...places, '--trace', 'on', '--reporter', 'line', '--output', folder])
  return folder
}

/** Printed last, so that the end of a long log shows the failures. */
function tell(all: Report[], lastLine: string): void {
  const total = (key: 'passed' | 'failed' | 'skipped') => all.reduce((sum, report) => sum + report[key], 0)
  const failures = all.flatMap((report) => report.failures).map(({ test, said }) => `\nFAILED ${test}\n${said}\n`)
  process.stdout.write(failures.join(''))
  process.stdout.write(`\nStages: ${times.join(', ')}\n`)
  process.stdout.write(`guichet: ${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped${lastLine}\n`)
}

/** Everything CI checks, fastest feedback first. */
async function main(): Promise<boolean> {
  await timed('machine', prepareTestMachine)
  if (!(await timed('check', check))) return false
  const aside = beginAside()
  const units = await timed('rules, calls and components', () => runVitest('rules and calls', 'cd-mwinda', 'all-flags', 'components'))
  if (!(await aside.isBuilt)) return false
  const journeys = await timed('journeys', runJourneys)
  const isMoneySafe = await timed('rest of the simulation', () => aside.isMoneySafe)
  // Both wait for most of their time: the release for portals that start and stop, the drill for those it kills.
  const [release, isDrilled] = await Promise.all([
    timed('release', () => runVitest('release')),
    !hasChanged(DRILLED) || timed('drill beside it', () => runAside('drills/drill.ts', '--short')),
  ])
  const traces = journeys.isGreen
    ? ''
    : `; screenshots in test-results, traces of a second walk in ${await recordFailures(journeys.report)}`
  const stages = [units, journeys, release]
  // Stages without a report of their own: a failure stands in the last line, however long the log is.
  const failed = [...(isMoneySafe ? [] : ['simulation']), ...(isDrilled ? [] : ['drill'])].map((stage) => `; FAILED: ${stage}`).join('')
  tell(
    stages.map(({ report }) => report),
    failed + traces,
  )
  return isMoneySafe && isDrilled && stages.every(({ isGreen, report }) => isGreen && report.passed > 0)
}

const isGreen = await main()
rmSync(reports, { recursive: true, force: true })
process.exit(isGreen ? 0 : 1)
