import { maskSecrets } from '#shared/mask-secrets.ts'
import type { LeadRequest } from '../contract.ts'

/** Abuse 86: the number and the e-mail of a request are asked for; all else is free text, and is masked before it is kept or sent on. */

const ASKED_FOR = new Set(['msisdn', 'email'])

/** The form is content: fields that are added to it tomorrow are free text too. */
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
