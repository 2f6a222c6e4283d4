import { OPERATOR } from '#operator-record'

/**
 * What is stored about a number, by kind, and what an erasure does with it. `until`: how long what stays is stored: days, as the law of
 * accounts says, or until it is answered. A test compares the kinds with all tables that hold a number.
 */
export const DATA_KINDS = {
  payments: { fate: 'stays', until: 'law' },
  'open-claims': { fate: 'stays', until: 'answered' },
  claims: { fate: 'stays', until: OPERATOR.law.keptDays.claims },
  'claim-words': { fate: 'erased' },
  links: { fate: 'erased' },
  purchases: { fate: 'erased' },
  'paid-purchases': { fate: 'stays', until: 2 },
  leads: { fate: 'erased' },
  'paid-leads': { fate: 'stays', until: OPERATOR.law.keptDays.broadbandRequests },
  codes: { fate: 'stays', until: 2 },
  'ussd-sessions': { fate: 'stays', until: 2 },
  'ussd-payments': { fate: 'stays', until: OPERATOR.law.keptDays.ussdPayments },
} as const satisfies Record<string, { fate: 'erased' } | { fate: 'stays'; until: number | 'law' | 'answered' }>

export type DataKind = keyof typeof DATA_KINDS
export type DataCounts = Readonly<Record<DataKind, number>>

export function isDataKind(word: string): word is DataKind {
  return Object.hasOwn(DATA_KINDS, word)
}

/** `customer`: whose data. The number is encrypted in `sealed`, and masked in `shown`. */
export type CustomerRequest = { act: 'export-customer-data' | 'erase-customer-data'; sealed: string; shown: string; note: string }
/** `filter`: of the list of payments, as its address. */
export type NumbersRequest = { act: 'export-numbers'; filter: string; note: string }
export type DataRequest = CustomerRequest | NumbersRequest
export type DataAct = DataRequest['act']

export const DATA_ACTS = ['export-numbers', 'export-customer-data', 'erase-customer-data'] as const satisfies readonly DataAct[]

export type DataProposal = {
  id: number
  request: DataRequest
  proposedBy: { id: string; name: string }
  proposedAt: Date
  expiresAt: Date
  state: 'open' | 'approved' | 'rejected' | 'expired'
  decided: { by: string | null; at: Date } | null
}
