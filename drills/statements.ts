import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDelivery, type LedgerLine } from './payment-records.ts'

/** Statement source of each sandbox simulator, as `reconcile` names it. The operator's balance is a payment method. */
const SOURCES: Readonly<Record<string, string>> = {
  paystack: 'paystack',
  dpo: 'dpo',
  tingg: 'cellulant',
  uba: 'uba',
  cinetpay: 'cinetpay',
  daraja: 'mpesa',
  pispi: 'pispi',
  money: 'money',
  smartcash: 'smartcash',
  tmforum: 'airtime',
}
const STATES: Readonly<Record<string, string>> = { capture: 'paid', refund: 'refunded' }

/** Writes the statements of providers and operator for `reconcile` and `import-unmatched`. Returns the file of each. */
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
