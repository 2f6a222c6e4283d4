import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const COMMANDS = [
  ['payments-command.ts', 'list'],
  ['keys-command.ts', 'rotate'],
] as const

function run([file, word]: (typeof COMMANDS)[number], settings: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, file), word], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...settings },
  })
  return { status, stdout, stderr }
}

test.for(COMMANDS)('a command with a wrong setting says which in one line: %s %s', (command) => {
  const wrong = { status: 1, stdout: '', stderr: "Wrong setting: GUICHET_MODE must be one of sandbox, production, not 'prod'\n" }
  expect(run(command, { GUICHET_MODE: 'prod' })).toEqual(wrong)
})

test.for(COMMANDS)('a command whose database is away says so in one line, without the password: %s %s', (command) => {
  const { status, stderr } = run(command, { DATABASE_URL: 'postgresql://guichet:hush@127.0.0.1:1/guichet' })
  expect(status).toBe(1)
  expect(stderr).toBe('The database does not answer (DATABASE_URL): connect ECONNREFUSED 127.0.0.1:1\n')
})
