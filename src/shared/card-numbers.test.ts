import { expect, test } from 'vitest'
import { isCardNumber, maskCardNumbers } from './card-numbers.ts'

test.for([
  ['4084084084084081', '•••• 4081'],
  ['ma carte 4084 0840 8408 4081 svp', 'ma carte •••• 4081 svp'],
  ['4084-0840-8408-4081.', '•••• 4081.'],
  ['4084\u00a00840\u00a08408\u00a04081', '•••• 4081'],
  ['378282246310005', '•••• 0005'],
  ['90 00 00 01 4084 0840 8408 4081', '•••• 4081'],
  ['4084084084084081 et 5060 6666 6666 6666 666', '•••• 4081 et •••• 6666'],
] as const)('a card number is masked before it is stored: %s', ([typed, kept]) => {
  expect(maskCardNumbers(typed)).toBe(kept)
})

test.for(['90 12 34 56', '+227 90123456', '1000000003', 'référence 4084084084084082', '0000000000000000', 'le 15/11/2026 à 14:02'])(
  'text without a card number is unchanged: %s',
  (text) => expect(maskCardNumbers(text)).toBe(text),
)

test('a very long text of digits is processed quickly', () => {
  const began = performance.now()
  // It contains no card number: every position has to be checked.
  maskCardNumbers('0'.repeat(60_000))
  expect(performance.now() - began).toBeLessThan(500)
})

test('a long number is a card number only when nothing else surrounds it, its check digit is right and its prefix fits', () => {
  const cards = ['4084084084084081', '4084 0840 8408 4081', '378282246310005', '5060666666666666666', ' 4084-0840-8408-4081 ']
  expect(cards.map(isCardNumber)).toEqual(cards.map(() => true))
  const others = [
    '4084084084084082',
    '20261115134501',
    'ws_CO_4084084084084081',
    '4084084084084081 F',
    '408408408408',
    '18765432109876',
    '',
  ]
  expect(others.map(isCardNumber)).toEqual(others.map(() => false))
})
