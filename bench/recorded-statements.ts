export type RecordedValue = string | number | boolean | null | { date: string } | { hex: string } | { list: string[] }
export type RecordedStatement = { at: number; connection: number; text: string; values: RecordedValue[] }

/** The statements between two times, grouped by transaction, in order of start. */
export function statementsBetween(statements: RecordedStatement[], { from, to }: { from: number; to: number }): RecordedStatement[] {
  const open = new Map<number, RecordedStatement[]>()
  const groups: RecordedStatement[][] = []
  for (const statement of statements.filter(({ at }) => at >= from && at <= to)) {
    const transaction = open.get(statement.connection)
    if (transaction) transaction.push(statement)
    else groups.push([statement])
    if (statement.text === 'begin') open.set(statement.connection, groups[groups.length - 1] ?? [])
    if (statement.text === 'commit') open.delete(statement.connection)
  }
  return groups.flat()
}

/** Background statements of the portal, excluded from a recorded payment. */
const BYSTANDERS = /from "content_active"|"next_work_at" <=|set looked_at/

/** A pgbench script from a recorded payment: its identifiers become variables with a new value for each run. */
export function pgbenchScript(payment: RecordedStatement[]): { script: string; statements: number } {
  const variables = new Map<string, { name: string; value: string }>()
  const own = payment.filter(({ text }) => !BYSTANDERS.test(text))
  const lines = own.map(({ text, values }) => {
    const inSql = values.map((value) => valueInSql(text, value, variables))
    return `${text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_whole, number: string) => inSql[Number(number) - 1] ?? 'null')};`
  })
  const made = [...variables.values()].map(({ name, value }) => `${value} as ${name}`)
  return { script: `select ${made.join(', ')} \\gset\n${lines.join('\n')}\n`, statements: own.length }
}

function valueInSql(text: string, value: RecordedValue, variables: Map<string, { name: string; value: string }>): string {
  if (value === null || typeof value === 'boolean') return String(value)
  // As a subquery, evaluated once: a bare currval() is evaluated for every row, without the index.
  if (typeof value === 'number') return text.startsWith('update "pay_notice"') ? "(select currval('pay_notice_id_seq'))" : String(value)
  if (typeof value === 'object') return quoted(objectText(value))
  // Referenced rows must exist: they stay unchanged.
  if (/^select .* from "(purchase|visit)"/.test(text)) return quoted(value)
  return `(${pieces(value, variables).join(' || ')})${/^[[{]/.test(value) ? '::jsonb' : ''}`
}

/** The text with each identifier of this payment replaced by a variable. */
function pieces(value: string, variables: Map<string, { name: string; value: string }>): string[] {
  const found: string[] = []
  let end = 0
  for (const { 0: word, index } of value.matchAll(NAMES_OF_ONE_PAYMENT)) {
    const known = variables.get(word) ?? { name: `made${variables.size}`, value: freshValueLike(word) }
    variables.set(word, known)
    if (index > end) found.push(quoted(value.slice(end, index)))
    found.push(`:${known.name}`)
    end = index + word.length
  }
  if (end < value.length || found.length === 0) found.push(quoted(value.slice(end)))
  return found
}

function objectText(value: { date: string } | { hex: string } | { list: string[] }): string {
  if ('date' in value) return value.date
  return 'hex' in value ? `\\x${value.hex}` : `{${value.list.map((item) => JSON.stringify(item)).join(',')}}`
}

/** A UUID, a capability of 22 characters, or a reference of twelve after up to three letters: alone, or between quotes in JSON. */
const NAMES_OF_ONE_PAYMENT =
  /(?<=^|")(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Za-z0-9_-]{22}|[A-Z-]{0,3}[A-HJ-NP-Z2-9]{12})(?=$|")/g

function freshValueLike(value: string): string {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(value)) return 'gen_random_uuid()'
  return `substr(md5(random()::text) || md5(random()::text), 1, ${value.length})`
}

/** pgbench looks for its variables inside quotes too, hence no bare colon. */
function quoted(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`
}
