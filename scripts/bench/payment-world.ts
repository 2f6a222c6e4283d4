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
import { openConnection, requestBytes, type Ask, type LoopbackConnection } from './loopback-client.ts'

const AMOUNT = 1000
const POLL_MS = 10
const MOST_POLLS = 100
export const TRANSACTION = `${API_PREFIX}/transaction/v1`

export type PaymentDatabase = { url: string; query(sql: string): Promise<pg.QueryResult>; close(): Promise<void> }

/** A private PostgreSQL for measuring, with as many databases as wanted. */
export async function startPostgres(): Promise<{ database(name: string): Promise<PaymentDatabase>; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-bench-'))
  const postgres = await startPrivatePostgres({ folder })
  return {
    async database(name) {
      const admin = new pg.Client({ connectionString: postgres.databaseUrl })
      await admin.connect()
      await admin.query(`create database ${name}`)
      await admin.end()
      const url = new URL(postgres.databaseUrl)
      url.pathname = `/${name}`
      await migrate(url.href)
      // Filling takes longer than a request may: no statement limit here.
      const client = new pg.Client({ connectionString: url.href })
      // The server is stopped under it when a measurement fails: that failure is the one to tell.
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

export type PaymentPortal = RunningProgram & {
  /** Purchases that wait to be paid: their ids and the visit that chose them. */
  preparePurchases(count: number): Promise<string[]>
  initiating(purchaseId: string): Ask
  /** Initiate, process, notice, and the status until it says that all is done. */
  pay(connection: LoopbackConnection, purchaseId: string, options?: { pauseMs?: number }): Promise<void>
}

export async function startPaymentPortal(database: PaymentDatabase, env: Record<string, string> = {}): Promise<PaymentPortal> {
  const program = await startProgram('payment-portal.ts', { DATABASE_URL: database.url, LOG_LEVEL: 'error', ...HEAP_LIMITS, ...env })
  const { port } = program
  const cookie = await firstPurchase(port)
  let prepared = 0
  const asking = (path: string, body: object): Ask => ({ method: 'POST', path: `${TRANSACTION}/${path}`, body, headers: { cookie } })
  const initiating = (txnId: string) => asking('initiate', { txnId, amount: AMOUNT, emailId: 'amina@example.ne' })
  return {
    ...program,
    initiating,
    async preparePurchases(count) {
      const { rows } = await database.query(
        `insert into purchase select substr(md5('${port}/' || n), 1, 22), visit_id, query_data, created_at, expires_at + interval '1 day'
         from (select * from purchase order by created_at limit 1) one, generate_series(${prepared + 1}, ${prepared + count}) n returning id`,
      )
      prepared += count
      return rows.map(({ id }: { id: string }) => id)
    },
    async pay(connection, purchaseId, { pauseMs = 0 } = {}) {
      const ask = async (request: Ask) => result(await connection.ask(requestBytes(port, request)))
      const { transactionId } = await ask(initiating(purchaseId))
      const { redirectUrl } = await ask(asking('process', { transactionId, paymentMode: 'PAYMENT_GATEWAY', paymentGateway: 'dpo' }))
      const notice: Ask = {
        method: 'POST',
        path: new URL(redirectUrl ?? '').pathname,
        body: String(AMOUNT),
        headers: { 'content-type': 'text/plain' },
      }
      await connection.ask(requestBytes(port, notice))
      if (pauseMs > 0) await pause(pauseMs)
      for (let poll = 0; poll < MOST_POLLS; poll += 1) {
        const { status } = await ask({ path: `${TRANSACTION}/status?tid=${transactionId}` })
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

/** Chosen as a visitor would; the others are copies of it. */
async function firstPurchase(port: number): Promise<string> {
  const connection = await openConnection(port)
  const body = { kind: 'airtime', msisdn: '90000001', amount: AMOUNT, redirectPage: '/prepaid-recharge' }
  const { head, status } = await connection.ask(requestBytes(port, { method: 'POST', path: `${TRANSACTION}/purchase`, body }))
  connection.close()
  const cookie = /set-cookie: ([^;]+)/i.exec(head)?.[1]
  if (status !== 200 || !cookie) throw new Error(`the first purchase was answered ${status}`)
  return cookie
}
