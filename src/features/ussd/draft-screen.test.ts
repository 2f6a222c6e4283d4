import { expect, test } from 'vitest'
import { readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { draftOf, moneyWords, type UssdTexts } from './draft-screen.ts'
import { serviceOfTrail, type Place, type View } from './places.ts'

const texts = readSeedFiles().read('ussd-translation', 'fr') as UssdTexts

function aNumber() {
  const number = '90000001'
  if (!isMobileNumber(number)) throw new Error('no number')
  return number
}

const own = aNumber()
const leadsTo = (view: View) => (draftOf(view, { texts, language: 'fr' }).choices ?? []).map(({ to }) => to)

test('USSD-4 the caller’s own line needs no input, another line is typed first', () => {
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
  const all: Place = { at: 'confirm', goods: { kind: 'postpaid-bill', msisdn: own, amount: 7500, debt: 'd' } }
  const part: Place = { at: 'bill-amount', msisdn: own }
  const other: Place = { at: 'bill-number' }
  expect(leadsTo({ at: 'bill', own, due: { amount: 7500, debt: 'd' }, isPostpaid: true })).toEqual([all, part, other])
  expect(leadsTo({ at: 'bill', own, due: null, isPostpaid: true })).toEqual([part, other])
  expect(leadsTo({ at: 'bill', own, due: null, isPostpaid: false })).toEqual([other])
})

test('USSD-5 a repeated purchase shows the first payment and sends no second request', () => {
  const pay = { at: 'pay', purchaseId: 'p', amount: 500, way: 'money', isRepeat: true } as const
  const state = { amount: 500, reference: 'G7K2M9QX4WTRA', money: 'waiting', number: own }
  expect(leadsTo({ at: 'twice', state, minutes: 3, pay })).toEqual([{ at: 'payment' }, pay])
})

test('I14 USSD-6 a state without a text in the menu is shown as being checked, never as paid', () => {
  expect(moneyWords('of-tomorrow', texts)).toBe(texts['state_being-checked'])
  expect(moneyWords('delivered', texts)).not.toBe(texts['state_being-checked'])
})

test('USSD-6 a trail belongs to the service at its start', () => {
  expect(serviceOfTrail([{ at: 'home' }, { at: 'recharge' }, { at: 'recharge-number' }])).toBe('recharge')
  expect(serviceOfTrail([{ at: 'resume', trail: [] }, { at: 'shops' }])).toBe('shops')
  expect(serviceOfTrail([{ at: 'home' }])).toBeNull()
})
