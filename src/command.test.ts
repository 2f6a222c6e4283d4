import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

function list(settings: Record<string, string>, command = ['payments-command.ts', 'list']) {
  const [file = '', ...words] = command
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, file), ...words], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...settings },
  })
  return { status, stdout, stderr }
}

test('a command with a wrong setting says which in one line', () => {
  const wrong = { status: 1, stdout: '', stderr: "Wrong setting: GUICHET_MODE must be one of sandbox, production, not 'prod'\n" }
  expect(list({ GUICHET_MODE: 'prod' })).toEqual(wrong)
  expect(list({ GUICHET_MODE: 'prod' }, ['keys-command.ts', 'rotate'])).toEqual(wrong)
})

test('a command whose database is away says so in one line, without the password', () => {
  const { status, stderr } = list({ DATABASE_URL: 'postgresql://guichet:hush@127.0.0.1:1/guichet' })
  expect(status).toBe(1)
  expect(stderr).toBe('The database does not answer (DATABASE_URL): connect ECONNREFUSED 127.0.0.1:1\n')
  expect(list({ DATABASE_URL: 'postgresql://guichet:hush@127.0.0.1:1/guichet' }, ['keys-command.ts', 'rotate'])).toMatchObject({
    status,
    stderr,
  })
})
