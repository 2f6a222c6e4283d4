import { createHash } from 'node:crypto'
import { MONEY } from '#shared/operator.ts'
import { payableAmount, sumOutstanding, unitsOf } from '../rules.ts'
import type { OperatorBills } from './operator-bills.ts'

/** I18: the current state of a debt; `due` settles it, in units of the operator's prices; null when it cannot be paid here. */
export type DebtSeen = { state: 'owed'; debt: string; due: number | null } | { state: 'not-owed' } | { state: 'unreadable' }

type Deps = { operator: Pick<OperatorBills, 'readOpenInvoices'>; roundsUp: () => Promise<boolean> }

type OpenInvoice = { invoiceNo: string; outstanding: number }

/** A hash of the debt's state: it changes with every payment and every new bill, and reveals no invoice. */
export function debtOf(open: readonly OpenInvoice[]): string {
  const lines = open.filter(({ outstanding }) => outstanding > 0).map(({ invoiceNo, outstanding }) => `${invoiceNo}=${outstanding}`)
  return createHash('sha256').update(lines.toSorted().join('|')).digest('base64url').slice(0, 22)
}

/** An invoice, or all that an account owes. Only a received list of open invoices proves that nothing is owed, never a missing answer. */
export async function readDebt(
  { operator, roundsUp }: Deps,
  { accountNo, invoiceNo }: { accountNo: string; invoiceNo: string | null },
): Promise<DebtSeen> {
  const answer = await operator.readOpenInvoices(accountNo)
  if (!answer.ok) return { state: 'unreadable' }
  const open = answer.value.filter((each) => each.outstanding > 0 && (invoiceNo === null || each.invoiceNo === invoiceNo))
  if (open.length === 0) return { state: 'not-owed' }
  const outstanding = sumOutstanding(open.map((each) => each.outstanding))
  const due = open.every(({ currency }) => currency === MONEY.prices)
    ? unitsOf(payableAmount(outstanding, { roundsUp: await roundsUp() }))
    : null
  return { state: 'owed', debt: debtOf(open), due }
}
