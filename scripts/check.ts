import { spawnSync } from 'node:child_process'

const STEPS: [name: string, command: string, ...args: string[]][] = [
  ['route types', 'react-router', 'typegen'],
  ['types', 'tsc', '--noEmit'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings', '.'],
  ['format', 'prettier', '--check', '--log-level', 'warn', '.'],
  ['unused code', 'knip', '--no-progress'],
  ['architecture', 'vitest', 'run', '--project', 'rules and calls', 'tests/architecture', '--reporter', 'dot'],
]

/** Types, lint, format, unused code, architecture: the quick checks. True when all are well. */
export function check(steps = STEPS): boolean {
  return steps.every(([name, command, ...args]) => {
    const began = performance.now()
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    process.stdout.write(`${status === 0 ? 'ok  ' : 'FAIL'}  ${name} (${seconds} s)\n`)
    if (status !== 0) process.stdout.write(`${stdout}\n${stderr}\n`)
    return status === 0
  })
}

if (import.meta.main) process.exit(check() ? 0 : 1)
