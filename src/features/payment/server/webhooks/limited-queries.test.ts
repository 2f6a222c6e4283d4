import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { createLimitedQueries } from './limited-queries.ts'

const { pool } = await testDatabase()
const db = openDatabase(pool)
const passSeconds = (seconds: number) => pool.query('update rate_limit set arrives_at = arrives_at - make_interval(secs => $1)', [seconds])

function aReplica(queryNow: () => Promise<void> = () => Promise.resolve()) {
  let asked = 0
  const engine = {
    queryNow: () => {
      asked += 1
      return queryNow()
    },
  }
  return { ...createLimitedQueries({ db, engine }), asked: () => asked }
}
const anAttempt = () => ({ orderId: 'O', attemptId: randomUUID() })

test('F61 for any number of callers, on any replica, a provider is queried once in five seconds', async () => {
  const [first, second] = [aReplica(), aReplica()]
  const attempt = anAttempt()
  await Promise.all(Array.from({ length: 100 }, () => [first.ask(attempt), second.ask(attempt)]).flat())
  expect(first.asked() + second.asked()).toBe(1)
  await passSeconds(4)
  await Promise.all([first.ask(attempt), second.ask(attempt)])
  expect(first.asked() + second.asked()).toBe(1)
  await passSeconds(1)
  await Promise.all([first.ask(attempt), second.ask(attempt)])
  expect(first.asked() + second.asked()).toBe(2)
})

test('F61 a running query is enough, however long it takes', async () => {
  const answer = Promise.withResolvers<void>()
  const replica = aReplica(() => answer.promise)
  const attempt = anAttempt()
  const asking = replica.ask(attempt)
  await vi.waitFor(() => expect(replica.asked()).toBe(1))
  await passSeconds(60)
  await replica.ask(attempt)
  expect(replica.asked()).toBe(1)
  answer.resolve()
  await asking
  await passSeconds(60)
  await replica.ask(attempt)
  expect(replica.asked()).toBe(2)
})

test('F61 about one payment other clients cause twenty queries in a row, then one a minute; about another as before', async () => {
  const replica = aReplica()
  const attempt = anAttempt()
  for (let each = 0; each < 40; each += 1) {
    await replica.ask(attempt)
    await pool.query(`update rate_limit set arrives_at = now() where key = $1`, [`question:${attempt.attemptId}`])
  }
  expect(replica.asked()).toBe(20)
  await passSeconds(60)
  await replica.ask(attempt)
  expect(replica.asked()).toBe(21)
  await replica.ask(anAttempt())
  expect(replica.asked()).toBe(22)
})

test('abuse 87 clients who only know a reference use up no query of a payer whom the gateway sent back', async () => {
  const replica = aReplica()
  const attempt = anAttempt()
  for (let each = 0; each < 40; each += 1) {
    await replica.ask(attempt, 'unmarked')
    await pool.query(`update rate_limit set arrives_at = now() where key = $1`, [`question:unmarked:${attempt.attemptId}`])
  }
  expect(replica.asked()).toBe(20)
  await replica.ask(attempt, 'marked')
  expect(replica.asked()).toBe(21)
})

test('a failed query blocks no later one', async () => {
  const replica = aReplica(() => Promise.reject(new Error('no database')))
  const attempt = anAttempt()
  await expect(replica.ask(attempt)).rejects.toThrow('no database')
  await passSeconds(5)
  await expect(replica.ask(attempt)).rejects.toThrow('no database')
})
