import { expect, test } from 'vitest'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { answerScreen, type MenuState } from './menu-engine.ts'
import type { Place } from './places.ts'

const NUMBER = '90000001'
const LIST: Place[] = [{ at: 'recharge' }, { at: 'bundles' }, { at: 'bill' }]
const state = (change: Partial<MenuState> = {}): MenuState => ({
  trail: [{ at: 'home' }, { at: 'shops' }],
  page: 0,
  choices: LIST,
  typed: null,
  hasMore: false,
  ...change,
})

test('USSD-1 a digit selects, 0 goes back, 00 goes home, 98 shows the next page', () => {
  expect(answerScreen(state(), '2').trail.at(-1)).toEqual({ at: 'bundles' })
  expect(answerScreen(state(), '0')).toEqual({ trail: [{ at: 'home' }], page: 0, note: null })
  expect(answerScreen(state({ trail: [{ at: 'home' }, { at: 'shops' }, { at: 'towns', region: 'Zinder' }] }), '00').trail).toEqual([
    { at: 'home' },
  ])
  expect(answerScreen(state({ hasMore: true }), '98')).toMatchObject({ page: 1, note: null })
  expect(answerScreen(state({ page: 2 }), '0')).toMatchObject({ page: 1, trail: state().trail })
  expect(answerScreen(state({ page: 1 }), '0')).toMatchObject({ page: 0, trail: state().trail })
  expect(answerScreen(state({ trail: [{ at: 'home' }] }), '0').trail).toEqual([{ at: 'home' }])
})

test.for(['', ' ', '4', '9', '10', '-1', '1.0', '٣', 'abc', '1;drop', '98', '\u0000', '1'.repeat(40)])(
  'USSD-1 abuse 1 %j is no choice on a screen with three: the same screen appears with a note',
  (input) => {
    expect(answerScreen(state(), input)).toEqual({ trail: state().trail, page: 0, note: 'choice' })
  },
)

test.for(['1', '9000000', '900000011', '٩٠٠٠٠٠٠١', '9000000x', '33612345678', '+33612345678', '90000001;'])(
  'USSD-1 abuse 5 %j is no number',
  (input) => {
    expect(answerScreen(state({ typed: { kind: 'number', leadsTo: 'recharge-amount' } }), input).note).toBe('number')
  },
)

test.for(['90000001', '90 00 00 01', '+22790000001', '0022790000001'])('USSD-1 %j is accepted as a number', (input) => {
  expect(answerScreen(state({ typed: { kind: 'number', leadsTo: 'recharge-amount' } }), input).trail.at(-1)).toEqual({
    at: 'recharge-amount',
    msisdn: '90000001',
  })
})

test.for(['-500', '1e3', '500.5', '5 00', '00500', '0500', '9999999999', 'NaN', '５００', ''])(
  'USSD-1 abuse 1 %j is no amount',
  (input) => {
    if (!isMobileNumber(NUMBER)) throw new Error('no number')
    expect(answerScreen(state({ typed: { kind: 'amount', goods: 'airtime', msisdn: NUMBER } }), input).note).toBe('amount')
  },
)

test('USSD-6 a resumed session continues at the screen where it was cut', () => {
  const trail: Place[] = [{ at: 'home' }, { at: 'recharge' }, { at: 'recharge-number' }]
  expect(answerScreen(state({ choices: [{ at: 'resume', trail }, { at: 'home' }] }), '1').trail).toEqual(trail)
  expect(answerScreen(state({ choices: [{ at: 'resume', trail }, { at: 'home' }] }), '2').trail).toEqual([{ at: 'home' }])
})

test('USSD-1 a choice from a later page starts at its own first page', () => {
  expect(answerScreen(state({ page: 2 }), '2')).toEqual({ trail: [...state().trail, { at: 'bundles' }], page: 0, note: null })
})

test('USSD-1 a typed amount applies to the requested goods and line', () => {
  if (!isMobileNumber(NUMBER)) throw new Error('no number')
  for (const goods of ['airtime', 'postpaid-bill'] as const)
    expect(answerScreen(state({ typed: { kind: 'amount', goods, msisdn: NUMBER } }), '1500').trail.at(-1)).toEqual({
      at: 'confirm',
      goods: { kind: goods, msisdn: NUMBER, amount: 1500 },
    })
})
