import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenNeeded } from './build-when-needed.ts'
import { check } from './check.ts'
import { prepareTestMachine } from './test-machine.ts'

type Count = { passed: number; failed: number; skipped: number }

const reports = mkdtempSync(join(tmpdir(), 'guichet-reports-'))

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
}

function runUnitTests(): { isGreen: boolean; count: Count } {
  const file = join(reports, 'vitest.json')
  const isGreen = run('vitest', ['run', '--reporter', 'dot', '--reporter', 'json', '--outputFile.json', file])
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  return { isGreen, count: { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0, skipped: numPendingTests ?? 0 } }
}

function runJourneys(): { isGreen: boolean; count: Count } {
  const file = join(reports, 'playwright.json')
  const isGreen = run('playwright', ['test', '--reporter', 'line,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file })
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; skipped: number; flaky: number }
  }
  return { isGreen, count: { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped } }
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
  const total = (key: keyof Count) => units.count[key] + journeys.count[key]
  process.stdout.write(`\nguichet: ${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped\n`)
  return isMoneySafe && units.isGreen && journeys.isGreen && isDrilled && total('passed') > 0
}

const isGreen = await main()
rmSync(reports, { recursive: true, force: true })
process.exit(isGreen ? 0 : 1)
