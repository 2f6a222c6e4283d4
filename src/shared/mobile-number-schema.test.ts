import Ajv from 'ajv'
import { expect, test } from 'vitest'
import { MobileNumberText } from './mobile-number-schema.ts'
import { isMobileNumber } from './mobile-number.ts'

const TEXTS = [
  '90123456',
  '9012345',
  '901234567',
  '90123456\n',
  '\n90123456',
  ' 90123456',
  '+22790123456',
  '９０１２３４５６',
  '٩٠١٢٣٤٥٦',
  '9012345\u200b6',
  '',
]

test('NUM-1 a contract accepts the same numbers as the rule', () => {
  const fits = new Ajv().compile(MobileNumberText)
  expect(TEXTS.filter((text) => fits(text))).toEqual(['90123456'])
  expect(TEXTS.filter((text) => isMobileNumber(text))).toEqual(['90123456'])
  for (const value of [90123456, null, true, ['90123456'], { msisdn: '90123456' }]) expect(fits(value), JSON.stringify(value)).toBe(false)
})
