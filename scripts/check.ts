import { execFile } from 'node:child_process'

type Step = [name: string, command: string, ...args: string[]]

/** Two lists for two cores, about as long as each other. */
const LISTS: Step[][] = [
  [
    ['types', 'tsc', '--noEmit'],
    ['lint', 'oxlint', '--type-aware', '--deny-warnings', '.'],
  ],
  [
    ['format', 'prettier', '--cache', '--check', '--log-level', 'warn', '.'],
    ['unused code', 'knip', '--no-progress'],
    ['architecture', 'vitest', 'run', '--project', 'rules and calls', 'tests/architecture', '--reporter', 'dot'],
  ],
]

const MOST_OUTPUT_BYTES = 10_000_000

/** Types, lint, format, unused code, architecture: the quick checks. True when all are well. */
export async function check(): Promise<boolean> {
  const lists = await Promise.all(LISTS.map(areWell))
  return lists.every(Boolean)
}

/** Ends its list at the first that is not well. */
async function areWell(steps: Step[]): Promise<boolean> {
  for (const step of steps) if (!(await isWell(step))) return false
  return true
}

function isWell([name, command, ...args]: Step): Promise<boolean> {
  const began = performance.now()
  return new Promise((resolve) => {
    execFile(command, args, { maxBuffer: MOST_OUTPUT_BYTES }, (error, stdout, stderr) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      process.stdout.write(`${error ? 'FAIL' : 'ok  '}  ${name} (${seconds} s)\n`)
      if (error) process.stdout.write(`${stdout}\n${stderr}\n`)
      resolve(!error)
    })
  })
}

if (import.meta.main) process.exit((await check()) ? 0 : 1)
