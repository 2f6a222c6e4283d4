import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { draftOf, moneyWords, type UssdTexts } from './draft-screen.ts'
import { serviceOfTrail, type Place, type View } from './places.ts'

const texts: UssdTexts = JSON.parse(readFileSync('content/fr/ussd-translation.json', 'utf8'))

function aNumber() {
  const number = '90000001'
  if (!isMobileNumber(number)) throw new Error('no number')
  return number
}

const own = aNumber()
const leadsTo = (view: View) => (draftOf(view, { texts, language: 'fr' }).choices ?? []).map(({ to }) => to)

test('USSD-4 the own line goes on at once, another one is typed first', () => {
  expect(leadsTo({ at: 'whose-line', service: 'recharge', own })).toEqual([
    { at: 'recharge-amount', msisdn: own },
    { at: 'recharge-number' },
  ])
  expect(leadsTo({ at: 'whose-line', service: 'bundles', own })).toEqual([
    { at: 'bundle-categories', msisdn: own },
    { at: 'bundle-number' },
  ])
})

test('USSD-4 a bill is paid whole, in part or for another line; what is not owed is not offered', () => {
  const all: Place = { at: 'confirm', goods: { kind: 'postpaid-bill', msisdn: own, amount: 7500 } }
  const part: Place = { at: 'bill-amount', msisdn: own }
  const other: Place = { at: 'bill-number' }
  expect(leadsTo({ at: 'bill', own, due: 7500, isPostpaid: true })).toEqual([all, part, other])
  expect(leadsTo({ at: 'bill', own, due: null, isPostpaid: true })).toEqual([part, other])
  expect(leadsTo({ at: 'bill', own, due: null, isPostpaid: false })).toEqual([other])
})

test('USSD-5 whoever wants the same again is shown the first one before, and is not asked a second time', () => {
  const pay = { at: 'pay', purchaseId: 'p', amount: 500, way: 'money', isRepeat: true } as const
  const state = { amount: 500, reference: 'G7K2M9QX4WTRA', money: 'waiting', number: own }
  expect(leadsTo({ at: 'twice', state, minutes: 3, pay })).toEqual([{ at: 'payment' }, pay])
})

test('I14 USSD-6 a state that the menu has no words for is being checked, never paid', () => {
  expect(moneyWords('of-tomorrow', texts)).toBe(texts['state_being-checked'])
  expect(moneyWords('delivered', texts)).not.toBe(texts['state_being-checked'])
})

test('USSD-6 a trail belongs to the service that it began with', () => {
  expect(serviceOfTrail([{ at: 'home' }, { at: 'recharge' }, { at: 'recharge-number' }])).toBe('recharge')
  expect(serviceOfTrail([{ at: 'resume', trail: [] }, { at: 'shops' }])).toBe('shops')
  expect(serviceOfTrail([{ at: 'home' }])).toBeNull()
})
