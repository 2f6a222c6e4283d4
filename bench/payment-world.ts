import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '#server/database/migrations.ts'
import { startPrivatePostgres } from '#server/postgres/private-postgres.ts'
import { API_PREFIX } from '#calls/addresses.ts'
import { startProgram, type RunningProgram } from './child-program.ts'
import { HEAP_LIMITS } from './machine.ts'
import { openConnection, requestBytes, type LoopbackRequest, type LoopbackConnection } from './loopback-client.ts'

const AMOUNT = 1000
const POLL_MS = 10
const MAX_POLLS = 100
export const TRANSACTION = `${API_PREFIX}/transaction/v1`

export type PaymentDatabase = { url: string; query(sql: string): Promise<pg.QueryResult>; close(): Promise<void> }

/** A private PostgreSQL for measurements, with any number of databases. */
export async function startPostgres(): Promise<{ url: string; database(name: string): Promise<PaymentDatabase>; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-bench-'))
  const postgres = await startPrivatePostgres({ folder })
  return {
    url: postgres.databaseUrl,
    async database(name) {
      const admin = new pg.Client({ connectionString: postgres.databaseUrl })
      await admin.connect()
      await admin.query(`create database ${name}`)
      await admin.end()
      const url = new URL(postgres.databaseUrl)
      url.pathname = `/${name}`
      await migrate(url.href)
      // Filling exceeds the statement limit of requests: no limit here.
      const client = new pg.Client({ connectionString: url.href })
      // The server is stopped when a measurement fails: report that failure instead.
      client.on('error', () => {})
      await client.connect()
      return { url: url.href, query: (sql) => client.query(sql), close: () => client.end() }
    },
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Each from a separate visit and address, as rate limits expect of a crowd. */
export type PreparedPurchase = { id: string; headers: Record<string, string> }

export type PaymentPortal = RunningProgram & {
  /** Unpaid purchases. */
  preparePurchases(count: number): Promise<PreparedPurchase[]>
  initiating(purchase: PreparedPurchase): LoopbackRequest
  /** Initiate, process, webhook, and status until completion. */
  pay(connection: LoopbackConnection, purchase: PreparedPurchase, options?: { pauseMs?: number }): Promise<void>
}

export async function startPaymentPortal(database: PaymentDatabase, env: Record<string, string> = {}): Promise<PaymentPortal> {
  const many = { TRUSTED_PROXIES: '127.0.0.1,::1' }
  const program = await startProgram('payment-portal.ts', {
    DATABASE_URL: database.url,
    LOG_LEVEL: 'error',
    ...many,
    ...HEAP_LIMITS,
    ...env,
  })
  const { port } = program
  await choosePurchase(port)
  let prepared = 0
  const asking = (path: string, body: object, { headers }: PreparedPurchase): LoopbackRequest => ({
    method: 'POST',
    path: `${TRANSACTION}/${path}`,
    body,
    headers,
  })
  const initiating = (purchase: PreparedPurchase) =>
    asking('initiate', { txnId: purchase.id, amount: AMOUNT, emailId: 'amina@example.ne' }, purchase)
  return {
    ...program,
    initiating,
    async preparePurchases(count) {
      const made = await database.query(copiesOfFirst({ name: String(port), from: prepared + 1, to: prepared + count }))
      prepared += count
      return made.rows.map(({ id, token, n }: { id: string; token: string; n: number }) => ({
        id,
        headers: { cookie: `sid=${token}`, 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` },
      }))
    },
    async pay(connection, purchase, { pauseMs = 0 } = {}) {
      const ask = async (request: LoopbackRequest) => result(await connection.ask(requestBytes(port, request)))
      const { transactionId } = await ask(initiating(purchase))
      const { redirectUrl } = await ask(
        asking('process', { transactionId, paymentMode: 'PAYMENT_GATEWAY', paymentGateway: 'dpo' }, purchase),
      )
      const notice: LoopbackRequest = {
        method: 'POST',
        path: new URL(redirectUrl ?? '').pathname,
        body: String(AMOUNT),
        headers: { 'content-type': 'text/plain' },
      }
      await connection.ask(requestBytes(port, notice))
      if (pauseMs > 0) await pause(pauseMs)
      for (let poll = 0; poll < MAX_POLLS; poll += 1) {
        const { status } = await ask({ path: `${TRANSACTION}/status?tid=${transactionId}`, headers: purchase.headers })
        if (status === 'SUCCESS') return
        await pause(POLL_MS * 2 ** Math.min(poll, 5))
      }
      throw new Error('a payment did not end')
    },
  }
}

type Result = { transactionId?: string; redirectUrl?: string; status?: string }

function result({ status, body }: { status: number; body: Buffer }): Result {
  const text = body.toString()
  if (status !== 200) throw new Error(`answered ${status}: ${text.slice(0, 300)}`)
  return (JSON.parse(text) as { result: Result }).result
}

/** Copies of the first purchase, each with a visit. */
function copiesOfFirst({ name, from, to }: { name: string; from: number; to: number }): string {
  return `
    with first as (select purchase as bought, visit as chooser from purchase join visit on visit.id = visit_id order by purchase.created_at limit 1),
    copy as (
      select n, substr(md5('${name}/' || n), 1, 22) as id, left(md5('a${name}/' || n) || md5('b${name}/' || n), 43) as token
      from generate_series(${from}, ${to}) n
    ), visits as (
      insert into visit select (jsonb_populate_record(chooser, jsonb_build_object('id', sha256(token::bytea)))).* from first, copy returning id
    ), purchases as (
      insert into purchase
      select (jsonb_populate_record(bought, jsonb_build_object('id', id, 'visit_id', sha256(token::bytea), 'expires_at', now() + interval '1 day'))).*
      from first, copy where (select count(*) from visits) > 0 returning id
    )
    select n::int, id, token from copy where (select count(*) from purchases) > 0`
}

/** As a visitor would. */
async function choosePurchase(port: number): Promise<void> {
  const connection = await openConnection(port)
  const body = { kind: 'airtime', msisdn: '90000001', amount: AMOUNT, redirectPage: '/prepaid-recharge' }
  const { status } = await connection.ask(requestBytes(port, { method: 'POST', path: `${TRANSACTION}/purchase`, body }))
  connection.close()
  if (status !== 200) throw new Error(`the first purchase was answered ${status}`)
}
