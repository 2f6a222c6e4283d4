import type { TmfRecord } from './collection-query.ts'

/** What is left of a record, attribute by attribute, through lists. */
type Kept = { readonly [attribute: string]: true | Kept }

const REFERENCE = { id: true } as const

/**
 * The standard profile at its shortest: what the v4 documents require, and what an answer would mean nothing without. Attributes that a list was
 * filtered by are left out, as every document allows, and prices of offerings are only named.
 */
const KEPT: Readonly<Record<string, Kept>> = {
  product: { id: true, productCharacteristic: { name: true, value: true }, billingAccount: REFERENCE },
  bucket: { id: true, usageType: true, remainingValue: { amount: true, units: true }, validFor: { endDateTime: true } },
  topupBalance: { id: true, status: true },
  reserveBalance: { id: true, status: true },
  adjustBalance: { id: true, status: true, amount: { amount: true } },
  balanceActionHistory: {
    id: true,
    status: true,
    receiverLogicalResource: REFERENCE,
    amount: { amount: true },
    reason: true,
    '@type': true,
  },
  productOffering: {
    id: true,
    name: true,
    lifecycleStatus: true,
    category: REFERENCE,
    marketSegment: REFERENCE,
    productOfferingPrice: REFERENCE,
    prodSpecCharValueUse: { name: true, productSpecCharacteristicValue: { value: true, unitOfMeasure: true } },
    productOfferingTerm: { duration: true },
  },
  productOfferingPrice: { id: true, price: true },
  category: { id: true, name: true },
  productOrder: { id: true, state: true, productOrderItem: { id: true, action: true } },
  customerBill: { id: true, billDate: true, paymentDueDate: true, remainingAmount: { value: true } },
  payment: { id: true, status: true, account: REFERENCE, paymentMethod: true },
  billingAccount: {
    name: true,
    contact: { contactType: true, validFor: true, contactMedium: { characteristic: true } },
    relatedParty: { id: true, name: true, '@referredType': true },
  },
  salesLead: { id: true, status: true, prospectContact: { characteristic: true } },
}

/** Words that the documents leave open, as others write them. */
const OTHER_WORDS: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  payment: { status: { pendingAuthorization: 'Pending', done: 'Completed', failed: 'FAILED' } },
  productOffering: { lifecycleStatus: { Launched: 'launched', Active: 'active', Retired: 'retired' } },
}

export function sparseRecord(path: string, record: TmfRecord): TmfRecord {
  const kept = KEPT[path]
  if (!kept) throw new Error(`the sparse dialect does not know ${path}`)
  const words = OTHER_WORDS[path] ?? {}
  const short = Object.entries(cut(record, kept) as TmfRecord)
  return Object.fromEntries(short.map(([name, value]) => [name, words[name]?.[String(value)] ?? value]))
}

function cut(value: unknown, kept: Kept): unknown {
  if (Array.isArray(value)) return value.map((entry) => cut(entry, kept))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const how = Object.hasOwn(kept, name) ? kept[name] : undefined
    return how === undefined ? [] : [[name, how === true ? inner : cut(inner, how)]]
  })
  return Object.fromEntries(entries)
}
