import { expect, test } from 'vitest'
import french from '#content/fr/recharge-translation.json' with { type: 'json' }
import type { Bundle } from '../contract.ts'
import { benefitsOf, restOfName, validityOf } from './bundle-words.ts'

const bundle = (change: Partial<Bundle>): Bundle => ({
  category: 'voice',
  name: 'Pro',
  description: 'Appels nationaux',
  data: null,
  dataUnit: '',
  voice: null,
  voiceUnit: '',
  sms: null,
  validity: 30,
  validityUnit: 'day',
  periodType: 'Month',
  amount: 1000,
  currency: 'XOF',
  productCode: 'PRO',
  lineType: 'PREPAID',
  ...change,
})

test('BUN-3 what has no end is said in words beside what is counted', () => {
  expect(benefitsOf(bundle({ data: 2.5, dataUnit: 'GB', voice: -1, sms: 50 }), french, 'fr')).toBe(
    '2,5\u00a0Go + Appels illimités + 50\u00a0SMS',
  )
  expect(benefitsOf(bundle({ data: -1, sms: -1 }), french, 'fr')).toBe('Internet illimité + SMS illimités')
})

test('a bundle without any figure is told by its description', () => {
  expect(benefitsOf(bundle({}), french, 'fr')).toBe('Appels nationaux')
})

test.for([
  ['Jour 1 Go', { validity: 1 }, '', '24\u00a0heures'],
  ['Mois 1\u202fGo', {}, '', '30 jours'],
  ['Nuit 1 Go', { validity: 7, validityUnit: 'hour' }, 'Nuit', '7 h'],
  ['Sans fin 1 Go', { validity: -1 }, '', 'Sans limite'],
  ['1 Go', {}, '', '30 jours'],
  ['Pro', {}, 'Pro', '30 jours'],
] as const)('BUN-3 %s says beyond volume and validity only what they do not', ([name, change, rest, validity]) => {
  const shown = bundle({ name, data: 1, dataUnit: 'GB', ...change })
  expect(restOfName(shown, french, 'fr')).toBe(rest)
  expect(validityOf(shown, french)).toBe(validity)
})
