import type { LightMyRequestResponse } from 'fastify'
import { API_PREFIX } from '#calls/addresses.ts'
import { fromMajor } from '#shared/money.ts'
import { aVisitor, codeIn, SEND, VERIFY, type Visitor } from './code-world.ts'
import { aBundle, fakeOperator, type FakeOperator } from './fake-operator.ts'
import { testPortal, type TestPortal } from './test-portal.ts'
import type { Sms } from '#features/one-time-code/server/sms-sender.ts'

export const PLAN = aBundle({
  productCode: 'HBB_5G_50',
  name: 'Box 5G Confort',
  price: fromMajor(25_000),
  lineTypes: [],
  serviceType: 'HBB_ODU_AW',
})

export const DETAILS = {
  name: 'Amina Issoufou',
  msisdn: '90000001',
  email: 'amina@example.ne',
  town: 'Niamey',
  installationAddress: 'Rue 12, Plateau',
  landmark: 'Grand marché',
  termsAndCondition: 'on',
}

export const SUBMIT = `${API_PREFIX}/subscriber/v1/submit-lead`
export const TRACK = `${API_PREFIX}/subscriber/v1/track-lead`
export const SUBMIT_PROVEN = `${API_PREFIX}/lead/v1/submit-proven`
export const TRACK_PROVEN = `${API_PREFIX}/lead/v1/track-proven`

/** The payload of section 3, as a caller would send it. */
export function aPayload(change: object = {}): Record<string, unknown> {
  return {
    fullName: 'Amina Issoufou',
    contactNumber: '90000001',
    email: 'amina@example.ne',
    feasibility: true,
    address: { type: 'INSTALLATION', landmark: 'Marché', lat: 13.51, lng: 2.11, city: 'Niamey', street1: 'Rue 12', country: 'NE' },
    plan: { code: 'HBB_5G_50', amount: 25_000, currency: 'XOF', description: 'Box 5G Confort' },
    source: 'WEBPORTAL',
    uniqueCode: 'x'.repeat(22),
    lineType: 'Prepaid',
    consent: true,
    ...change,
  }
}

/** The same as the portal's pages send it: the proof stays on the server. */
export function aRequest(change: object = {}): Record<string, unknown> {
  const { uniqueCode: _, ...request } = aPayload(change)
  return request
}

export type LeadWorld = {
  portal: TestPortal
  operator: FakeOperator
  sent: Sms[]
  passMinutes(minutes: number): void
  visitor(): Visitor
  /** Sends a code to the number and verifies it; returns the proof. */
  proof(visitor: Visitor, msisdn: string, purpose?: 'LEAD' | 'LEAD_STATUS'): Promise<string>
  submit(visitor: Visitor, change?: object): Promise<LightMyRequestResponse>
}

/** A portal with one 5G plan; the test controls clock, SMS and operator. */
export async function leadWorld(): Promise<LeadWorld> {
  let nowMs = Date.parse('2026-11-15T10:00:00Z')
  const sent: Sms[] = []
  const operator = fakeOperator()
  operator.bundles = [aBundle(), PLAN]
  const sms = {
    async send(message: Sms) {
      sent.push(message)
      return { kind: 'accepted' as const }
    },
  }
  const portal = await testPortal({ operator, sms, clock: { now: () => new Date(nowMs) } })

  async function proof(visitor: Visitor, msisdn: string, purpose: 'LEAD' | 'LEAD_STATUS' = 'LEAD'): Promise<string> {
    // A number gets three codes in ten minutes and one in a minute.
    nowMs += 10 * 60_000
    const { refId } = (await visitor.post(SEND, { msisdn, purpose })).json().result
    const answer = await visitor.post(VERIFY, { refId, otp: codeIn(sent.at(-1)) })
    return answer.json().result.uniqueCode
  }

  return {
    portal,
    operator,
    sent,
    passMinutes(minutes) {
      nowMs += minutes * 60_000
    },
    visitor: () => aVisitor(portal),
    proof,
    async submit(visitor, change = {}) {
      const { contactNumber } = aPayload(change)
      return visitor.post(SUBMIT, aPayload({ uniqueCode: await proof(visitor, String(contactNumber)), ...change }))
    },
  }
}
