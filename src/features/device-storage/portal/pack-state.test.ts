import { expect, test } from 'vitest'
import { packState } from './pack-state.ts'

const offered = [
  { path: '/gethelp/all', version: 'a', bytes: 13_000 },
  { path: '/table', version: 'b', bytes: 6_000 },
]

test.for([
  ['offer', [], 19_000],
  ['some', [['/table', 'b']], 13_000],
  ['some', [['/table', 'older']], 19_000],
  [
    'renew',
    [
      ['/gethelp/all', 'a'],
      ['/table', 'older'],
    ],
    6_000,
  ],
  [
    'whole',
    [
      ['/gethelp/all', 'a'],
      ['/table', 'b'],
      ['/gone', 'x'],
    ],
    0,
  ],
] as const)('OFF-5 what is fetched on purpose is %s where the phone keeps %j, and %i bytes are missing', ([name, kept, bytes]) => {
  expect(packState(offered, new Map(kept))).toMatchObject({ name, bytes, count: 2 })
})

test('OFF-5 without a network nothing is offered, and what is stored counts as complete', () => {
  expect(packState([], new Map()).name).toBe('none')
  expect(packState([], new Map([['/table', 'b']])).name).toBe('whole')
})
