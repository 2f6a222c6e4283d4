import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { workbookFile } from '../tests/support/workbook-file.ts'
import { startPostgres, type PaymentDatabase } from './payment-world.ts'
import { HEAP_LIMITS } from './machine.ts'
import type { Section } from './performance-page.ts'

const CSV_LINES = 1_000_000
const XLSX_LINES = 200_000
const MAX_SECONDS = 60
const MAX_MB = 400
const HEADING = ['reference', 'amount', 'currency', 'state']
const [CSV_DAY, XLSX_DAY] = ['2026-11-17', '2026-11-18']

type Run = { uploadMs: number; compareMs: number; peakMb: number; differences: number }
type Measured = Run & { name: string; lines: number; megabytes: number; seconds: number }

/** Statements of a large day: received, read, stored and compared with as many payments. */
export async function measureStatements(): Promise<Section> {
  const postgres = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'guichet-statements-'))
  try {
    const database = await postgres.database('statements')
    await storeDay(database, CSV_DAY, 1, CSV_LINES)
    await storeDay(database, XLSX_DAY, CSV_LINES + 1, CSV_LINES + XLSX_LINES)
    await database.query('vacuum analyze')
    const csv = join(folder, 'statement.csv')
    await writeCsv(csv)
    const book = join(folder, 'statement.xlsx')
    writeFileSync(book, workbookFile({ rows: bookRows() }))
    const measured = [measure(database, csv, CSV_DAY, CSV_LINES), measure(database, book, XLSX_DAY, XLSX_LINES)]
    await database.close()
    return describe(measured)
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Our reference of the payment with this number: the same in SQL below. */
function referenceOf(number: number): string {
  return createHash('md5').update(`R${number}`).digest('hex').slice(0, 12).toUpperCase().replaceAll('0', 'X').replaceAll('1', 'Y')
}

async function storeDay(database: PaymentDatabase, day: string, from: number, until: number): Promise<void> {
  const numbers = `generate_series(${from}, ${until}) n`
  const [orderId, at] = [`substr(md5('order' || n), 1, 22)`, `timestamptz '${day} 12:00+00'`]
  await database.query('set session_replication_role = replica; set synchronous_commit = off')
  await database.query(`
    insert into pay_order (id, reference, client_key, request_hash, visit_id, query_data, delivery, language, amount_minor, currency,
      wanted_until, fulfilment, sends, operator_reference, paid_at, messages_sent, message_tries, created_at)
    select ${orderId}, 'S' || n, 'stored' || n, md5('h' || n), decode(md5('v' || n) || md5('w' || n), 'hex'), '{}',
      '{"kind":"airtime","msisdn":"90000001","amount":1000}', 'fr', 1000, 'XOF', ${at}, 'DONE', 1, 'O' || n, ${at}, '{delivered}', 1, ${at}
    from ${numbers};
    insert into pay_attempt (id, order_id, position, ref, correlation_id, connector, is_push, state, is_winner, asked_minor, asked_currency,
      paid_minor, paid_currency, payer, queries, is_delivery_reported, created_at)
    select md5('attempt' || n)::uuid, ${orderId}, 0, translate(upper(substr(md5('R' || n), 1, 12)), '01', 'XY'), md5('c' || n)::uuid, 'dpo',
      false, 'PAID', true, 1000, 'XOF', 1000, 'XOF', '{}', 1, true, ${at}
    from ${numbers}`)
  await database.query('set session_replication_role = origin; set synchronous_commit = on')
}

/** Each hundredth payment is missing, and each hundredth line has another amount. */
function lineOf(number: number): (string | number)[] | null {
  if (number % 100 === 1) return null
  return [referenceOf(number), number % 100 === 2 ? 900 : 1000, 'XOF', 'paid']
}

async function writeCsv(path: string): Promise<void> {
  const out = createWriteStream(path)
  out.write(`${HEADING.join(',')}\n`)
  for (let number = 1; number <= CSV_LINES; number += 1) {
    const line = lineOf(number) ?? [`SHOP-${number}`, 1000, 'XOF', 'paid']
    if (!out.write(`${line.join(',')}\n`)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'close')
}

function* bookRows() {
  yield HEADING
  for (let number = CSV_LINES + 1; number <= CSV_LINES + XLSX_LINES; number += 1)
    yield lineOf(number) ?? [`SHOP-${number}`, 1000, 'XOF', 'paid']
}

function measure({ url }: PaymentDatabase, path: string, day: string, lines: number): Measured {
  const env = { ...process.env, ...HEAP_LIMITS }
  const text = execFileSync(process.execPath, [join(import.meta.dirname, 'compare-statement.ts'), url, path, day], {
    env,
    encoding: 'utf8',
  })
  const run = JSON.parse(text) as Run
  const name = path.endsWith('.csv') ? 'CSV' : 'XLSX'
  const megabytes = statSync(path).size / 1_000_000
  return { ...run, name, lines, megabytes, seconds: (run.uploadMs + run.compareMs) / 1000 }
}

function describe(measured: readonly Measured[]): Section {
  return {
    title: 'Statements',
    how: [
      'A statement of one day is received, stored encrypted, read, and compared with as many payments of the ledger, in a process of its own with the memory limits of the portal; PostgreSQL is on the same machine. One line in a hundred is missing, one has another amount.',
    ],
    goals: measured.map(({ name, lines, seconds, peakMb }) => ({
      goal: `${name} of ${lines} lines`,
      wanted: `within ${MAX_SECONDS} s and ${MAX_MB} MB`,
      measured: `${seconds.toFixed(1)} s, ${Math.round(peakMb)} MB`,
      isReached: seconds <= MAX_SECONDS && peakMb <= MAX_MB,
    })),
    tables: [
      {
        head: ['file', 'lines', 'MB', 'receive and look s', 'compare s', 'memory MB', 'differences'],
        rows: measured.map(({ name, lines, megabytes, uploadMs, compareMs, peakMb, differences }) => [
          name,
          lines,
          megabytes.toFixed(1),
          (uploadMs / 1000).toFixed(1),
          (compareMs / 1000).toFixed(1),
          Math.round(peakMb),
          differences,
        ]),
      },
    ],
  }
}
