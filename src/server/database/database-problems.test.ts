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

test('a server that is not running is unavailable, by address and by socket', async () => {
  expect(isDatabaseUnavailable(await failureOf('postgresql://nobody@127.0.0.1:1/none'))).toBe(true)
  expect(isDatabaseUnavailable(await failureOf('postgresql://nobody@localhost/none?host=/nowhere'))).toBe(true)
})

test('F37 F39 a broken connection, full disk, slow statement and untrusted certificate are unavailable, a wrong statement is not', () => {
  expect(isDatabaseUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isDatabaseUnavailable(Object.assign(new Error('terminating connection'), { code: '57P01' }))).toBe(true)
  expect(isDatabaseUnavailable(Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' }))).toBe(true)
  expect(isDatabaseUnavailable(Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }))).toBe(true)
  expect(isDatabaseUnavailable(Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' }))).toBe(true)
  expect(isDatabaseUnavailable(Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' }))).toBe(true)
  expect(isDatabaseUnavailable(Object.assign(new Error('syntax error'), { code: '42601' }))).toBe(false)
  expect(isDatabaseUnavailable(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' }))).toBe(false)
})
