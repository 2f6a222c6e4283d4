import pg from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from './database-problems.ts'

async function failureOf(connectionString: string): Promise<Error> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  return client.connect().then(
    () => new Error('it connected'),
    (error: Error) => error,
  )
}

test('a server that is not there is unavailable, by address and by socket', async () => {
  expect(isDatabaseUnavailable(await failureOf('postgresql://nobody@127.0.0.1:1/none'))).toBe(true)
  expect(isDatabaseUnavailable(await failureOf('postgresql://nobody@localhost/none?host=/nowhere'))).toBe(true)
})

test('F37 F39 a connection that breaks while it is used, a full disk and a statement that takes too long make it unavailable, a wrong statement or a missing file does not', () => {
  expect(isDatabaseUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isDatabaseUnavailable(Object.assign(new Error('terminating connection'), { code: '57P01' }))).toBe(true)
  expect(isDatabaseUnavailable(Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' }))).toBe(true)
  expect(isDatabaseUnavailable(Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }))).toBe(true)
  expect(isDatabaseUnavailable(Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' }))).toBe(true)
  expect(isDatabaseUnavailable(Object.assign(new Error('syntax error'), { code: '42601' }))).toBe(false)
  expect(isDatabaseUnavailable(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' }))).toBe(false)
})
