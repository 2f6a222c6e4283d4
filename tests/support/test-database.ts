import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { openPool } from '#server/database/database.ts'

export type TestDatabase = { url: string; pool: pg.Pool }

/** A separate database for a test file, removed afterwards. */
export async function testDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(template, `create database ${name} template ${template.pathname.slice(1)}`)
  const url = new URL(template)
  url.pathname = `/${name}`
  const pool = openPool(url.href, () => {})
  afterAll(async () => {
    await pool.end()
    await asAdmin(template, `drop database if exists ${name} with (force)`)
  })
  return { url: url.href, pool }
}

async function asAdmin(template: URL, sql: string): Promise<void> {
  const url = new URL(template)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
