import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Xof } from '#shared/money.ts'
import type { OperatorAnswer } from '#shared/operator-answer.ts'

export type NewLead = {
  /** Ours, at most 20 characters: the same lead pressed twice carries the same reference. */
  reference: string
  fullName: string
  contactNumber: MobileNumber
  email: string
  productCode: string
  price: Xof
  planDescription: string
  address: { city: string; street: string; landmark: string; country: string; latitude: number | null; longitude: number | null }
  isFeasible: boolean
  consentedAt: Date
  consentVersion: string
}

export type LeadState = 'received' | 'in-progress' | 'accepted' | 'rejected' | 'cancelled'

export type OperatorLeads = {
  /** The operator may accept a lead without naming an id: `leadId` is then null. */
  submitLead(lead: NewLead): Promise<OperatorAnswer<{ leadId: string | null; state: LeadState }>>
  /** The operator need not say since when, nor for whom. */
  readLead(leadId: string): Promise<OperatorAnswer<{ leadId: string; state: LeadState; since: Date | null; contactNumber: string | null }>>
}
