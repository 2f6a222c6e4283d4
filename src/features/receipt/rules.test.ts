import { expect, test } from 'vitest'
import { checkPath, receiptCodeIn } from './rules.ts'

const CODE = 'GV95ULKNDHNBGbcdfghjklm'

test.for([CODE, CODE.toLowerCase(), 'GV95-ULKN-DHNB-G bcdfg hjklm', `  ${CODE}\n`])(
  'RCPT-4 the code of a receipt is accepted as people copy it: %j',
  (typed) => {
    expect(receiptCodeIn(typed)).toEqual({ reference: 'GV95ULKNDHNBG', signature: 'bcdfghjklm' })
  },
)

test.for(['', 'GV95ULKNDHNBG', CODE.slice(1), `${CODE}b`, CODE.replace('b', 'a'), CODE.replace('V', '0'), '../../v', "' or 1=1 --"])(
  'RCPT-4 text that cannot be a code of a receipt is refused: %j',
  (typed) => {
    expect(receiptCodeIn(typed)).toBeNull()
  },
)

test('RCPT-3 the URL of a receipt is short enough for a small QR code', () => {
  expect(checkPath(CODE).length).toBeLessThanOrEqual(30)
})
