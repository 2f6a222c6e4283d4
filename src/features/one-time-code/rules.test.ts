import { expect, test } from 'vitest'
import { codeDigits, codeFailure } from './rules.ts'

test.for([
  ['482913', '482913'],
  [' 482 913 ', '482913'],
  ['Votre code : 482913.', '482913'],
  ['4829131', '482913'],
  ['48', '48'],
  ['', ''],
])('OTP-1 “%s” pasted is the code %s', ([typed = '', code = '']) => {
  expect(codeDigits(typed)).toBe(code)
})

test.for([
  [2003, 'wrong'],
  ['2003', 'wrong'],
  [2002, 'locked'],
  [502, 'limit'],
  [4294, 'early'],
  [4292, 'early'],
  [5032, 'unsent'],
  [4001, 'other'],
  [400, 'other'],
  [500, 'other'],
] as const)('OTP-2 code %s is %s', ([statusCode, failure]) => {
  expect(codeFailure(statusCode)).toBe(failure)
})
