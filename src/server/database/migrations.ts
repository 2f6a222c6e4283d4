import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const FOLDER = join(import.meta.dirname, '../../../migrations')

/** One number for whoever migrates this database: the one that versions before took, so that they wait for us and we for them. */
const TURN = '3853314791062309107'
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

const DEFAULTS = {
  folder: FOLDER,
  /** So long may everybody else who wants the table queue behind a migration that waits for it. */
  lockTimeoutMs: 1_000,
  /** An index that is built beside the traffic waits for old transactions and keeps nobody waiting. */
  besideTrafficTimeoutMs: 60_000,
  /** Whoever queued gets through before the next try. */
  pauseMs: 2_000,
  patienceMs: 60 * 60_000,
  onBlocked: (words: string): void => process.emitWarning(words),
}

type MigrateOptions = Partial<typeof DEFAULTS>
type Wishes = typeof DEFAULTS
type MigrationFile = { name: string; text: string }

/**
 * Applies what is missing, in the order of the file names, each file in a transaction of its own, while replicas of the version before serve.
 * A table that is in use is given up after a second and tried again. What a newer version applied is left as it is: this program was
 * started again on its tables. On a connection of its own: the pool ends whatever takes longer than a request may.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<void> {
  const wishes = { ...DEFAULTS, ...options }
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'guichet migrations',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // A server that goes away is told by the query that waits for it.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    const files = await readFiles(wishes.folder)
    if ((await missingOf(client, files)).length === 0) return
    await takeTurn(client, wishes)
    await client.query('create table if not exists kysely_migration (name varchar(255) primary key, "timestamp" varchar(255) not null)')
    for (const file of await missingOf(client, files)) await insist(client, file, wishes)
  } finally {
    await client.end()
  }
}

async function readFiles(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })))
}

async function missingOf(client: pg.Client, files: readonly MigrationFile[]): Promise<MigrationFile[]> {
  const { rows: tables } = await client.query<{ found: string | null }>(`select to_regclass('kysely_migration')::text as found`)
  if (!tables[0]?.found) return [...files]
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration')
  const applied = new Set(rows.map(({ name }) => name))
  return files.filter(({ name }) => !applied.has(name))
}

/** Asked again and again instead of waited for: a statement that waits would itself be a transaction that an index build waits for. */
async function takeTurn(client: pg.Client, { pauseMs, patienceMs }: Wishes): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [TURN])
    if (rows[0]?.taken) return
    if (performance.now() > deadline) throw new Error('another process has been migrating this database for too long')
    await pause(Math.min(pauseMs, 250))
  }
}

async function insist(client: pg.Client, file: MigrationFile, wishes: Wishes): Promise<void> {
  const deadline = performance.now() + wishes.patienceMs
  for (;;) {
    try {
      return await (isBesideTraffic(file.text) ? applyBesideTraffic(client, file, wishes) : applyAtOnce(client, file, wishes))
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined
      if ((code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) || performance.now() > deadline) throw error
      wishes.onBlocked(`migration ${file.name}: a table that it needs is in use; tried again`)
      await pause(wishes.pauseMs)
    }
  }
}

async function applyAtOnce(client: pg.Client, { name, text }: MigrationFile, { lockTimeoutMs }: Wishes): Promise<void> {
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

/** PostgreSQL builds an index beside the traffic only outside a transaction: each statement alone, and each may have been done before. */
async function applyBesideTraffic(client: pg.Client, { name, text }: MigrationFile, { besideTrafficTimeoutMs }: Wishes): Promise<void> {
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

/** An index whose building was cut off is kept up to date and used by nobody, and its name is taken. */
async function dropHalfBuiltIndex(client: pg.Client, statement: string): Promise<void> {
  const name = /\bindex\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(statement)?.[1]
  if (!name) return
  const { rows } = await client.query('select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid', [name])
  if (rows.length > 0) await client.query(`drop index concurrently ${client.escapeIdentifier(name.toLowerCase())}`)
}

/** In the table and the form that versions before read. */
async function note(client: pg.Client, name: string): Promise<void> {
  await client.query('insert into kysely_migration (name, "timestamp") values ($1, $2)', [name, new Date().toISOString()])
}
