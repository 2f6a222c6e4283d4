import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** Takes only what the others leave of the processor, and says what it has to say when it is done. */
async function runAside(...args: string[]): Promise<boolean> {
  const child = spawn('nice', ['-n', '19', 'node', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part))
  const [code] = await once(child, 'close')
  process.stdout.write(`\n${Buffer.concat(said).toString()}`)
  return code === 0
}

async function simulate(): Promise<boolean> {
  const both = [runAside('scripts/simulate.ts', '--seeds', '20000'), runAside('scripts/simulate.ts', '--mutants')]
  return (await Promise.all(both)).every(Boolean)
}

/** Pure computing, for the half of the machine that waits while the other tests ask and are answered. */
function beginAside(): { isBuilt: Promise<boolean>; isMoneySafe: Promise<boolean> } {
  const isBuilt = timed('build aside', () => runAside('scripts/build-when-needed.ts'))
  return { isBuilt, isMoneySafe: isBuilt.then((isGood) => isGood && timed('simulation aside', simulate)) }
}

async function runUnitTests(): Promise<{ isGreen: boolean; report: Report }> {
  const file = join(reports, 'vitest.json')
  const isGreen = await run('vitest', ['run', '--reporter', 'dot', '--reporter', 'json', '--outputFile.json', file])
  return { isGreen, report: readVitestReport(file) }
}

async function runJourneys(): Promise<{ isGreen: boolean; report: Report }> {
  const file = join(reports, 'playwright.json')
  const isGreen = await run('playwright', ['test', '--reporter', 'line,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file })
  return { isGreen, report: readPlaywrightReport(file) }
}

const MOST_RECORDED = 10

/** Recording every journey costs half as much again: only those that failed are walked once more, to see how. The verdict stands. */
async function recordFailures({ failures }: Report): Promise<string> {
  const folder = 'test-results/traces'
  const places = failures.slice(0, MOST_RECORDED).map(({ test }) => `tests/journeys/${test.replace(/ .*/, '')}`)
  await run('playwright', ['test', ...places, '--trace', 'on', '--reporter', 'line', '--output', folder])
  return folder
}

/** Last of all, so that whoever sees only the end of a long log knows what failed and why. */
function tell(all: Report[], lastLine: string): void {
  const total = (key: 'passed' | 'failed' | 'skipped') => all.reduce((sum, report) => sum + report[key], 0)
  const failures = all.flatMap((report) => report.failures).map(({ test, said }) => `\nFAILED ${test}\n${said}\n`)
  process.stdout.write(failures.join(''))
  process.stdout.write(`\nStages: ${times.join(', ')}\n`)
  process.stdout.write(`guichet: ${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped${lastLine}\n`)
}

/** Everything CI checks, in the order in which a mistake is found soonest. */
async function main(): Promise<boolean> {
  await timed('machine', prepareTestMachine)
  if (!(await timed('check', check))) return false
  const aside = beginAside()
  const units = await timed('rules, calls and components', runUnitTests)
  if (!(await aside.isBuilt)) return false
  const journeys = await timed('journeys', runJourneys)
  const isMoneySafe = await timed('rest of the simulation', () => aside.isMoneySafe)
  const isDrilled = await timed('drill', () => run('node', ['scripts/drill.ts', '--short']))
  const traces = journeys.isGreen
    ? ''
    : `; screenshots in test-results, traces of a second walk in ${await recordFailures(journeys.report)}`
  tell([units.report, journeys.report], traces)
  return isMoneySafe && units.isGreen && journeys.isGreen && isDrilled && units.report.passed > 0 && journeys.report.passed > 0
}

const isGreen = await main()
rmSync(reports, { recursive: true, force: true })
process.exit(isGreen ? 0 : 1)
