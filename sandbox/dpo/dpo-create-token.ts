import { isWebAddress } from '../card-gateways/return-address.ts'
import { refusal, type Refusal } from './dpo-answers.ts'
import type { DpoTransactions, NewDpoTransaction } from './dpo-transactions.ts'
import type { XmlRecord, XmlValue } from './xml.ts'

export const DPO_SERVICE_TYPE = '3854'
const CURRENCIES = new Set(['XOF', 'XAF', 'USD', 'CDF', 'EUR', 'NGN', 'KES', 'ZAR'])
const WITHOUT_CENTS = new Set(['XOF', 'XAF'])
const HIGHEST_AMOUNT = 10_000_000
const DEFAULT_LIMIT = 96
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export type ReadToken = { kind: 'read'; value: NewDpoTransaction } | { kind: 'refused'; refusal: Refusal }

/** createToken, refused with the codes that this call has: 904 is a currency here, and something else elsewhere. */
export function readCreateToken(request: XmlRecord, transactions: DpoTransactions): ReadToken {
  const transaction = recordIn(request, 'Transaction')
  const text = (name: string) => textIn(transaction, name)
  const missing = ['PaymentAmount', 'PaymentCurrency'].find((name) => text(name) === '')
  if (missing !== undefined) return refuse('902', missing)

  const currency = text('PaymentCurrency')
  if (!CURRENCIES.has(currency)) return refuse('904', currency)
  const amount = readDpoAmount(text('PaymentAmount'), currency)
  if (amount === null) return refuse('902', `PaymentAmount (${currency})`)
  if (amount > HIGHEST_AMOUNT) return refuse('905')
  const badAddress = ['RedirectURL', 'BackURL'].find((name) => text(name) !== '' && !isWebAddress(text(name)))
  if (badAddress !== undefined) return refuse('902', badAddress)
  const lifeMs = readLife(text('PTL'), text('PTLtype'))
  if (lifeMs === null) return refuse('902', 'PTL')

  const service = problemOfServices(request)
  if (service !== undefined) return refuse('950', service)
  const companyRef = text('CompanyRef')
  const isRefUnique = text('CompanyRefUnique') === '1'
  if (isRefUnique && transactions.byCompanyRef(companyRef)?.state === 'paid') return refuse('940')

  return {
    kind: 'read',
    value: {
      companyRef,
      amount,
      currency,
      redirectUrl: text('RedirectURL'),
      backUrl: text('BackURL'),
      isRefUnique,
      description: textIn(firstService(request), 'ServiceDescription'),
      customer: {
        name: [text('customerFirstName'), text('customerLastName')].filter((name) => name !== '').join(' '),
        email: text('customerEmail'),
        phone: text('customerPhone'),
        country: text('customerCountry'),
      },
      lifeMs,
    },
  }
}

/** At most two decimals; francs have no cents, so only zeros may stand there. */
export function readDpoAmount(text: string, currency: string): number | null {
  if (!/^\d{1,12}(?:\.\d{1,2})?$/.test(text)) return null
  const amount = Number(text)
  if (amount <= 0 || (WITHOUT_CENTS.has(currency) && !Number.isInteger(amount))) return null
  return amount
}

function readLife(limit: string, type: string): number | null {
  const unit = type === '' || type === 'hours' ? HOUR_MS : type === 'minutes' ? MINUTE_MS : null
  if (unit === null || !/^\d{0,5}$/.test(limit) || limit === '0') return null
  return (limit === '' ? DEFAULT_LIMIT : Number(limit)) * unit
}

/** What is missing or wrong in the services, by name. */
function problemOfServices(request: XmlRecord): string | undefined {
  const service = firstService(request)
  const missing = ['ServiceType', 'ServiceDescription', 'ServiceDate'].find((name) => textIn(service, name) === '')
  if (missing !== undefined) return missing
  if (textIn(service, 'ServiceType') !== DPO_SERVICE_TYPE) return 'ServiceType'
  return /^\d{4}\/\d{2}\/\d{2}(?: \d{2}:\d{2})?$/.test(textIn(service, 'ServiceDate')) ? undefined : 'ServiceDate'
}

function firstService(request: XmlRecord): XmlRecord {
  const services = recordIn(request, 'Services')['Service']
  return asRecord(Array.isArray(services) ? services[0] : services)
}

function recordIn(record: XmlRecord, name: string): XmlRecord {
  return asRecord(record[name])
}

export function textIn(record: XmlRecord, name: string): string {
  const value = record[name]
  return typeof value === 'string' ? value : ''
}

function asRecord(value: XmlValue | undefined): XmlRecord {
  return typeof value === 'object' && !Array.isArray(value) ? value : {}
}

function refuse(code: Refusal['code'], about?: string): ReadToken {
  return { kind: 'refused', refusal: refusal(code, about) }
}
