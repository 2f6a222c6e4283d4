import { expect, test } from 'vitest'
import { allowedClaims, isAnswered } from './claim-rules.ts'

test.for([
  ['delivered', ['nothing-arrived', 'wrong-number', 'paid-twice', 'other']],
  ['taken', ['nothing-arrived', 'wrong-number', 'paid-twice', 'other']],
  ['not-taken', ['nothing-arrived', 'paid-twice', 'other']],
  ['being-confirmed', ['nothing-arrived', 'paid-twice', 'other']],
  ['given-back', ['paid-twice', 'other']],
  ['coming-back', ['paid-twice', 'other']],
  ['second-coming-back', ['nothing-arrived', 'wrong-number', 'paid-twice', 'other']],
  ['not-asked', ['nothing-arrived', 'other']],
] as const)('FIND-3 a payment whose money is %s may be claimed for %j', ([money, kinds]) => {
  expect(allowedClaims({ money })).toEqual(kinds)
})

test.for([
  ['nothing-arrived', 'delivered', true],
  ['nothing-arrived', 'not-taken', true],
  ['nothing-arrived', 'taken', true],
  ['nothing-arrived', 'being-confirmed', false],
  ['nothing-arrived', 'being-checked', false],
  ['nothing-arrived', 'held', false],
  ['paid-twice', 'second-coming-back', true],
  ['paid-twice', 'second-given-back', true],
  ['paid-twice', 'delivered', false],
  ['wrong-number', 'delivered', false],
  ['other', 'not-taken', false],
] as const)('FIND-3 %s of a payment whose money is %s is answered by the payment’s state: %s', ([kind, money, answered]) => {
  expect(isAnswered(kind, { money })).toBe(answered)
})
