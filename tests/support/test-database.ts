import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { openPool } from '#server/database/database.ts'

export type TestDatabase = { url: string; pool: pg.Pool }

/** A separate database for a test file, removed afterwards. */
export async function testDatabase(): Promise<TestDatabase> {
  return copyOf(new URL(inject('templateUrl')).pathname.slice(1))
}

/** With the operator's shipped content: the first test of a run that needs it fills the template of all others. */
export async function seededDatabase(seed: (pool: pg.Pool) => Promise<void>): Promise<TestDatabase> {
  const name = `seeded_${createHash('sha256')
    .update(process.env['GUICHET_OPERATOR'] ?? '')
    .digest('hex')
    .slice(0, 12)}`
  await asAdmin(async (admin) => {
    await admin.query("select pg_advisory_lock(hashtext('seeded template'))")
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    const empty = new URL(inject('templateUrl'))
    await admin.query(`drop database if exists ${name}_begun`)
    await admin.query(`create database ${name}_begun template ${empty.pathname.slice(1)}`)
    const pool = openPool(at(`${name}_begun`), () => {})
    await seed(pool).finally(() => pool.end())
    await admin.query(`alter database ${name}_begun rename to ${name}`)
  })
  return copyOf(name)
}

async function copyOf(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin((admin) => admin.query(`create database ${name} template ${template}`))
  const url = at(name)
  const pool = openPool(url, () => {})
  afterAll(async () => {
    await pool.end()
    await asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`))
  })
  return { url, pool }
}

function at(name: string): string {
  const url = new URL(inject('templateUrl'))
  url.pathname = `/${name}`
  return url.href
}

async function asAdmin(work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: at('postgres') })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
