import { expect } from 'vitest'
import type { NewLead } from '#features/home-broadband-lead/server/operator-leads.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { fromMajor } from '#shared/money.ts'
import type { Operator } from '#operator/connect-operator.ts'
import type { OperatorProfile } from '#operator/operator-profile.ts'
import { OPERATOR_PROFILES } from '#operator/operator-profiles.ts'
import type { Script, Seen } from '../../support/scripted-server.ts'

/** The portal's interpretation of each legal response: the part of the conformance tests that no document states. */
export type Reading = {
  ask(operator: Operator): Promise<unknown>
  profile?: OperatorProfile
  /** Responses to other calls meanwhile; null for the call itself. */
  beside?: (request: Seen) => Script | null
  /** Fields that the adapter relies on beyond the required ones. */
  useful: Record<string, unknown>
  /** Further fields that make the largest response one about our line. */
  more?: Record<string, unknown>
  /** The result with the required fields alone, and with `useful` added. */
  meaning: { smallest: unknown; useful: unknown }
  /** Every enumerated value of the document that the adapter reads. */
  enumMeanings: Record<string, Record<string, unknown>>
  errors: Record<number, unknown>
}

export const MSISDN = '90123456' as MobileNumber
export const WIRE = '22790123456'
export const REFERENCE = 'GT-0001'
export const PAID = { reference: REFERENCE, method: 'CARD', providerReference: 'pay-1' }

export const good = (value: unknown) => ({ ok: true, value })
const fault = (kind: string) => ({ ok: false, fault: { kind } })
export const UNAVAILABLE = fault('unavailable')
export const UNKNOWN = fault('unknown')
export const NOT_FOUND = fault('not-found')
export const refusal = (code: string) => ({ ok: false, fault: { kind: 'rejected', code } })
const REFUSED = refusal('a text')

export const READ = { 400: REFUSED, 401: UNAVAILABLE, 403: REFUSED, 404: NOT_FOUND, 405: REFUSED, 409: REFUSED, 500: UNAVAILABLE }
/** No answer does not mean that our call did not arrive. */
export const TRACK = {
  400: UNAVAILABLE,
  401: UNAVAILABLE,
  403: UNAVAILABLE,
  404: UNAVAILABLE,
  405: UNAVAILABLE,
  409: UNAVAILABLE,
  500: UNAVAILABLE,
}
/** After a 409 the record is looked up, and it is not ours. */
export const WRITE = { 400: REFUSED, 401: UNAVAILABLE, 403: REFUSED, 405: REFUSED, 409: REFUSED, 500: UNKNOWN }

export const pending = (operatorReference: string) => good({ state: 'pending', operatorReference })
export const done = (operatorReference: string) => good({ state: 'done', operatorReference })
const refused = (reason: string) => good({ state: 'refused', reason })

const PURSE = { id: 'B-1', usageType: 'monetary', remainingValue: { amount: 5000, units: 'XOF' }, logicalResource: [{ id: WIRE }] }
export const isRead = ({ method, url }: Seen, path: string) => method === 'GET' && url.includes(`/v4/${path}?`)
export const NOTHING: Script = { json: [] }

export const AIRTIME = { kind: 'airtime', msisdn: MSISDN, amount: fromMajor(500) } as const
export const BUNDLE = { kind: 'bundle', msisdn: MSISDN, productCode: 'O-1', amount: fromMajor(500), leadId: 'SL-1' } as const
export const BILL = { kind: 'bill', accountNo: '1000000003', invoiceNo: 'B-1', msisdn: MSISDN, amount: fromMajor(500) } as const
export const A_BILL = { id: 'B-1', remainingAmount: { value: 500 }, billDate: '2026-11-01T00:00:00Z', billingAccount: { id: '1000000003' } }

const purseBeside = (request: Seen) => (isRead(request, 'bucket') ? { json: [PURSE] } : null)
/** A write is looked up only after a conflict, and then nothing is found. */
export const lookedUp = (path: string) => (request: Seen) => purseBeside(request) ?? (isRead(request, path) ? NOTHING : null)

export const orderStates = (id: string) => ({
  acknowledged: pending(id),
  rejected: refused('rejected'),
  pending: pending(id),
  held: pending(id),
  inProgress: pending(id),
  cancelled: refused('cancelled'),
  completed: done(id),
  failed: refused('failed'),
  assessingCancellation: pending(id),
  pendingCancellation: pending(id),
  partial: pending(id),
})
export const topupStates = (id: string) => ({
  created: pending(id),
  failed: refused('failed'),
  cancelled: refused('cancelled'),
  completed: done(id),
})

export const OFFER = {
  id: 'O-1',
  lifecycleStatus: 'Launched',
  category: [{ id: 'data' }],
  productOfferingPrice: [{ price: { taxIncludedAmount: { value: 100 } } }],
}
export const offer = (price: number) => good([expect.objectContaining({ productCode: 'O-1', category: 'data', price: fromMajor(price) })])

export const lead = (state: string) => good({ leadId: 'SL-1', state })
export const leadSince = (state: string) => good({ leadId: 'SL-1', state, since: new Date('2026-11-01T00:00:00Z'), contactNumber: MSISDN })
export const leadStates = (of: (state: string) => unknown) => ({
  acknowledged: of('received'),
  accepted: of('accepted'),
  cancelled: of('cancelled'),
  inProgress: of('in-progress'),
  pending: of('in-progress'),
  rejected: of('rejected'),
})

export const line = (isActive: boolean) => good({ msisdn: MSISDN, type: 'PREPAID', isActive, accountNo: null })
export const balance = (kind: string) => good([expect.objectContaining({ id: 'B-1', kind, remaining: { value: 5000, unit: 'XOF' } })])
export const reservation = good({ reservationId: 'R-1' })
export const taken = good({ operatorReference: 'A-1' })
export const track = (state: string, reservationId: string | null = null, amount?: number) =>
  good({ state, reservationId, ...(amount === undefined ? {} : { amount: fromMajor(amount) }) })
export const invoice = (state: string) => good([expect.objectContaining({ invoiceNo: 'B-1', outstanding: 500, currency: 'XOF', state })])
export const account = (email: string | null) => good({ accountNo: '1000000003', email, contactMsisdn: null, lineNumber: null })

export const HISTORY: OperatorProfile = {
  ...OPERATOR_PROFILES['tmf-v4'],
  balanceWrites: { referenceInPaymentMethod: false, findBy: 'history', lineFilter: 'logicalResource.id' },
}

export const NEW_LEAD: NewLead = {
  reference: REFERENCE,
  fullName: 'Amina Seyni',
  contactNumber: MSISDN,
  email: 'amina@example.ne',
  productCode: 'O-1',
  price: fromMajor(20_000),
  planDescription: 'Maison 20 Mbit/s',
  address: { city: 'Niamey', street: 'Rue NB 25', landmark: 'Marché', country: 'NE', latitude: 13.51, longitude: null },
  isFeasible: true,
  consentedAt: new Date('2026-11-15T10:00:00Z'),
  consentVersion: '2',
}
