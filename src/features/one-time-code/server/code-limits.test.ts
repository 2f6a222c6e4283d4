import { expect, test } from 'vitest'
import { judgeSend } from './code-limits.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const minutesAgo = (...minutes: number[]) =>
  minutes.map((ago) => ({ challengeId: 'c', isUsed: false, sentAt: new Date(NOW.getTime() - ago * 60_000) }))

test('OTP-1 sixty seconds lie between two sends', () => {
  expect(judgeSend(minutesAgo(0.5), NOW)).toEqual({ kind: 'too-soon', seconds: 30, challengeId: 'c', isUsed: false })
  expect(judgeSend(minutesAgo(1), NOW)).toEqual({ kind: 'allowed' })
})

test('OTP-2 at most three sends in ten minutes', () => {
  expect(judgeSend(minutesAgo(2, 5, 10), NOW).kind).toBe('allowed')
  expect(judgeSend(minutesAgo(2, 5, 9.9), NOW).kind).toBe('limit-reached')
})

test('OTP-2 at most ten sends a day', () => {
  const hours = Array.from({ length: 10 }, (_, index) => 60 * (index + 1))
  expect(judgeSend(minutesAgo(...hours), NOW).kind).toBe('limit-reached')
  expect(judgeSend(minutesAgo(...hours.slice(1)), NOW).kind).toBe('allowed')
})

test('a clock that was put back gives no further sends, and no wait beyond a minute is shown', () => {
  expect(judgeSend(minutesAgo(-60), NOW)).toEqual({ kind: 'too-soon', seconds: 60, challengeId: 'c', isUsed: false })
})
