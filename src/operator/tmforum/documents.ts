import { readFileSync } from 'node:fs'
import type { TmforumSystem } from '../operator-profile.ts'
import { deviations, readTypes, type Schema } from './document-types.ts'
import type { SendProbe } from './tmforum-transport.ts'

/** One call of an official document that the adapter uses, and its possible responses. */
export type DocumentedCall = {
  system: TmforumSystem
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** Null for calls without a body. */
  sends: Schema | null
  answer: { status: number; holds: Schema | null; isList: boolean }
  /** Statuses of a refusal in the document; each comes with an Error. */
  errors: readonly number[]
}

const typeNamed = readTypes(readFileSync(new URL('documents.txt', import.meta.url), 'utf8'))

function documented(name: string): Schema {
  const type = typeNamed(name)
  if (!type) throw new Error(`documents.txt has no type ${name}`)
  return type
}

/** The same in all of them. */
export const REFUSAL_BODY = documented('Error')

const READ_ERRORS = [400, 401, 403, 404, 405, 409, 500]
/** A creation knows no 404. */
const WRITE_ERRORS = [400, 401, 403, 405, 409, 500]

const read = (system: TmforumSystem, path: string, type: string, isList: boolean): DocumentedCall => ({
  system,
  method: 'GET',
  path,
  sends: null,
  answer: { status: 200, holds: documented(type), isList },
  errors: READ_ERRORS,
})
const list = (system: TmforumSystem, path: string, type: string) => read(system, path, type, true)
const byId = (system: TmforumSystem, path: string, type: string) => read(system, `${path}/{id}`, type, false)
const creation = (system: TmforumSystem, path: string, type: string): DocumentedCall => ({
  ...read(system, path, type, false),
  method: 'POST',
  sends: documented(`${type}_Create`),
  answer: { status: 201, holds: documented(type), isList: false },
  errors: WRITE_ERRORS,
})

/** Every call of the adapter that an official document defines: TMF620 in version 4.1.0, all others in 4.0.0. */
export const DOCUMENTED_CALLS = {
  'offers on sale': list('620', '/productOffering', 'ProductOffering'),
  'price of an offer': byId('620', '/productOfferingPrice', 'ProductOfferingPrice'),
  'order of a bundle': creation('622', '/productOrder', 'ProductOrder'),
  'orders by our reference': list('622', '/productOrder', 'ProductOrder'),
  'buckets of a line': list('654', '/bucket', 'Bucket'),
  'top-up': creation('654', '/topupBalance', 'TopupBalance'),
  'top-ups by our reference': list('654', '/topupBalance', 'TopupBalance'),
  reservation: creation('654', '/reserveBalance', 'ReserveBalance'),
  'reservations by our reference': list('654', '/reserveBalance', 'ReserveBalance'),
  'end of a reservation': {
    ...byId('654', '/reserveBalance', 'ReserveBalance'),
    method: 'DELETE',
    answer: { status: 204, holds: null, isList: false },
  },
  adjustment: creation('654', '/adjustBalance', 'AdjustBalance'),
  'adjustments by our reference': list('654', '/adjustBalance', 'AdjustBalance'),
  'history of a line': list('654', '/balanceActionHistory', 'BalanceActionHistory'),
  'products of a line': list('637', '/product', 'Product'),
  account: byId('666', '/billingAccount', 'BillingAccount'),
  'bills of an account': list('678', '/customerBill', 'CustomerBill'),
  'payment of a bill': creation('676', '/payment', 'Payment'),
  'payments by our reference': list('676', '/payment', 'Payment'),
  lead: creation('699', '/salesLead', 'SalesLead'),
  'state of a lead': byId('699', '/salesLead', 'SalesLead'),
} as const satisfies Record<string, DocumentedCall>

export type DocumentedName = keyof typeof DOCUMENTED_CALLS

/** How a response differs from its document, each line naming the call; calls that are in no document are not compared. */
export function answerDeviations({ system, method, path, status, body }: SendProbe): string[] {
  const calls: DocumentedCall[] = Object.values(DOCUMENTED_CALLS)
  const call = calls.find((one) => one.system === system && one.method === method && pathPattern(one).test(path))
  if (!call) return []
  return differences(call, status, body).map((difference) => `${system} ${method} ${call.path}: ${difference}`)
}

/** Path patterns of a call below a base URL. */
export function pathPattern({ path }: DocumentedCall, below = ''): RegExp {
  return new RegExp(`^${below}${path.replace('{id}', '[^/]+')}$`)
}

function differences({ answer: { status: expected, holds, isList }, errors }: DocumentedCall, status: number, body: unknown): string[] {
  if (status >= 400) {
    const unknown = errors.includes(status) ? [] : [`answered ${status}, which the document does not know`]
    // A refusal without a body is acceptable; one with another body than the document's is reported.
    return [...unknown, ...(body === undefined ? [] : deviations(REFUSAL_BODY, body))]
  }
  if (holds === null || status === 204) return []
  const isLegalStatus = status === expected || (isList && status === 206)
  const other = isLegalStatus ? [] : [`answered ${status} instead of ${expected}`]
  if (!isList) return [...other, ...deviations(holds, body)]
  if (!Array.isArray(body)) return [...other, 'is no list']
  // The index in a list is irrelevant: a common difference is reported once.
  return [...other, ...body.flatMap((record: unknown) => deviations(holds, record))]
}
