import { auditRecords, type Audit, type Difference } from './audit.ts'
import { isDelivery, sumOf, type PaymentRecords, type LedgerLine } from './payment-records.ts'

/** Payments imported from statements because the ledger does not contain them. */
export type Found = { source: string; reference: string; amount: number }

export type RestoreAudit = Audit & { lost: { captures: number; captured: number; deliveries: number; delivered: number } }

/** Review reason of a delivered order whose payment the ledger lost. */
export const PAYMENT_LOST = 'payment-lost'

/**
 * After a restore the three ledgers agree when every payment missing in the restored one is in review, line by line, and all else is as
 * always. Payments in review happened at most once: no second charge, no second delivery.
 */
export function auditRestored(records: PaymentRecords, ledger: readonly LedgerLine[], found: readonly Found[]): RestoreAudit {
  const taken = new Map(found.map((each) => [each.reference, each]))
  const orphans = new Set(records.orders.filter(({ review }) => review === PAYMENT_LOST).map(({ reference }) => reference))
  const isBeforePerson = (line: LedgerLine) => taken.has(line.ourReference) || (isDelivery(line) && orphans.has(line.ourReference))
  const lost = ledger.filter(isBeforePerson)
  const audit = auditRecords(
    { ...records, orders: records.orders.filter(({ reference }) => !orphans.has(reference)) },
    ledger.filter((line) => !isBeforePerson(line)),
    { isSettled: true },
  )
  const captures = lost.filter(({ kind }) => kind === 'capture')
  const deliveries = lost.filter(isDelivery)
  return {
    ...audit,
    differences: [
      ...audit.differences,
      ...twice(captures, 'captured-twice'),
      ...twice(deliveries, 'delivered-twice'),
      ...madeUp(found, ledger),
    ],
    lost: { captures: captures.length, captured: sumOf(captures), deliveries: deliveries.length, delivered: sumOf(deliveries) },
  }
}

function twice(lines: readonly LedgerLine[], kind: string): Difference[] {
  return [...Map.groupBy(lines, ({ ourReference }) => ourReference)].flatMap(([reference, same]) =>
    same.length > 1 ? [{ kind, reference, detail: `${same.length} times, and the book does not hold it` }] : [],
  )
}

function madeUp(found: readonly Found[], ledger: readonly LedgerLine[]): Difference[] {
  const amounts = new Map(ledger.map(({ ourReference, amount }) => [ourReference, amount]))
  return found.flatMap(({ source, reference, amount }) =>
    amounts.get(reference) === amount ? [] : [{ kind: 'taken-up-otherwise', reference, detail: `${amount} at ${source}` }],
  )
}
