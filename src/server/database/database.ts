import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { endWhenReadOnly, endWhenSilent, endWhenUnreplicated } from './connection-care.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 12_000
/** A hanging server cannot cancel a statement: then our side closes the connection. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1_000
const READY_TIMEOUT_MS = 2_000

/** int8 as a number, refusing what a double cannot hold; dates as text, because a date has no time zone to shift it. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8) return safeInteger
    if (oid === pg.types.builtins.DATE) return String
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
  },
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('a number in the database is too large to be exact')
  return value
}

const statementNames = new Map<string, string>()
const MAX_NAMED_STATEMENTS = 500

/** Names each SQL text, so that PostgreSQL plans it once per connection: two thirds more queries a second than unnamed. */
class NamingClient extends pg.Client {
  override query(...given: unknown[]): never {
    const [text, values, ...rest] = given
    const run = super.query.bind(this) as unknown as (...args: unknown[]) => never
    // A text without values may hold several statements (a migration): those cannot be prepared.
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return run(...given)
    return run({ name: statementName(text), text, values }, ...rest)
  }
}

function statementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known || statementNames.size >= MAX_NAMED_STATEMENTS) return known
  const name = `guichet_${statementNames.size}`
  statementNames.set(text, name)
  return name
}

export function openPool(databaseUrl: string, onIdleError: (error: Error) => void, answerTimeoutMs = ANSWER_TIMEOUT_MS): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    Client: NamingClient as unknown as typeof pg.Client,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'guichet',
    types,
  })
  // Without an error listener, a server that goes away while a connection is idle would end the whole process. So would one that goes away
  // between two statements of a transaction, where the pool has no listener. The next query on the connection then reports the error.
  pool.on('error', onIdleError)
  pool.on('connect', (client) => {
    client.on('error', onIdleError)
    endWhenSilent(client, answerTimeoutMs)
    endWhenUnreplicated(client)
    endWhenReadOnly(client)
  })
  return pool
}

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** The moment at which the database answered: the one clock that all replicas share (I15). */
export async function readDatabaseTime(pool: pg.Pool): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now')
  const [row] = rows
  if (!row) throw new Error('the database does not tell the time')
  return row.now
}

/** Throws soon when the server does not answer: the health check must divert traffic quickly. */
export async function checkDatabase(pool: pg.Pool): Promise<void> {
  const answer = pool.query('select 1')
  const late = pause(READY_TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new Error('the database does not answer in time')
  })
  // The slower one ends too, when its result is no longer awaited.
  for (const one of [answer, late]) one.catch(() => {})
  await Promise.race([answer, late])
}
