import { expect, test } from 'vitest'
import { formatMobileNumber, isMobileNumber, maskMobileNumber, nationalDigits, typedDigits } from './mobile-number.ts'

test('abuse 5 NUM-1 a mobile number is exactly eight ASCII digits', () => {
  expect(isMobileNumber('90000001')).toBe(true)
  for (const text of ['9000000', '900000011', '9000000a', '９０００００１２', '90000001\n', ' 90000001', ''])
    expect(isMobileNumber(text), text).toBe(false)
})

test('NUM-1 common pasted formats are accepted', () => {
  for (const pasted of ['90000001', '90 00 00 01', '+227 90 00 00 01', '0022790000001', '22790000001', '90-00-00-01', '+227\u00a090000001'])
    expect(nationalDigits(pasted), pasted).toBe('90000001')
  expect(nationalDigits('2279')).toBe('2279')
  expect(nationalDigits('abc')).toBe('')
})

test('a number is shown in pairs and masked for other people', () => {
  expect(formatMobileNumber('90123456')).toBe('90 12 34 56')
  expect(formatMobileNumber('901')).toBe('90 1')
  expect(maskMobileNumber('90123456')).toBe('90 •• •• 56')
  for (const given of ['90 12 34 56', '90 •• •• 56']) expect(maskMobileNumber(given)).toBe('90 •• •• 56')
  for (const shown of ['90 12 34 56', '90 •• •• 56', '+33 6 12 34 56 78']) expect(formatMobileNumber(shown)).toBe(shown)
})

test('NUM-1 OPR-3 a number that is too long is refused, never cut off into the number of another person', () => {
  for (const pasted of ['0712345678', '900000012345', '+33 6 12 34 56 78', '+33 123456', '0033123456', '+227 9000 0001 2'])
    expect(isMobileNumber(nationalDigits(pasted)), pasted).toBe(false)
})

test('NUM-1 a ninth digit that is typed is dropped; the dial code typed by hand is understood; what is pasted stays whole', () => {
  expect(typedDigits('900000012', 'insertText')).toBe('90000001')
  expect(typedDigits('900000012', 'insertCompositionText')).toBe('90000001')
  expect(typedDigits('0712345678', 'insertFromPaste')).toBe('0712345678')
  for (const written of ['22790000001', '0022790000001']) {
    let shown = ''
    for (const digit of written) shown = typedDigits(shown + digit, 'insertText')
    expect(shown).toBe('90000001')
  }
})
