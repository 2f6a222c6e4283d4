import { expect, test } from 'vitest'
import { sentences } from './sentences.ts'

test('sentences of different sources never run into each other', () => {
  expect(sentences('Please enter correct OTP', 'Attempts left: 3')).toBe('Please enter correct OTP. Attempts left: 3.')
  expect(sentences('Something Went Wrong!', 'Why?', 'Wait…', 'Done.')).toBe('Something Went Wrong! Why? Wait… Done.')
})
