import { expect, test } from 'vitest'
import { readCard } from './card-form.ts'
import { withParameters } from './return-address.ts'

const now = Date.UTC(2026, 10, 15)
const read = (form: Record<string, string>) => readCard(form, { now, payingEndings: ['1803'] })

test.for([
  ['4084084084084081', 'pays'],
  ['4084 0840 8408 4081', 'pays'],
  ['4084-0800-0000-5408', 'declined'],
  ['4084080000670037', 'insufficient-funds'],
  ['5555 5555 5555 1803', 'pays'],
  ['4111 1111 1111 1111', 'declined'],
] as const)('the card %s: %s', ([card, outcome]) => {
  expect(read({ card })).toMatchObject({ kind: 'card', card: { outcome } })
})

test('only the first six and the last four digits are stored', () => {
  expect(read({ card: '4084084084084081', expiry: '9/39', cvv: '123' })).toEqual({
    kind: 'card',
    card: { bin: '408408', last4: '4081', expMonth: '09', expYear: '2039', outcome: 'pays' },
  })
})

test.for([
  [{ card: '' }, 'number'],
  [{ card: '4084 0840' }, 'number'],
  [{ card: 'abcd efgh ijkl mnop' }, 'number'],
  [{ expiry: '13/39' }, 'expiry'],
  [{ expiry: 'soon' }, 'expiry'],
  [{ expiry: '10/26' }, 'expired'],
  [{ expiry: '11/2020' }, 'expired'],
  [{ cvv: '12' }, 'cvv'],
  [{ cvv: 'abc' }, 'cvv'],
] as const)('the form %o is refused for its %s', ([fields, problem]) => {
  expect(read({ card: '4084084084084081', ...fields })).toEqual({ kind: 'refused', problem })
})

test.for(['11/26', '11 / 26', '1126', '11/2026', '12-30'])('the expiry %s is still good in November 2026', (expiry) => {
  expect(read({ card: '4084084084084081', expiry }).kind).toBe('card')
})

test.for([
  ['http://a/b', 'http://a/b?x=1'],
  ['http://a/b?c=2', 'http://a/b?c=2&x=1'],
  ['http://a/b?', 'http://a/b?x=1'],
  ['http://a/b#top', 'http://a/b?x=1#top'],
] as const)('parameters are added to %s', ([address, whole]) => {
  expect(withParameters(address, { x: '1' })).toBe(whole)
})
