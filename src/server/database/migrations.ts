import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const FOLDER = join(import.meta.dirname, '../../../migrations')

/** Advisory lock key of all migrations. Earlier versions use the same one, so that old and new versions wait for each other. */
const TURN = '3853314791062309107'
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

const DEFAULTS = {
  folder: FOLDER,
  /** The longest time that other queries on a table may queue behind a migration that waits for its lock. */
  lockTimeoutMs: 1_000,
  /** An index built concurrently waits for old transactions and blocks no queries. */
  besideTrafficTimeoutMs: 60_000,
  /** Queued queries run before the next try. */
  pauseMs: 2_000,
  maxWaitMs: 60 * 60_000,
  onBlocked: (words: string): void => process.emitWarning(words),
}

type MigrateOptions = Partial<typeof DEFAULTS>
type MigrateSettings = typeof DEFAULTS
type MigrationFile = { name: string; text: string }

/**
 * Applies missing migrations in the order of their file names, each file in its own transaction, while replicas of the previous version
 * serve. A table that is in use is released after a second and tried again. Migrations of a newer version stay: this program was started
 * again on its tables. Uses its own connection, because the pool cancels statements that take longer than a request may. Returns the names
 * of the applied files.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const settings = { ...DEFAULTS, ...options }
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'guichet migrations',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // The pending query reports a server that goes away.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    const files = await readFiles(settings.folder)
    if ((await missingOf(client, files)).length === 0) return []
    await takeTurn(client, settings)
    await client.query('create table if not exists kysely_migration (name varchar(255) primary key, "timestamp" varchar(255) not null)')
    const missing = await missingOf(client, files)
    for (const file of missing) await applyWithRetry(client, file, settings)
    return missing.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

async function readFiles(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })))
}

/** The migrations that only this program or only the database has; reads only. */
export async function compareSchema(
  database: pg.Client | pg.Pool,
  folder: string = FOLDER,
): Promise<{ isEmpty: boolean; missing: string[]; unknown: string[] }> {
  const [files, applied] = [await readFiles(folder), await appliedTo(database)]
  const known = new Set(files.map(({ name }) => name))
  return {
    isEmpty: applied.size === 0,
    missing: [...known].filter((name) => !applied.has(name)),
    unknown: [...applied].filter((name) => !known.has(name)),
  }
}

async function appliedTo(database: pg.Client | pg.Pool): Promise<Set<string>> {
  const { rows: tables } = await database.query<{ found: string | null }>(`select to_regclass('kysely_migration')::text as found`)
  if (!tables[0]?.found) return new Set()
  const { rows } = await database.query<{ name: string }>('select name from kysely_migration order by name')
  return new Set(rows.map(({ name }) => name))
}

async function missingOf(client: pg.Client, files: readonly MigrationFile[]): Promise<MigrationFile[]> {
  const applied = await appliedTo(client)
  return files.filter(({ name }) => !applied.has(name))
}

/** Polled instead of awaited: a waiting statement would itself be a transaction that an index build waits for. */
async function takeTurn(client: pg.Client, { pauseMs, maxWaitMs }: MigrateSettings): Promise<void> {
  const deadline = performance.now() + maxWaitMs
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [TURN])
    if (rows[0]?.taken) return
    if (performance.now() > deadline) throw new Error('another process has been migrating this database for too long')
    await pause(Math.min(pauseMs, 250))
  }
}

async function applyWithRetry(client: pg.Client, file: MigrationFile, settings: MigrateSettings): Promise<void> {
  const deadline = performance.now() + settings.maxWaitMs
  for (;;) {
    try {
      return await (isBesideTraffic(file.text) ? applyBesideTraffic(client, file, settings) : applyAtOnce(client, file, settings))
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined
      if ((code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) || performance.now() > deadline) throw error
      settings.onBlocked(`migration ${file.name}: a table that it needs is in use; tried again`)
      await pause(settings.pauseMs)
    }
  }
}

async function applyAtOnce(client: pg.Client, { name, text }: MigrationFile, { lockTimeoutMs }: MigrateSettings): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    await client.query(text)
    await note(client, name)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

function isBesideTraffic(text: string): boolean {
  return /\bconcurrently\b/i.test(withoutComments(text))
}

function withoutComments(text: string): string {
  return text.replaceAll(/--.*$/gm, '')
}

/** PostgreSQL builds an index concurrently only outside a transaction: each statement runs alone, and may have run before. */
async function applyBesideTraffic(
  client: pg.Client,
  { name, text }: MigrationFile,
  { besideTrafficTimeoutMs }: MigrateSettings,
): Promise<void> {
  await client.query(`set lock_timeout = ${besideTrafficTimeoutMs}`)
  const statements = withoutComments(text)
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
  for (const statement of statements) {
    await dropHalfBuiltIndex(client, statement)
    await client.query(statement)
  }
  await note(client, name)
}

/** An index whose build was interrupted is maintained but never used by queries, and its name is taken. */
async function dropHalfBuiltIndex(client: pg.Client, statement: string): Promise<void> {
  const name = /\bindex\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(statement)?.[1]
  if (!name) return
  const { rows } = await client.query('select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid', [name])
  if (rows.length > 0) await client.query(`drop index concurrently ${client.escapeIdentifier(name.toLowerCase())}`)
}

/** In the table and the format that earlier versions read. */
async function note(client: pg.Client, name: string): Promise<void> {
  await client.query('insert into kysely_migration (name, "timestamp") values ($1, $2)', [name, new Date().toISOString()])
}
