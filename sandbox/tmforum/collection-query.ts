import { badRequest } from './refusal.ts'

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>
export type TmfRecord = { readonly id?: string } & Readonly<Record<string, unknown>>

export type Page = { records: TmfRecord[]; offset: number; total: number }

/** Parameters of the API that are no attributes. */
const CONTROL_PARAMETERS = new Set(['fields', 'offset', 'limit'])

/** The records that match every attribute of the query, cut to its page and fields. */
export function answerQuery(candidates: readonly TmfRecord[], query: Query): Page {
  const matching = candidates.filter((record) => hasAttributes(record, query))
  const offset = wholeNumber(query, 'offset') ?? 0
  const limit = wholeNumber(query, 'limit') ?? matching.length
  const records = matching.slice(offset, offset + limit).map((record) => selectFields(record, query))
  return { records, offset, total: matching.length }
}

/** `fields` names first-level attributes; id and href are always sent. */
export function selectFields(record: TmfRecord, query: Query): TmfRecord {
  const fields = textOf(query, 'fields')
  if (fields === undefined || fields === '') return record
  const wanted = new Set(['id', 'href', ...fields.split(',').map((field) => field.trim())])
  return Object.fromEntries(Object.entries(record).filter(([name]) => wanted.has(name)))
}

/** A parameter that was given once. */
export function textOf(query: Query, name: string): string | undefined {
  const value = query[name]
  return typeof value === 'string' ? value : undefined
}

/** Exact match on attribute paths, several of them all at once; a path through a list is true when any entry is. */
function hasAttributes(record: TmfRecord, query: Query): boolean {
  return Object.entries(query).every(([path, wanted = []]) => {
    if (CONTROL_PARAMETERS.has(path)) return true
    const found = valuesAt(record, path.split('.'))
    return [wanted].flat().every((text) => found.some((value) => isSame(value, text)))
  })
}

function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((entry) => valuesAt(entry, path))
  const [name, ...rest] = path
  if (name === undefined) return [value]
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return []
  return valuesAt((value as Record<string, unknown>)[name], rest)
}

function isSame(value: unknown, text: string): boolean {
  if (typeof value === 'number') return text.trim() !== '' && value === Number(text)
  return (typeof value === 'string' || typeof value === 'boolean') && String(value) === text
}

function wholeNumber(query: Query, name: string): number | undefined {
  if (query[name] === undefined) return undefined
  const text = textOf(query, name) ?? ''
  if (!/^\d{1,9}$/.test(text)) throw badRequest(`${name} must be a whole number`)
  return Number(text)
}
