import type { FastifyRequest } from 'fastify'
import { CURRENCY, exponentOf, OTHER_CURRENCIES } from '../operator.ts'
import { nationalNumber } from '../world/numbers.ts'
import { invalid, type GsmaProblem } from './gsma-problems.ts'
import type { GsmaProfile } from './gsma-profile.ts'

/** Reads what a client sends; answers the payment, or what is wrong with it. */

export type Read<T> = { kind: 'read'; value: T } | { kind: 'refused'; problem: GsmaProblem }

export type AskedPayment = { ourReference: string; msisdn: string; amount: number; currency: string }

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** No sign, no leading zero, no zeros at the end of decimals, and only those that the currency has. */
const AMOUNT = /^(?:0|[1-9][0-9]{0,8})(?:\.([0-9]{0,2}[1-9]))?$/
const REFERENCE = /^[A-Za-z0-9_.-]{1,64}$/

export function correlationIdOf({ headers }: FastifyRequest): string | null {
  const id = String(headers['x-correlationid'] ?? '')
  return UUID.test(id) ? id : null
}

/** http only because the portal is on this computer too. */
export function callbackUrlOf({ headers }: FastifyRequest): string | null {
  const url = String(headers['x-callback-url'] ?? '')
  return url === '' || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) ? url : null
}

export function readPayment(body: unknown, { merchant }: GsmaProfile): Read<AskedPayment> {
  const fields = fieldsOf(body)
  const { amount, currency } = fields
  if (amount === undefined || currency === undefined || fields['debitParty'] === undefined || fields['creditParty'] === undefined)
    return refused('amount, currency, debitParty and creditParty are mandatory', 'mandatoryValueNotSupplied')
  if (typeof amount === 'string' && amount.startsWith('-')) return refused('amount is negative', 'negativeValue')
  const written = typeof amount === 'string' && typeof currency === 'string' ? AMOUNT.exec(amount) : null
  if (!written || Number(amount) === 0) return refused('amount is a text such as "1500"')
  if (typeof currency !== 'string' || ![CURRENCY, ...OTHER_CURRENCIES].includes(currency))
    return refused(`currency is ${[CURRENCY, ...OTHER_CURRENCIES].join(' or ')}`, 'currencyNotSupported')
  if ((written[1] ?? '').length > exponentOf(currency)) return refused(`amount has more decimals than ${currency}`)
  if (partyIn(fields['creditParty'], 'organisationid') !== merchant) return refused('creditParty is not you')
  const asked = readPayer(body)
  if (asked.kind === 'refused') return asked
  return { kind: 'read', value: { ...asked.value, amount: Number(amount), currency } }
}

/** For whom, and under which reference of the client. */
export function readPayer(body: unknown): Read<Pick<AskedPayment, 'ourReference' | 'msisdn'>> {
  const fields = fieldsOf(body)
  const msisdn = nationalNumber(partyIn(fields['debitParty'], 'msisdn'))
  if (msisdn === null) return refused('debitParty needs an msisdn of this country')
  const ourReference = fields['requestingOrganisationTransactionReference']
  if (typeof ourReference !== 'string' || !REFERENCE.test(ourReference))
    return refused('requestingOrganisationTransactionReference is missing (mandatory here)', 'mandatoryValueNotSupplied')
  return { kind: 'read', value: { ourReference, msisdn } }
}

/** `kid.ciphertext`, or null without a credential. */
export function credentialIn({ headers }: FastifyRequest): { kid: string; ciphertext: string } | null {
  const credential = headers['x-user-credential-1']
  if (typeof credential !== 'string') return null
  const [kid = '', ciphertext = ''] = credential.split('.')
  return { kid, ciphertext }
}

export function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}

function partyIn(party: unknown, key: string): string {
  const found: unknown = Array.isArray(party) ? party.find((item) => fieldsOf(item)['key'] === key) : undefined
  const value = fieldsOf(found)['value']
  return typeof value === 'string' ? value : ''
}

function refused(description: string, code?: string): { kind: 'refused'; problem: GsmaProblem } {
  return { kind: 'refused', problem: invalid(description, code) }
}
