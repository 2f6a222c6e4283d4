import { textField } from '../pages/forms.ts'
import type { NewUbaTransaction, UbaTransactions } from './uba-transactions.ts'

export const UBA_MERCHANT_ID = 'GUICHETNE'
export const UBA_SERVICE_KEY = 'uba-sandbox-key'
const CURRENCIES: Record<string, string> = { 952: 'XOF', 950: 'XAF', 566: 'NGN', 840: 'USD', 976: 'CDF' }
const WITHOUT_CENTS = new Set(['XOF', 'XAF'])
const REQUIRED = ['description', 'total', 'date', 'countryCurrencyCode', 'noOfItems', 'customerEmail', 'referenceNumber'] as const

export type ReadRegistration = { kind: 'read'; value: NewUbaTransaction } | { kind: 'refused'; sentence: string }

/** The form of `regptran`. What is wrong with it is said in a sentence: only by its spaces it differs from a transaction id. */
export function readRegistration(form: unknown, transactions: UbaTransactions): ReadRegistration {
  const text = (name: string) => textField(form, name).trim()
  if (text('merchantId') !== UBA_MERCHANT_ID) return refuse('Invalid merchant id supplied')
  if (text('serviceKey') !== UBA_SERVICE_KEY) return refuse('Invalid service key supplied')
  const missing = REQUIRED.find((name) => text(name) === '')
  if (missing !== undefined) return refuse(`The field ${missing} is required`)

  const currencyCode = text('countryCurrencyCode')
  const currency = CURRENCIES[currencyCode]
  if (currency === undefined) return refuse(`The currency ${currencyCode} is not supported`)
  const amount = readTotal(text('total'), currency)
  if (amount === null) return refuse('The field total is not a valid amount')
  if (!/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}$/.test(text('date'))) return refuse('The field date must be dd/MM/yyyy HH:mm:ss')
  if (!/^[1-9]\d{0,3}$/.test(text('noOfItems'))) return refuse('The field noOfItems is not a number')
  const referenceNumber = text('referenceNumber')
  if (transactions.isTaken(referenceNumber)) return refuse('Duplicate reference number supplied')
  return {
    kind: 'read',
    value: { referenceNumber, amount, currency, currencyCode, description: text('description'), email: text('customerEmail') },
  }
}

/** Whole units; francs have no cents. */
function readTotal(text: string, currency: string): number | null {
  if (!/^\d{1,10}(?:\.\d{1,2})?$/.test(text)) return null
  const amount = Number(text)
  return amount <= 0 || (WITHOUT_CENTS.has(currency) && !Number.isInteger(amount)) ? null : amount
}

function refuse(sentence: string): ReadRegistration {
  return { kind: 'refused', sentence }
}
