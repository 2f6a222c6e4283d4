import { expect, test } from 'vitest'
import { isLeadId, tidyLeadId } from './lead-id.ts'
import { addressAttempts, endingOf, isFeasibleIn, leadRequest, leadSteps } from './rules.ts'

const cities = [
  { cityName: 'Niamey', hbbLeadFeasibility: true },
  { cityName: 'Zinder', hbbLeadFeasibility: false },
]

test('LEAD-3 a town is feasible if the list says so, ignoring capitals', () => {
  expect(isFeasibleIn('NIAMEY', cities)).toBe(true)
  expect(isFeasibleIn('niamey ', cities)).toBe(true)
  expect(isFeasibleIn('Zinder', cities)).toBe(false)
  expect(isFeasibleIn('Paris', cities)).toBe(false)
  expect(isFeasibleIn('', cities)).toBe(false)
})

test('LEAD-3 a request has one of three endings', () => {
  expect(endingOf({ isFeasible: true, leadId: 'SL1' })).toBe('payable')
  expect(endingOf({ isFeasible: false, leadId: 'SL1' })).toBe('not-available')
  expect(endingOf({ isFeasible: false, leadId: null })).toBe('not-available')
  expect(endingOf({ isFeasible: true, leadId: null })).toBe('without-id')
})

test('LEAD-4 the searches are address and town, landmark and town, then town', () => {
  expect(addressAttempts({ address: 'Rue 12', landmark: 'Marché', town: 'Niamey' })).toEqual(['Rue 12, Niamey', 'Marché, Niamey', 'Niamey'])
  expect(addressAttempts({ address: '', landmark: '', town: 'Niamey' })).toEqual(['Niamey'])
})

test('LEAD-6 the payload is the specification’s, verbatim', () => {
  const payload = leadRequest({
    values: {
      name: 'Amina Issoufou',
      msisdn: '90000001',
      email: 'amina@example.ne',
      town: 'Niamey',
      installationAddress: 'Rue 12',
      landmark: '',
    },
    plan: { productCode: 'HBB_5G_50', amount: 25_000, description: 'Box 5G' },
    point: { latitude: 13.5, longitude: 2.1 },
    isFeasible: true,
    country: 'NE',
  })
  expect(payload).toEqual({
    fullName: 'Amina Issoufou',
    contactNumber: '90000001',
    email: 'amina@example.ne',
    feasibility: true,
    address: { type: 'INSTALLATION', landmark: '', lat: 13.5, lng: 2.1, city: 'Niamey', street1: 'Rue 12', country: 'NE' },
    plan: { code: 'HBB_5G_50', amount: 25_000, currency: 'XOF', description: 'Box 5G' },
    source: 'WEBPORTAL',
    lineType: 'Prepaid',
    consent: true,
  })
})

test('LEAD-7 a payment is a step of the progress, and a pending one only until the operator starts', () => {
  const way = (...asked: Parameters<typeof leadSteps>) => leadSteps(...asked).map(({ state, mark }) => `${state} ${mark}`)
  expect(way('received', true)).toEqual(['received now', 'paid done', 'in-progress todo', 'accepted todo'])
  expect(way('in-progress', true)).toEqual(['received done', 'paid done', 'in-progress now', 'accepted todo'])
  expect(way('cancelled', true)).toEqual(['received done', 'paid done', 'cancelled failed'])
  expect(way('received', false)).toEqual(['received now', 'to-pay todo', 'in-progress todo', 'accepted todo'])
  expect(way('in-progress', false)).toEqual(['received done', 'in-progress now', 'accepted todo'])
  expect(way('rejected', false)).toEqual(['received done', 'rejected failed'])
  expect(way('accepted', null)).toEqual(['received done', 'in-progress done', 'accepted done'])
})

test('LEAD-7 the progress of a request: past, current and future steps', () => {
  expect(leadSteps('received').map(({ mark }) => mark)).toEqual(['now', 'todo', 'todo'])
  expect(leadSteps('in-progress').map(({ mark }) => mark)).toEqual(['done', 'now', 'todo'])
  expect(leadSteps('accepted').map(({ mark }) => mark)).toEqual(['done', 'done', 'done'])
  expect(leadSteps('rejected')).toEqual([
    { state: 'received', mark: 'done' },
    { state: 'rejected', mark: 'failed' },
  ])
})

test('LEAD-7 the number of a request is accepted as people copy it', () => {
  expect(tidyLeadId(' sl-1234 5678')).toBe('SL-12345678')
  expect(tidyLeadId('aB-12x')).toBe('aB-12x')
  expect(isLeadId('SL12345678')).toBe(true)
  expect(isLeadId('../SL1')).toBe(false)
})
