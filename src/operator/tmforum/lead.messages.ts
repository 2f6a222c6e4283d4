import { type Static, Type } from 'typebox'
import type { LeadState, NewLead } from '#features/home-broadband-lead/server/operator-leads.ts'
import type { OperatorProfile } from '../operator-profile.ts'
import { moneyOf } from './delivery.messages.ts'
import { NAMED, nationalNumber, readDate, valuesAt, wordOf } from './shapes.ts'

/** 699 has no field for a landmark, a position, a consent or our reference: they are sent in a note (docs/protocols/tmforum.md). */
const NOTE_HEADING = 'guichet-lead/1'

export function leadBody(lead: NewLead, wireNumber: string, { channel }: Pick<OperatorProfile, 'channel'>): object {
  const { city, street, country } = lead.address
  return {
    name: lead.fullName,
    type: 'homeBroadband',
    priority: 'medium',
    channel: { id: channel },
    productOffering: { id: lead.productCode },
    estimatedRevenue: moneyOf(lead.price),
    prospectContact: [
      { mediumType: 'phone', preferred: true, characteristic: { contactType: 'primary', phoneNumber: wireNumber } },
      { mediumType: 'email', characteristic: { contactType: 'primary', emailAddress: lead.email } },
      { mediumType: 'postalAddress', characteristic: { contactType: 'installation', city, street1: street, country } },
    ],
    note: [{ text: leadNote(lead) }],
  }
}

/** A heading, then one `key: value` a line. A value never contains a line break, so no visitor input can look like a key. */
export function leadNote({ reference, planDescription, address, isFeasible, consentedAt, consentVersion }: NewLead): string {
  const lines = {
    reference,
    plan: planDescription,
    landmark: address.landmark,
    latitude: address.latitude ?? '',
    longitude: address.longitude ?? '',
    feasible: isFeasible ? 'yes' : 'no',
    consentedAt: consentedAt.toISOString(),
    consentVersion,
  }
  const written = Object.entries(lines).map(([key, value]) => `${key}: ${String(value).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}`)
  return [NOTE_HEADING, ...written].join('\n')
}

export const SalesLead = Type.Object({
  ...NAMED,
  status: Type.Optional(Type.String()),
  creationDate: Type.Optional(Type.String()),
  statusChangeDate: Type.Optional(Type.String()),
})
export type SalesLead = Static<typeof SalesLead>

const STATES: Record<string, LeadState> = {
  acknowledged: 'received',
  inprogress: 'in-progress',
  pending: 'in-progress',
  accepted: 'accepted',
  rejected: 'rejected',
  cancelled: 'cancelled',
}

/** Without a status the lead has at least been received; an unknown status means that it is being processed. */
export function leadState({ status }: SalesLead): LeadState {
  return status === undefined ? 'received' : (STATES[wordOf(status)] ?? 'in-progress')
}

export function leadSince(lead: SalesLead): Date | null {
  return readDate(lead.statusChangeDate) ?? readDate(lead.creationDate)
}

export function leadContact(lead: SalesLead): string | null {
  const [phone] = valuesAt(lead, 'prospectContact.characteristic.phoneNumber')
  return phone === undefined ? null : nationalNumber(phone)
}
