import fc from 'fast-check'
import type pg from 'pg'

/** Abuse 86: canary values. Each place has a separate address and phone, which identify the source of a leak. */

const CARD = '4929494912345670'
export type CanaryKind = 'card' | 'email' | 'mobile' | 'code'
type Needle = { kind: CanaryKind; text: string }
export type Canary = { typed: string[]; needles: Needle[] }

export function aCanary(place: number): Canary {
  const email = `canari.${place}x@exemple-prive.ne`
  const mobile = `97${String(730_000 + place)}`
  const pairs = mobile.replace(/(..)(?=.)/g, '$1 ')
  const card = CARD.replace(/(.{4})(?=.)/g, '$1 ')
  const sentence = `carte ${card} mon PIN 73915528 tel ${pairs} le code est 583920 ${email}`
  return {
    typed: [sentence, CARD, `４９２９${CARD.slice(4)}`, email, mobile, 'PIN 73915528', `/gethelp?q=${encodeURIComponent(sentence)}`],
    needles: [
      { kind: 'card', text: CARD },
      { kind: 'card', text: card },
      { kind: 'card', text: CARD.slice(4) },
      { kind: 'email', text: email },
      { kind: 'email', text: encodeURIComponent(email) },
      { kind: 'mobile', text: mobile },
      { kind: 'mobile', text: pairs },
      { kind: 'code', text: '73915528' },
      { kind: 'code', text: 'est 583920' },
    ],
  }
}

/** Paths of all texts in a value. */
export function textsIn(value: unknown, way: string[] = []): string[][] {
  if (typeof value === 'string') return [way]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, [...way, name]))
}

export function withText(value: unknown, [name, ...way]: string[], text: string): unknown {
  if (name === undefined) return text
  if (Array.isArray(value)) return value.map((inner, place) => (String(place) === name ? withText(inner, way, text) : inner))
  const fields = Object.entries(Object(value) as object)
  return Object.fromEntries(fields.map(([field, inner]) => [field, field === name ? withText(inner, way, text) : inner]))
}

type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  pattern?: string
  minLength?: number
  minimum?: number
  exclusiveMinimum?: number
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
}

export type DescribedCall = { name: string; method: 'GET' | 'POST'; url: string; input: Record<string, unknown> }

type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}

/** Every described call, with an input that its schema accepts; `known` contains meaningful values. */
export function describedCalls(
  document: { paths: Record<string, Record<string, Operation>> },
  known: Record<string, unknown>,
): DescribedCall[] {
  return Object.entries(document.paths).flatMap(([url, operations]) =>
    Object.entries(operations).flatMap(([verb, { parameters = [], requestBody }]): DescribedCall[] => {
      const asked = parameters.filter((parameter) => parameter.in === 'query')
      const query = Object.fromEntries(asked.map(({ name, schema }) => [name, sampleOf(schema, known, name)]))
      const body = requestBody && sampleOf(requestBody.content['application/json'].schema, known)
      const method = verb === 'post' ? 'POST' : 'GET'
      return [{ name: `${method} ${url}`, method, url, input: method === 'POST' ? (Object(body) as Record<string, unknown>) : query }]
    }),
  )
}

function sampleOf(schema: Schema, known: Record<string, unknown>, name = ''): unknown {
  if (name in known) return known[name]
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0], known)
  if (schema.type === 'array') return schema.items ? [sampleOf(schema.items, known)] : []
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([field, inner]) => [field, sampleOf(inner, known, field)])
    return Object.fromEntries(fields)
  }
  if (schema.type === 'string') return schema.pattern ? matching(schema.pattern) : 'a'.repeat(schema.minLength ?? 1)
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  return schema.type === 'boolean'
}

function matching(pattern: string): string {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 1, seed: 86 })[0] ?? ''
  } catch {
    return 'a'
  }
}

export type Find = { column: string; kind: CanaryKind; text: string }

/** Searches every column of every table, including bytes and URL-encoded text. */
export async function findInTables(pool: pg.Pool, needles: Needle[]): Promise<Find[]> {
  const { rows: columns } = await pool.query<{ table: string; column: string; type: string }>(
    `select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, 2`,
  )
  const finds: Find[] = []
  for (const { table, column, type } of columns) {
    const read = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`
    const { rows } = await pool.query<{ text: string | null }>(`select string_agg(distinct ${read}, E'\\n') as text from "${table}"`)
    finds.push(...findIn(rows[0]?.text ?? '', needles).map((needle) => ({ column: `${table}.${column}`, ...needle })))
  }
  return finds
}

export function findIn(text: string, needles: Needle[]): Needle[] {
  const plain = `${text}\n${text.replaceAll('+', ' ').replaceAll('%20', ' ').replaceAll('%40', '@').replaceAll('_', ' ')}`
  return needles.filter((needle) => plain.includes(needle.text))
}
