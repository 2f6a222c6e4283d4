export type RecordedValue = string | number | boolean | null | { date: string } | { hex: string } | { list: string[] }
export type RecordedStatement = { at: number; connection: number; text: string; values: RecordedValue[] }

/** The statements between two moments, each transaction in one piece, in the order in which they began. */
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

/**
 * A pgbench script from two recorded payments: what differs between them becomes a variable with a fresh value for each run, what is the
 * same stays. Null when the two did not run the same statements.
 */
export function pgbenchScript(one: RecordedStatement[], other: RecordedStatement[]): string | null {
  if (one.length !== other.length || one.some(({ text }, position) => text !== other[position]?.text)) return null
  const variables = new Map<string, { name: string; value: string }>()
  const lines = one.map(({ text, values }, position) => {
    const inSql = values.map((value, place) => valueInSql(text, value, other[position]?.values[place] ?? null, variables))
    return `${text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_whole, number: string) => inSql[Number(number) - 1] ?? 'null')};`
  })
  const made = [...variables.values()].map(({ name, value }) => `${value} as ${name}`)
  return `select ${made.join(', ')} \\gset\n${lines.join('\n')}\n`
}

function valueInSql(
  text: string,
  value: RecordedValue,
  otherValue: RecordedValue,
  variables: Map<string, { name: string; value: string }>,
): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number')
    return value === otherValue || !text.includes('pay_notice') ? String(value) : "currval('pay_notice_id_seq')"
  if (typeof value === 'object')
    return quoted(
      'date' in value ? value.date : 'hex' in value ? `\\x${value.hex}` : `{${value.list.map((item) => JSON.stringify(item)).join(',')}}`,
    )
  // What is looked up must exist, and texts in JSON are not looked up at all: both stay as they were.
  const isFixed = value === otherValue || value.startsWith('{') || /^select .* from "(purchase|visit)"/.test(text)
  if (isFixed) return quoted(value)
  const known = variables.get(value) ?? { name: `made${variables.size}`, value: freshValueLike(value) }
  variables.set(value, known)
  return `:${known.name}`
}

function freshValueLike(value: string): string {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(value)) return 'gen_random_uuid()'
  return `substr(md5(random()::text) || md5(random()::text), 1, ${value.length})`
}

/** pgbench looks for its variables inside quotes too, hence no bare colon. */
function quoted(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`
}
