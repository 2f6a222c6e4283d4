import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDelivery, type LedgerLine } from './books.ts'

/** Whose books a face of the sandbox plays, as the portal names them. Of the operator's own, the balance is a way to pay. */
const SOURCES: Readonly<Record<string, string>> = {
  paystack: 'paystack',
  dpo: 'dpo',
  tingg: 'cellulant',
  uba: 'uba',
  daraja: 'mpesa',
  money: 'money-push',
  smartcash: 'smartcash',
  tmforum: 'airtime',
}
const STATES: Readonly<Record<string, string>> = { capture: 'paid', refund: 'refunded' }

/** Writes what providers and operator say as the tables that `compare` and `take-up` read. Answers the file of each. */
export async function writeStatements(folder: string, ledger: readonly LedgerLine[]): Promise<{ source: string; path: string }[]> {
  const bySource = Map.groupBy(ledger, (line) => (isDelivery(line) ? 'operator' : (SOURCES[line.face] ?? line.face)))
  return Promise.all(
    [...bySource].map(async ([source, lines]) => {
      const path = join(folder, `${source}.csv`)
      const rows = lines.map(({ kind, ourReference, amount, currency }) =>
        [ourReference, amount, currency, STATES[kind] ?? 'delivered'].join(','),
      )
      await writeFile(path, ['reference,amount,currency,state', ...rows].join('\n'))
      return { source, path }
    }),
  )
}
