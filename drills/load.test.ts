import { expect, test } from 'vitest'
import { figuresOf } from './load.ts'

const anAnswer = (change: object) => ({ kind: 'api' as const, path: '/a', status: 200, milliseconds: 10, ...change })

test('the figures count errors and shed requests apart, and judge the times of good answers only', () => {
  const seen = [
    ...Array.from({ length: 100 }, (_, index) => anAnswer({ milliseconds: index })),
    anAnswer({ status: 500, milliseconds: 9_000 }),
    anAnswer({ status: 503, milliseconds: 9_000 }),
    anAnswer({ kind: 'html', milliseconds: 7 }),
  ]
  expect(figuresOf(seen)).toEqual({
    answers: 103,
    errors: { '500 /a': 1 },
    shed: 1,
    api: { count: 100, p50: 50, p95: 95 },
    html: { count: 1, p50: 7, p95: 7 },
  })
})
