import type { Total } from '#features/payment/server/reconciliation/compare-lines.ts'
import { reconcileStatement } from '#features/payment/server/reconciliation/reconcile-statement.ts'
import { moneyText } from '#features/payment/server/currency/convert-money.ts'
import { prepareRestoredLedger } from '#features/payment/server/ledger/restored-ledger.ts'
import { DELIVERIES } from '#features/payment/server/reconciliation/statement-sources.ts'
import { systemClock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { CommandResult } from './command.ts'
import { listed, LISTED_LIMIT } from './listed.ts'
import { readStatement, type StatementFile } from './statement-file.ts'

/** F44: what an operator does between restoring a backup and starting the portal on it. */
export async function prepareLedger(db: Database): Promise<CommandResult> {
  const { endsAt, orders, purchases, strangers } = await prepareRestoredLedger({ db, clock: systemClock }, LISTED_LIMIT)
  const lines = [
    `The ledger ends at ${endsAt?.toISOString() ?? 'its beginning'}.`,
    `${orders} payments are queried at providers and operator before they are worked; ${purchases} purchases have to begin again.`,
    ...listed(
      strangers,
      'webhooks',
      ({ connector, reference, receivedAt }) =>
        `unknown-here  ${reference ?? 'no reference'}  ${connector}  ${receivedAt.toISOString()}: a webhook about a payment that this ledger does not hold`,
    ),
    'Now compare the statements since then with the ledger: npm run payments -- reconcile <source> <file>',
    'Put what they hold and the ledger does not into review: npm run payments -- import-unmatched <source> <file>',
  ]
  return { ok: true, message: `${lines.join('\n')}\n` }
}

/** F51: ok when statement and ledger agree. The output is the differences and the totals of both. */
export async function compareFile(open: () => Promise<Database>, file: StatementFile): Promise<CommandResult> {
  const statement = await readStatement(file)
  if ('problem' in statement) return { ok: false, message: `${statement.problem}\n`, exit: 'usage' }
  const { differences, totals } = await reconcileStatement({ db: await open(), clock: systemClock }, statement)
  const done = statement.of === DELIVERIES ? 'delivered' : 'paid'
  const sumWords = ({ count, minor }: Total['here'], currency: string) => `${moneyText({ minor, currency })} (${count})`
  const lines = [
    ...differences.map(({ name, reference, detail }) => `${name}  ${reference}  ${detail}`),
    ...totals.map(
      ({ state, currency, there, here }) =>
        `total ${state === 'done' ? done : 'refunded'}: there ${sumWords(there, currency)}, here ${sumWords(here, currency)}`,
    ),
    `${statement.lines.length} lines, ${differences.length === 0 ? 'no difference' : `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}`}.`,
  ]
  return { ok: differences.length === 0, message: `${lines.join('\n')}\n`, exit: 'differs' }
}
