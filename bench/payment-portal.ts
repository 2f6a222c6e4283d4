import '../src/composition/production-by-default.ts'
import { writeFileSync } from 'node:fs'
import pg from 'pg'
import { openDatabase, openPool } from '#server/database/database.ts'
import { systemClock } from '#server/clock.ts'
import { fakeOperator } from '../tests/support/fake-operator.ts'
import { buildPortal } from '../src/composition/portal-app.ts'
import { seedPortal } from '../src/composition/seed-portal.ts'
import { payPageOrigins } from '../src/composition/payment-providers.ts'
import { readSettings } from '#settings/settings.ts'
import { instantProvider, instantWallet } from './instant-provider.ts'
import type { RecordedStatement } from './recorded-statements.ts'

const recordTo = process.env.RECORD_TO
if (recordTo) recordStatements(recordTo)

/** The portal with upstreams that answer at once. Pages are omitted: payments are calls. */
const settings = readSettings(process.env)
// Redirects lead to configured gateways only.
const [payPage = ''] = payPageOrigins(settings.gateways)
const pool = openPool(settings.databaseUrl ?? '', (error) => process.emitWarning(error))
await seedPortal(openDatabase(pool))
const portal = await buildPortal(settings, pool, {
  operator: fakeOperator(),
  sms: { send: () => Promise.resolve({ kind: 'accepted' }) },
  connectors: new Map([instantProvider(payPage), ...(process.env.WITH_WALLET ? [instantWallet] : [])].map((each) => [each.info.id, each])),
  clock: systemClock,
})
portal.worker.start()
await portal.app.listen({ port: settings.port, host: 'localhost' })
process.on('SIGTERM', () => void stop())

async function stop(): Promise<void> {
  await portal.app.close()
  await portal.worker.stop()
  await pool.end()
  process.exit(0)
}

/** Records every statement sent to PostgreSQL for pgbench. */
function recordStatements(file: string): void {
  const statements: RecordedStatement[] = []
  const connections = new Map<unknown, number>()
  const original = pg.Client.prototype.query as (...given: unknown[]) => unknown
  pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
    const [first, second] = given
    const { text, values } = typeof first === 'string' ? { text: first, values: second } : (first as { text: string; values?: unknown })
    if (!connections.has(this)) connections.set(this, connections.size)
    statements.push({
      at: Date.now(),
      connection: connections.get(this) ?? 0,
      text,
      values: Array.isArray(values) ? values.map(plain) : [],
    })
    return original.apply(this, given)
  } as never
  process.on('SIGTERM', () => writeFileSync(file, JSON.stringify(statements)))
}

function plain(value: unknown): RecordedStatement['values'][number] {
  if (value instanceof Date) return { date: value.toISOString() }
  if (Buffer.isBuffer(value)) return { hex: value.toString('hex') }
  if (Array.isArray(value)) return { list: value.map(String) }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
