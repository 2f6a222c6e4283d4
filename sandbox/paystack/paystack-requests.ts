import { isWebAddress } from '../card-gateways/return-address.ts'
import { invalidParameters, type PaystackError } from './paystack-answers.ts'
import { WIRE_UNIT, type NewTransaction, type Transactions } from './paystack-transactions.ts'
import { CURRENCY } from '../operator.ts'

export const PAYSTACK_SECRET_KEY = 'sk_test_guichet_sandbox'
export const PAYSTACK_PUBLIC_KEY = 'pk_test_guichet_sandbox'
const CURRENCIES = new Set(['XOF', 'NGN', 'GHS', 'KES', 'ZAR', 'USD'])
const CHANNELS = ['card', 'bank', 'ussd', 'qr', 'eft', 'mobile_money', 'bank_transfer', 'apple_pay']

export type Read<T> = { kind: 'read'; value: T } | { kind: 'refused'; error: PaystackError }

type Fields = Record<string, unknown>

/** Why a call with these headers is not let in; undefined when it is. */
export function keyProblem(authorization: string | undefined): PaystackError | undefined {
  const refused = (message: string, nextStep: string): PaystackError => ({ status: 401, message, nextStep, code: 'invalid_Key' })
  if (authorization === undefined) return refused('No Authorization Header was found', 'Ensure that you provide the authorization header.')
  const key = /^Bearer (sk_(?:test|live)_\S+)$/.exec(authorization)?.[1]
  if (key === undefined) return refused('Format is Authorization Bearer [secret key]', 'Ensure that you provide a secret key.')
  if (key.startsWith('sk_live_')) return refused('Invalid key', 'This is the sandbox: a live key must never reach it.')
  if (key !== PAYSTACK_SECRET_KEY) return refused('Invalid key', 'Ensure that you provide the correct authorization key for the request.')
  return undefined
}

export function readInitialize(body: unknown, transactions: Transactions): Read<NewTransaction> {
  const fields = (body ?? {}) as Fields
  const email = textOf(fields['email'])
  if (email === '') return refuse(invalidParameters('Email is not allowed to be empty'))
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return refuse(invalidParameters('Invalid Email Address Passed'))

  const currency = textOf(fields['currency']) || CURRENCY
  if (!CURRENCIES.has(currency)) return refuse({ ...invalidParameters('Currency not supported by merchant'), code: 'unsupported_currency' })
  const amount = readAmount(fields['amount'], currency)
  if (amount.kind === 'refused') return amount

  const reference = textOf(fields['reference']) || undefined
  const referenceProblem = reference === undefined ? undefined : problemOfReference(reference, transactions)
  if (referenceProblem) return refuse(referenceProblem)

  const channels = readChannels(fields['channels'])
  if (!channels) return refuse(invalidParameters('Invalid channels passed', `Channels are ${CHANNELS.join(', ')}.`))
  const callbackUrl = textOf(fields['callback_url']) || undefined
  if (callbackUrl !== undefined && !isWebAddress(callbackUrl)) return refuse(invalidParameters('Invalid callback_url passed'))
  return {
    kind: 'read',
    value: { email, amount: amount.value, currency, reference, channels, callbackUrl, metadata: readMetadata(fields['metadata']) },
  }
}

/** Integers only, also as text, as the plugins send them. In XOF, which has no cents, two zeros must stand at the end. */
export function readAmount(value: unknown, currency: string): Read<number> {
  const isWhole = (typeof value === 'number' && Number.isSafeInteger(value)) || (typeof value === 'string' && /^\d{1,15}$/.test(value))
  if (!isWhole) return refuse(invalidParameters('Amount must be an integer'))
  const amount = Number(value)
  if (amount <= 0) return refuse(invalidParameters('You must specify a valid amount'))
  if (currency === 'XOF' && amount % WIRE_UNIT !== 0) {
    return refuse(
      invalidParameters(
        'Invalid amount: XOF has no cents',
        'Paystack takes every currency times 100, XOF too: 1 500 F is 150000. An amount in XOF is a multiple of 100.',
      ),
    )
  }
  return { kind: 'read', value: amount }
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

function problemOfReference(reference: string, transactions: Transactions): PaystackError | undefined {
  if (!/^[A-Za-z0-9.=-]+$/.test(reference)) {
    return invalidParameters('Invalid character in transaction reference', 'Only -, ., = and alphanumeric characters are allowed.')
  }
  if (!transactions.byReference(reference)) return undefined
  return {
    ...invalidParameters('Duplicate Transaction Reference', 'Generate a new reference and try again.'),
    code: 'duplicate_reference',
  }
}

function readChannels(value: unknown): readonly string[] | undefined {
  if (value === undefined) return ['card']
  const channels = Array.isArray(value) ? (value as unknown[]) : typeof value === 'string' ? value.split(',') : []
  const known = channels.filter((channel): channel is string => typeof channel === 'string' && CHANNELS.includes(channel))
  return known.length > 0 && known.length === channels.length ? known : undefined
}

/** Sent as an object or as its text; Paystack shows an object either way, and an empty text when there was none. */
function readMetadata(value: unknown): unknown {
  if (value === undefined) return ''
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

function refuse(error: PaystackError): { kind: 'refused'; error: PaystackError } {
  return { kind: 'refused', error }
}
