import { expect, test } from 'vitest'
import { pinSubmissionId, refundSubmissionId } from './submission-names.ts'

const ATTEMPT = '0b0e7a0e-7a52-4f4e-9d3a-6f7f8f1c2d3e'

test('a submission has the same name for every process, and one of its own', () => {
  const names = [1, 2, 3].map((count) => pinSubmissionId(ATTEMPT, count))
  expect(names).toEqual([1, 2, 3].map((count) => pinSubmissionId(ATTEMPT, count)))
  const all = [ATTEMPT, ...names, refundSubmissionId(ATTEMPT, 'REFUND222222'), refundSubmissionId(ATTEMPT, 'REFUND333333')]
  expect(new Set(all).size).toBe(all.length)
  expect(pinSubmissionId(crypto.randomUUID(), 1)).not.toBe(names[0])
})

test('a name is a UUID of version 5', () => {
  for (const name of [pinSubmissionId(ATTEMPT, 1), refundSubmissionId(ATTEMPT, 'REFUND222222')])
    expect(name).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
