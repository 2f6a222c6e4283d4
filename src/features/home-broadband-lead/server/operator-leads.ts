import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Money } from '#shared/money.ts'
import type { OperatorResult } from '#shared/operator-answer.ts'

export type NewLead = {
  /** Our reference, at most 20 characters: a lead sent twice carries the same one. */
  reference: string
  fullName: string
  contactNumber: MobileNumber
  email: string
  productCode: string
  price: Money
  planDescription: string
  address: { city: string; street: string; landmark: string; country: string; latitude: number | null; longitude: number | null }
  isFeasible: boolean
  consentedAt: Date
  consentVersion: string
}

export type LeadState = 'received' | 'in-progress' | 'accepted' | 'rejected' | 'cancelled'

export type OperatorLeads = {
  /** The operator may accept a lead without an id; `leadId` is then null. */
  submitLead(lead: NewLead): Promise<OperatorResult<{ leadId: string | null; state: LeadState }>>
  /** The operator may omit the date and the number. */
  readLead(leadId: string): Promise<OperatorResult<{ leadId: string; state: LeadState; since: Date | null; contactNumber: string | null }>>
}
