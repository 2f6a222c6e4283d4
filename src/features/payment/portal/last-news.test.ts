import { expect, test } from 'vitest'
import { newsTime } from './last-news.ts'

test.for([
  [0, 0, '00:00'],
  [1009, 59_999, '16:49'],
  [1009, 60_000, '16:50'],
  [1439, 120_000, '00:01'],
  // A phone whose clock was set back meanwhile.
  [1009, -5_000_000, '16:49'],
] as const)('GEN-8 news of minute %i, %i ms later, are of %s', ([minutes, laterMs, shown]) => {
  expect(newsTime(minutes, laterMs)).toBe(shown)
})
