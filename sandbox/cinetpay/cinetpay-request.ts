import { isWebAddress } from '../card-gateways/return-address.ts'
import type { CinetpayTransactions, NewCinetpayTransaction } from './cinetpay-transactions.ts'

export const CINETPAY_API_KEY = 'cinetpay-sandbox-key'
export const CINETPAY_SITE_ID = '227001'
export const CINETPAY_SECRET_KEY = 'cinetpay-sandbox-secret'

const CURRENCIES = new Set(['XOF', 'XAF', 'CDF', 'GNF'])
const CHANNELS = /^(?:ALL|(?:MOBILE_MONEY|CREDIT_CARD|WALLET)(?: ?, ?(?:MOBILE_MONEY|CREDIT_CARD|WALLET))*)$/
const REQUIRED = ['transaction_id', 'amount', 'currency', 'description', 'notify_url', 'return_url', 'channels'] as const
const LEAST = 100
const HIGHEST = 2_500_000

export type CinetpayProblem = { code: string; message: string; description: string }
type Fields = Record<string, unknown>

export const asFields = (body: unknown): Fields =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Fields) : {}

/** Both credentials go into the body of every call. */
export function credentialProblem(fields: Fields): CinetpayProblem | null {
  if (fields['apikey'] !== CINETPAY_API_KEY) return { code: '609', message: 'AUTH_NOT_FOUND', description: 'apikey not found' }
  const isSite = String(fields['site_id']) === CINETPAY_SITE_ID
  return isSite ? null : { code: '613', message: 'ERROR_SITE_ID_NOTVALID', description: 'site_id not valid' }
}

export type ReadPayment = { kind: 'read'; value: NewCinetpayTransaction } | { kind: 'refused'; problem: CinetpayProblem }

export function readPayment(fields: Fields, transactions: CinetpayTransactions): ReadPayment {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name].trim() : '')
  const missing = REQUIRED.find((name) => fields[name] === undefined || fields[name] === '')
  if (missing !== undefined) return minimum(`${missing} is required`)
  const amount = amountOf(fields['amount'])
  if (!CURRENCIES.has(text('currency'))) return refused('612', 'ERROR_CURRENCY_NOTVALID', 'currency not valid')
  if (amount === null) return refused('611', 'ERROR_AMOUNT_TYPE', 'amount must be an integer')
  if (amount < LEAST) return refused('641', 'ERROR_AMOUNT_TOO_LOW', `amount must be at least ${LEAST}`)
  if (amount > HIGHEST) return refused('642', 'ERROR_AMOUNT_TOO_HIGH', `amount must be at most ${HIGHEST}`)
  if (amount % 5 !== 0) return minimum('amount must be a multiple of 5')
  if (!CHANNELS.test(text('channels'))) return minimum('channels is not valid')
  if (/[#/$_&]/.test(text('description'))) return minimum('description has special characters')
  const wrongAddress = ['notify_url', 'return_url'].find((name) => !isWebAddress(text(name)))
  if (wrongAddress !== undefined) return minimum(`${wrongAddress} is no address`)
  if (transactions.byTransactionId(text('transaction_id'))) return minimum('transaction_id already exists')
  return {
    kind: 'read',
    value: {
      transactionId: text('transaction_id'),
      amount,
      currency: text('currency'),
      description: text('description'),
      notifyUrl: text('notify_url'),
      returnUrl: text('return_url'),
      language: text('lang') === 'en' ? 'en' : 'fr',
      metadata: text('metadata'),
      payer: text('customer_email') || text('customer_phone_number'),
    },
  }
}

function amountOf(given: unknown): number | null {
  const amount = typeof given === 'string' && /^\d{1,10}$/.test(given) ? Number(given) : given
  return typeof amount === 'number' && Number.isSafeInteger(amount) ? amount : null
}

function minimum(description: string): ReadPayment {
  return refused('608', 'MINIMUM_REQUIRED_FIELDS', description)
}

function refused(code: string, message: string, description: string): ReadPayment {
  return { kind: 'refused', problem: { code, message, description } }
}
