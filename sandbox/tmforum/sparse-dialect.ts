import type { TmfRecord } from './collection-query.ts'

/** The attributes of a record that are sent, also inside lists. */
type FieldSelection = { readonly [attribute: string]: true | FieldSelection }

const REFERENCE = { id: true } as const

/**
 * The shortest legal responses: the fields that the v4 documents require, and those that a response has no meaning without. Attributes that
 * a list is filtered by are omitted, as every document allows, and prices of offerings are sent as references.
 */
const SENT_FIELDS: Readonly<Record<string, FieldSelection>> = {
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

/** Values that the documents leave open, as other vendors write them. */
const OTHER_VALUES: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  payment: { status: { pendingAuthorization: 'Pending', done: 'Completed', failed: 'FAILED' } },
  productOffering: { lifecycleStatus: { Launched: 'launched', Active: 'active', Retired: 'retired' } },
}

export function sparseRecord(path: string, record: TmfRecord): TmfRecord {
  const fields = SENT_FIELDS[path]
  if (!fields) throw new Error(`the sparse dialect does not know ${path}`)
  const values = OTHER_VALUES[path] ?? {}
  const short = Object.entries(selectFields(record, fields) as TmfRecord)
  return Object.fromEntries(short.map(([name, value]) => [name, values[name]?.[String(value)] ?? value]))
}

function selectFields(value: unknown, fields: FieldSelection): unknown {
  if (Array.isArray(value)) return value.map((entry) => selectFields(entry, fields))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const how = Object.hasOwn(fields, name) ? fields[name] : undefined
    return how === undefined ? [] : [[name, how === true ? inner : selectFields(inner, how)]]
  })
  return Object.fromEntries(entries)
}
