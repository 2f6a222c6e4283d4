import fc from 'fast-check'
import type { AnswerField, AnswerTable } from '../../answer-fields.ts'

/** Messages that report something else than requested as paid: one field of a valid one is changed. For tests only. */

export type Change = { at: string; how: 'missing' | 'null' | 'empty' | 'unreadable' | 'different'; value: unknown }

type Body = Record<string, unknown>

export const OTHER_TYPES: readonly unknown[] = [true, false, [], {}, [1], { value: 1 }]

/** Well-formed values of another payment. */
export function othersOf({ tells }: Pick<AnswerField, 'tells'>, says: AnswerTable['says']): fc.Arbitrary<unknown> {
  switch (tells) {
    case 'amount':
      return fc.oneof(fc.constantFrom<unknown>(1, '1', 0, -700, 'XOF', '1,500', 'abc', 1499, 150_001), fc.integer({ min: 1, max: 1400 }))
    case 'currency':
      return fc.constantFrom('USD', 'NGN', 'EUR', 'xof', '1500', 'F', '566', '999')
    case 'kind':
      return fc.constantFrom('transfer', 'withdrawal', ...(says === 'paid' ? ['reversal', 'adjustment'] : ['merchantpay']))
    case 'merchant':
      return fc.constantFrom<unknown>([{ key: 'organisationid', value: 'OTHER' }], [{ key: 'msisdn', value: '+22790000009' }], 'OTHER')
    case 'line':
      return fc.constantFrom<unknown>('22790999999', '90123457', '+22790999999')
    default:
      return fc.stringMatching(/^[A-Z2-9]{8}$/).map((name) => `OTHER${name}`)
  }
}

/** How a field can be wrong. An id received for the first time cannot be another's, and an optional field may be missing. */
function changesOf(field: AnswerField, says: AnswerTable['says']): fc.Arbitrary<Change> {
  const { at, tells, isPromised } = field
  const of = (how: Change['how'], values: fc.Arbitrary<unknown>) => values.map((value): Change => ({ at, how, value }))
  return fc.oneof(
    of('unreadable', fc.constantFrom(...OTHER_TYPES)),
    ...(tells === 'receipt' ? [] : [of('different', othersOf(field, says))]),
    ...(isPromised ? [of('missing', fc.constant(undefined)), of('null', fc.constant(null)), of('empty', fc.constant(''))] : []),
  )
}

/** One change of one field of a table. */
export function anyChange({ fields, says }: AnswerTable): fc.Arbitrary<Change> {
  return fc.oneof(...fields.map((field) => changesOf(field, says)))
}

/** The body with one field changed, below `within`. Undefined removes it. */
export function changed(body: Body, within: string, { at, value }: Pick<Change, 'at' | 'value'>): Body {
  const path = [...within.split('.'), ...at.split('.')].filter((name) => name !== '')
  return changedAt(body, path, value)
}

/** `Item[Amount]` is the value of the element of that name, as Daraja lists them. */
const NAMED_ELEMENT = /^([A-Za-z]+)\[([A-Za-z]+)\]$/

function changedAt(body: Body, [name = '', ...rest]: readonly string[], value: unknown): Body {
  const [, named = '', element = ''] = NAMED_ELEMENT.exec(name) ?? []
  if (named) return { ...body, [named]: [{ Name: element, ...(value === undefined ? {} : { Value: value }) }] }
  const list: unknown = body[name]
  if (Array.isArray(list) && rest.length > 0)
    return { ...body, [name]: list.map((one: unknown) => changedAt(isRecord(one) ? one : {}, rest, value)) }
  const { [name]: inner, ...others } = body
  if (rest.length === 0) return value === undefined ? others : { ...others, [name]: value }
  return { ...body, [name]: changedAt(isRecord(inner) ? inner : {}, rest, value) }
}

function isRecord(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Swaps amount and currency. */
export function swapped(body: Body, within: string, { fields }: AnswerTable): Body | null {
  const amount = fields.find(({ tells }) => tells === 'amount')
  const currency = fields.find(({ tells }) => tells === 'currency')
  if (!amount || !currency) return null
  const first = changed(body, within, { at: amount.at, value: valueAt(body, within, currency.at) })
  return changed(first, within, { at: currency.at, value: valueAt(body, within, amount.at) })
}

function valueAt(body: Body, within: string, at: string): unknown {
  return [...within.split('.'), ...at.split('.')]
    .filter((name) => name !== '')
    .reduce<unknown>((value, name) => (isRecord(value) ? value[name] : Array.isArray(value) ? (value[0] as Body)[name] : undefined), body)
}

/** XML has only texts: a value of another type has children there. */
export function inXml(body: Body): Body {
  const isOther = (value: unknown) => typeof value === 'boolean' || Array.isArray(value) || JSON.stringify(value) === '{}'
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (isOther(value)) return [name, { value: '1' }]
      if (value === null) return [name, '']
      return [name, typeof value === 'object' ? inXml(value as Body) : `${value as string | number}`]
    }),
  )
}
