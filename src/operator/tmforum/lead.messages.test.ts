import { expect, test } from 'vitest'
import type { NewLead } from '#features/home-broadband-lead/server/operator-leads.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { fromMajor } from '#shared/money.ts'
import { anOperator } from '#tests/support/an-operator.ts'
import { leadBody, leadNote, leadState } from './lead.messages.ts'

const LEAD: NewLead = {
  reference: 'GT-lead-1',
  fullName: 'Amina Seyni',
  contactNumber: '90123456' as MobileNumber,
  email: 'amina@example.ne',
  productCode: 'HBB_20M',
  price: fromMajor(20000),
  planDescription: 'Maison 20 Mbit/s',
  address: { city: 'Niamey', street: 'Rue NB 25', landmark: 'Près du marché', country: 'NE', latitude: 13.51, longitude: null },
  isFeasible: true,
  consentedAt: new Date('2026-11-15T10:00:00Z'),
  consentVersion: '2',
}

test('a lead has the contact in the fields of the document, and the rest in a note', () => {
  expect(leadBody(LEAD, '22790123456', { channel: 'WEBPORTAL' })).toEqual({
    name: 'Amina Seyni',
    type: 'homeBroadband',
    priority: 'medium',
    channel: { id: 'WEBPORTAL' },
    productOffering: { id: 'HBB_20M' },
    estimatedRevenue: { unit: 'XOF', value: 20000 },
    prospectContact: [
      { mediumType: 'phone', preferred: true, characteristic: { contactType: 'primary', phoneNumber: '22790123456' } },
      { mediumType: 'email', characteristic: { contactType: 'primary', emailAddress: 'amina@example.ne' } },
      { mediumType: 'postalAddress', characteristic: { contactType: 'installation', city: 'Niamey', street1: 'Rue NB 25', country: 'NE' } },
    ],
    note: [{ text: expect.stringMatching(/^guichet-lead\/1\n/) }],
  })
})

test('the note is a heading and one key a line', () => {
  expect(leadNote(LEAD).split('\n')).toEqual([
    'guichet-lead/1',
    'reference: GT-lead-1',
    'plan: Maison 20 Mbit/s',
    'landmark: Près du marché',
    'latitude: 13.51',
    'longitude: ',
    'feasible: yes',
    'consentedAt: 2026-11-15T10:00:00.000Z',
    'consentVersion: 2',
  ])
})

test('no visitor input becomes a line of its own', () => {
  const sly = { ...LEAD, address: { ...LEAD.address, landmark: 'x\r\nconsentVersion: 9\u2028feasible: no' } }
  expect(leadNote(sly).split(/[\n\u2028]/)).toHaveLength(9)
})

test.for([
  ['acknowledged', 'received'],
  ['inProgress', 'in-progress'],
  ['pending', 'in-progress'],
  ['accepted', 'accepted'],
  ['rejected', 'rejected'],
  ['cancelled', 'cancelled'],
  ['dispatched', 'in-progress'],
] as const)('a lead that is %s is %s', ([status, state]) => {
  expect(leadState({ status })).toBe(state)
})

test('F50 a lead accepted without an id is accepted; one whose response is lost is unknown and was sent once', async () => {
  const taken = await anOperator([{ json: { status: 'acknowledged' }, status: 201 }])
  expect(await taken.operator.submitLead(LEAD)).toEqual({ ok: true, value: { leadId: null, state: 'received' } })
  const lost = await anOperator(() => 'reset')
  expect(await lost.operator.submitLead(LEAD)).toEqual({ ok: false, fault: { kind: 'unknown' } })
  expect(lost.calls()).toHaveLength(1)
})

test('a lead is read with its state, since when, and whom to call', async () => {
  const lead = {
    id: 'L-1',
    status: 'accepted',
    creationDate: '2026-11-10T00:00:00Z',
    statusChangeDate: '2026-11-12T00:00:00Z',
    prospectContact: [{ mediumType: 'phone', characteristic: { phoneNumber: '22790123456' } }],
  }
  const { operator } = await anOperator([{ json: lead }])
  expect(await operator.readLead('L-1')).toEqual({
    ok: true,
    value: { leadId: 'L-1', state: 'accepted', since: new Date('2026-11-12T00:00:00Z'), contactNumber: '90123456' },
  })
})
