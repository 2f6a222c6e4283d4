import { expect, test } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { isWithinLimit } from './limits.ts'
import { testDatabase } from '#tests/support/test-database.ts'

const db = openDatabase((await testDatabase()).pool)

test('a limit allows its burst and then refuses, however many calls come at once', async () => {
  const limit = { key: 'number:90000001', everySeconds: 600, burst: 3 }
  const answers = await Promise.all(Array.from({ length: 32 }, () => isWithinLimit(db, limit)))
  expect(answers.filter(Boolean)).toHaveLength(3)
})

test('limits with different keys are independent', async () => {
  const first = { key: 'a', everySeconds: 600, burst: 1 }
  expect(await isWithinLimit(db, first)).toBe(true)
  expect(await isWithinLimit(db, first)).toBe(false)
  expect(await isWithinLimit(db, { ...first, key: 'b' })).toBe(true)
})
