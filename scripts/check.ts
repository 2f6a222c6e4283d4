import { execFile } from 'node:child_process'
import { filesChangedInWorkingTree } from './changed-files.ts'

type Step = [name: string, command: string, ...args: string[]]

/** Two lists for two cores, about as long as each other. */
const LISTS: [Step[], Step[]] = [
  [
    ['types', 'tsc', '--noEmit'],
    ['lint', 'oxlint', '--type-aware', '--deny-warnings', '.'],
  ],
  [
    ['format', 'prettier', '--cache', '--check', '--log-level', 'warn', '.'],
    ['unused code', 'knip', '--no-progress'],
  ],
]
const ARCHITECTURE: Step = ['architecture', 'vitest', 'run', '--project', 'rules and calls', 'tests/architecture', '--reporter', 'dot']

const MAX_OUTPUT_BYTES = 10_000_000

/** Types, lint, format, unused code. True when all are well. */
export async function check(steps: Step[][] = LISTS): Promise<boolean> {
  const lists = await Promise.all(steps.map(areWell))
  return lists.every(Boolean)
}

/** What the working tree affects: its files by lint and format, the tests that import them, and types of everything. */
function stepsForChanges(files: readonly string[]): Step[][] {
  const sources = files.filter((file) => /\.tsx?$/.test(file))
  const lint: Step[] = sources.length > 0 ? [['lint', 'oxlint', '--type-aware', '--deny-warnings', ...sources]] : []
  const related: Step[] =
    sources.length > 0 ? [['tests', 'vitest', 'related', '--run', '--passWithNoTests', '--reporter', 'dot', ...sources]] : []
  return [
    [['types', 'tsc', '--noEmit'], ...lint],
    [['format', 'prettier', '--check', '--ignore-unknown', '--log-level', 'warn', ...files], ...related],
  ]
}

/** Ends its list at the first that is not well. */
async function areWell(steps: Step[]): Promise<boolean> {
  for (const step of steps) if (!(await isWell(step))) return false
  return true
}

function isWell([name, command, ...args]: Step): Promise<boolean> {
  const began = performance.now()
  return new Promise((resolve) => {
    execFile(command, args, { maxBuffer: MAX_OUTPUT_BYTES }, (error, stdout, stderr) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      process.stdout.write(`${error ? 'FAIL' : 'ok  '}  ${name} (${seconds} s)\n`)
      if (error) process.stdout.write(`${stdout}\n${stderr}\n`)
      resolve(!error)
    })
  })
}

async function checkChanges(): Promise<boolean> {
  const files = filesChangedInWorkingTree()
  process.stdout.write(files.length > 0 ? `${files.length} changed files\n` : 'Nothing differs from the last commit.\n')
  return files.length === 0 || check(stepsForChanges(files))
}

if (import.meta.main)
  process.exit((await (process.argv.includes('--changed') ? checkChanges() : check([[...LISTS[0], ARCHITECTURE], LISTS[1]]))) ? 0 : 1)
