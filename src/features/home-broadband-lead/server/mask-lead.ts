import { maskSecrets } from '#shared/mask-secrets.ts'
import type { LeadRequest } from '../contract.ts'

/** Abuse 86: the fields for number and e-mail stay as typed. All other fields are free text, and are masked before storing or sending. */

const ASKED_FOR = new Set(['msisdn', 'email'])

/** The form is content, so fields that editors add later count as free text too. */
export function maskValues(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, ASKED_FOR.has(name) ? value : maskSecrets(value)]))
}

export function maskPayload(payload: LeadRequest): LeadRequest {
  const { address, plan } = payload
  return {
    ...payload,
    fullName: maskSecrets(payload.fullName),
    address: {
      ...address,
      landmark: maskSecrets(address.landmark),
      city: maskSecrets(address.city),
      street1: maskSecrets(address.street1),
      country: maskSecrets(address.country),
    },
    plan: { ...plan, description: maskSecrets(plan.description) },
  }
}
