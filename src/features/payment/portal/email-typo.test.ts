import { expect, test } from 'vitest'
import { suggestEmail } from './email-typo.ts'

test.for([
  ['amina@gmial.com', 'amina@gmail.com'],
  ['amina@gmai.com', 'amina@gmail.com'],
  ['amina@gmaill.com', 'amina@gmail.com'],
  ['amina@yaho.fr', 'amina@yahoo.fr'],
  ['amina@hotmial.com', 'amina@hotmail.com'],
] as const)('CARD-1 %s probably means %s', ([typed, meant]) => {
  expect(suggestEmail(typed)).toBe(meant)
})

test('CARD-1 an address without a typo gets no suggestion', () => {
  for (const email of ['amina@gmail.com', 'amina@example.ne', 'amina@', '', 'amina@ymail.com.ng', 'contact@entreprise.ne'])
    expect(suggestEmail(email), email).toBeNull()
})
