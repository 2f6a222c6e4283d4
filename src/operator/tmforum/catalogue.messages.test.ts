import { expect, test } from 'vitest'
import { fromMajor } from '#shared/money.ts'
import { OPERATOR_PROFILES } from '../operator-profiles.ts'
import { bundleOf, isOnSale, priceEntryOf, priceOf, type ProductOffering } from './catalogue.messages.ts'

const NOW = new Date('2026-11-15T10:00:00Z')
const PROFILE = OPERATOR_PROFILES['tmf-v4']
const use = (name: string, value: unknown, unitOfMeasure?: string) => ({
  name,
  productSpecCharacteristicValue: [{ value, ...(unitOfMeasure === undefined ? {} : { unitOfMeasure }) }],
})
const offering = (changes: Partial<ProductOffering>): ProductOffering => ({
  id: 'DATA_1GB_7D',
  name: 'Semaine 1 Go',
  description: 'Une semaine.',
  lifecycleStatus: 'Launched',
  isSellable: true,
  category: [{ id: 'data', name: 'Data' }],
  ...changes,
})
const bundle = (changes: Partial<ProductOffering>) => bundleOf(offering(changes), fromMajor(1000), PROFILE)

test('an offer becomes a bundle', () => {
  const whole = bundle({
    prodSpecCharValueUse: [
      use('data', 1, 'GB'),
      use('voice', '60', 'MIN'),
      use('sms', 50),
      use('periodType', 'Week'),
      use('serviceType', 'HBB_ODU_AW'),
    ],
    productOfferingTerm: [{ duration: { amount: 7, units: 'day' } }],
    marketSegment: [{ id: 'HYBRID' }, { id: 'S-1', name: 'prepaid' }],
  })
  expect(whole).toEqual({
    productCode: 'DATA_1GB_7D',
    category: 'data',
    name: 'Semaine 1 Go',
    description: 'Une semaine.',
    english: null,
    data: { value: 1, unit: 'GB' },
    voice: { value: 60, unit: 'MIN' },
    sms: 50,
    validity: { value: 7, unit: 'day' },
    periodType: 'Week',
    price: fromMajor(1000),
    lineTypes: ['PREPAID', 'HYBRID'],
    serviceType: 'HBB_ODU_AW',
  })
})

test('missing fields of an offer stay empty; one that names no line is for every line', () => {
  expect(bundle({})).toMatchObject({ data: null, voice: null, sms: null, periodType: null, serviceType: null, validity: 'unlimited' })
  expect(bundle({})?.lineTypes).toEqual(['PREPAID', 'POSTPAID', 'HYBRID', 'BROADBAND'])
})

test('an ordinary service type is none; an unlimited benefit stays unlimited, another word is left to the description', () => {
  const uses = [use('serviceType', 'MOBILE'), use('data', 'unlimited', 'GB'), use('sms', 'Illimité'), use('voice', 'selon le pays')]
  expect(bundle({ prodSpecCharValueUse: uses })).toMatchObject({ serviceType: null, data: 'unlimited', sms: 'unlimited', voice: null })
})

test.for([
  [{ id: 'DATA', name: 'Internet mobile' }, 'data'],
  [{ name: 'Roaming' }, 'roaming'],
  [{ id: 'Gaming' }, 'Gaming'],
] as const)('the category %j is %s', ([category, word]) => {
  expect(bundle({ category: [category] })?.category).toBe(word)
})

test.for([
  [
    { amount: 1, units: 'hour' },
    { value: 1, unit: 'hour' },
  ],
  [
    { amount: 30, units: 'Days' },
    { value: 30, unit: 'day' },
  ],
  [
    { amount: 2, units: 'week' },
    { value: 14, unit: 'day' },
  ],
  [
    { amount: 1, units: 'mois' },
    { value: 1, unit: 'month' },
  ],
  [
    { amount: 1, units: 'year' },
    { value: 12, unit: 'month' },
  ],
  [{ amount: -1, units: 'day' }, 'unlimited'],
  [{ units: 'day' }, 'unlimited'],
  [undefined, 'unlimited'],
] as const)('BUN-3 a term of %j is valid for %j', ([duration, validity]) => {
  expect(bundle({ productOfferingTerm: [duration ? { duration } : {}] })?.validity).toEqual(validity)
})

test.for([{ amount: 3, units: 'fortnight' }, { amount: 0, units: 'day' }, { amount: 5 }])(
  'a term of %j cannot be read: the offer is left out',
  (duration) => {
    expect(bundle({ productOfferingTerm: [{ duration }] })).toBeNull()
  },
)

test.for([
  [{}, true],
  [{ lifecycleStatus: 'launched ' }, true],
  [{ lifecycleStatus: 'Active' }, false],
  [{ lifecycleStatus: 'Retired' }, false],
  [{ isSellable: false }, false],
  [{ validFor: { startDateTime: '2026-11-16T00:00:00Z' } }, false],
  [{ validFor: { endDateTime: '2026-11-14T00:00:00Z' } }, false],
  [{ validFor: { startDateTime: '2026-01-01T00:00:00Z', endDateTime: '2027-01-01T00:00:00Z' } }, true],
] as const)('F30 with %j an offer is on sale: %s', ([changes, isSold]) => {
  expect(isOnSale(offering(changes), PROFILE.catalogue.soldStates, NOW)).toBe(isSold)
})

test.for(['In Study', 'In Design', 'In Test', 'Active', 'Launched', 'Retired', 'Obsolete', 'Rejected'])(
  'F30 %s is sold where the profile says so, and nowhere else',
  (lifecycleStatus) => {
    const isSold = (states: readonly string[]) => isOnSale(offering({ lifecycleStatus }), states, NOW)
    expect(isSold(['Launched'])).toBe(lifecycleStatus === 'Launched')
    expect(isSold(['Launched', 'Active'])).toBe(lifecycleStatus === 'Launched' || lifecycleStatus === 'Active')
  },
)

test('the one-time price is used, whatever precedes it', () => {
  const once = { id: 'P-2', priceType: 'oneTime' }
  expect(priceEntryOf(offering({ productOfferingPrice: [{ id: 'P-1', priceType: 'recurring' }, once] }))).toBe(once)
  expect(priceEntryOf(offering({ productOfferingPrice: [{ id: 'P-1', priceType: 'recurring' }] }))).toMatchObject({ id: 'P-1' })
  expect(priceEntryOf(offering({}))).toBeNull()
})

test.for([
  [{ price: { taxIncludedAmount: { unit: 'XOF', value: 150 } } }, 150],
  [{ price: { unit: 'XOF', value: 150 } }, 150],
  [{ price: { taxIncludedAmount: { value: 150 } } }, 150],
  [{ price: { taxIncludedAmount: { unit: 'USD', value: 150 } } }, null],
  [{ price: { taxIncludedAmount: { unit: 'XOF', value: 150.5 } } }, null],
  [{ id: 'P-1' }, null],
] as const)('the price %j is %s', ([entry, price]) => {
  expect(priceOf(entry)).toEqual(price === null ? null : fromMajor(price))
})
