import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenNeeded } from './build-when-needed.ts'
import { check } from './check.ts'
import { readPlaywrightReport, readVitestReport, type Report } from './test-reports.ts'
import { prepareTestMachine } from './test-machine.ts'

const reports = mkdtempSync(join(tmpdir(), 'guichet-reports-'))

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
}

function runUnitTests(): { isGreen: boolean; report: Report } {
  const file = join(reports, 'vitest.json')
  const isGreen = run('vitest', ['run', '--reporter', 'dot', '--reporter', 'json', '--outputFile.json', file])
  return { isGreen, report: readVitestReport(file) }
}

function runJourneys(): { isGreen: boolean; report: Report } {
  const file = join(reports, 'playwright.json')
  const isGreen = run('playwright', ['test', '--reporter', 'line,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file })
  return { isGreen, report: readPlaywrightReport(file) }
}

/** Last of all, so that whoever sees only the end of a long log knows what failed and why. */
function tell(all: Report[]): void {
  const total = (key: 'passed' | 'failed' | 'skipped') => all.reduce((sum, report) => sum + report[key], 0)
  const failures = all.flatMap((report) => report.failures).map(({ test, said }) => `\nFAILED ${test}\n${said}\n`)
  process.stdout.write(failures.join(''))
  process.stdout.write(`\nguichet: ${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped\n`)
}

/** Everything CI checks, in the order in which a mistake is found soonest. */
async function main(): Promise<boolean> {
  prepareTestMachine()
  if (!(await check())) return false
  const isMoneySafe = run('node', ['scripts/simulate.ts', '--seeds', '20000']) && run('node', ['scripts/simulate.ts', '--mutants'])
  const units = runUnitTests()
  buildWhenNeeded()
  const journeys = runJourneys()
  const isDrilled = run('node', ['scripts/drill.ts', '--short'])
  tell([units.report, journeys.report])
  return isMoneySafe && units.isGreen && journeys.isGreen && isDrilled && units.report.passed > 0 && journeys.report.passed > 0
}

const isGreen = await main()
rmSync(reports, { recursive: true, force: true })
process.exit(isGreen ? 0 : 1)
