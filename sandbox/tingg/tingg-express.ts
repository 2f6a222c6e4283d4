import { isWebAddress } from '../card-gateways/return-address.ts'
import { invalid, type TinggProblem } from './tingg-answers.ts'
import type { NewTinggRequest, TinggRequests } from './tingg-requests.ts'
import { CURRENCY } from '../operator.ts'

export const TINGG_SERVICE_CODE = 'GUICHET'
const CURRENCIES = new Set([CURRENCY, 'XOF', 'XAF', 'KES', 'NGN', 'GHS', 'TZS', 'UGX', 'USD'])
const WITHOUT_CENTS = new Set(['XOF', 'XAF', 'UGX'])
const HIGHEST_AMOUNT = 10_000_000
const DEFAULT_LIFE_MS = 12 * 60 * 60 * 1000

export type ReadExpress = { kind: 'read'; value: NewTinggRequest } | { kind: 'refused'; problem: TinggProblem }

type Fields = Record<string, unknown>

/** The body of an express checkout, refused with Tingg's codes where it has one, else with 422. */
export function readExpress(body: unknown, { requests, now }: { requests: TinggRequests; now: number }): ReadExpress {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Fields
  const text = (name: string) => textOf(fields[name])
  const problem = problemOf(fields, requests)
  if (problem) return { kind: 'refused', problem }
  const amount = amountOf(fields['request_amount'], text('currency_code'))
  if (amount === null) return { kind: 'refused', problem: invalid('Amount is out of range', 1027) }
  const dueAt = text('due_date') === '' ? now + DEFAULT_LIFE_MS : timeOf(text('due_date'))
  if (dueAt === null || dueAt <= now)
    return { kind: 'refused', problem: invalid('due_date must be YYYY-MM-DD HH:mm:ss (UTC), in the future') }
  return {
    kind: 'read',
    value: {
      merchantTransactionId: text('merchant_transaction_id'),
      accountNumber: text('account_number'),
      msisdn: text('msisdn'),
      amount,
      currency: text('currency_code'),
      callbackUrl: text('callback_url'),
      successUrl: text('success_redirect_url'),
      failUrl: text('fail_redirect_url'),
      pendingUrl: text('pending_redirect_url'),
      description: text('request_description'),
      language: text('language_code') === 'en' ? 'en' : 'fr',
      customerName: [text('customer_first_name'), text('customer_last_name')].filter((name) => name !== '').join(' '),
      customerEmail: text('customer_email'),
      dueAt,
    },
  }
}

function problemOf(fields: Fields, requests: TinggRequests): TinggProblem | undefined {
  const text = (name: string) => textOf(fields[name])
  const id = text('merchant_transaction_id')
  if (id === '') return invalid('Missing merchant_transaction_id', 1014)
  if (id.length > 100) return invalid('merchant_transaction_id is longer than 100 characters')
  if (requests.find(id)) return invalid('merchant_transaction_id already exists')
  if (!/^[A-Z]{3}$/.test(text('country_code'))) return invalid('country_code must have three letters', 1007)
  if (!/^[1-9]\d{7,14}$/.test(text('msisdn'))) return invalid('Invalid msisdn', 1017)
  if (text('service_code') !== TINGG_SERVICE_CODE) return invalid('Unknown service_code')
  if (!/^\w{1,15}$/.test(text('account_number'))) return invalid('account_number has 1 to 15 letters, digits or underscores')
  if (!CURRENCIES.has(text('currency_code'))) return invalid('Unknown currency_code')
  if (text('request_description').length > 100) return invalid('request_description is longer than 100 characters')
  if (!['', 'fr', 'en', 'ar', 'pt'].includes(text('language_code'))) return invalid('Unknown language_code')
  const badAddress = ['callback_url', 'success_redirect_url', 'fail_redirect_url'].find((name) => !isWebAddress(text(name)))
  if (badAddress !== undefined) return invalid(`${badAddress} must be an address`)
  const pending = text('pending_redirect_url')
  return pending !== '' && !isWebAddress(pending) ? invalid('pending_redirect_url must be an address') : undefined
}

/** Whole units, as a number or as text; francs have no cents. */
export function amountOf(value: unknown, currency: string): number | null {
  const text = textOf(value)
  if (!/^\d{1,10}(?:\.\d{1,2})?$/.test(text)) return null
  const amount = Number(text)
  if (amount <= 0 || amount > HIGHEST_AMOUNT) return null
  return WITHOUT_CENTS.has(currency) && !Number.isInteger(amount) ? null : amount
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

function timeOf(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return null
  const at = Date.parse(`${text.replace(' ', 'T')}Z`)
  return Number.isNaN(at) ? null : at
}
