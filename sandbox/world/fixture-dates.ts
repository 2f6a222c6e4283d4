import { DEMO_ACCOUNTS, DEMO_LINES } from '../demo-identities.ts'
import type { Accounts, Bill } from './accounts.ts'
import { DAY_MS } from './days.ts'
import { fixtureBundleId, type ActiveBundle, type Lines } from './lines.ts'

/** Shifts the dates of fixtures at the start: after weeks every fixed invoice would be overdue and every fixed bundle expired. */
export function carryFixtureDates({ lines, accounts, days }: { lines: Lines; accounts: Accounts; days: number }): void {
  const by = days * DAY_MS
  for (const { accountNo } of DEMO_ACCOUNTS) {
    for (const bill of accounts.bills(accountNo)) accounts.putBill(carriedBill(bill, by))
  }
  for (const { msisdn, bundles = [] } of DEMO_LINES) {
    const line = lines.find(msisdn)
    const fixed = new Set(bundles.map((bundle) => fixtureBundleId(msisdn, bundle.productCode)))
    if (!line || fixed.size === 0) continue
    lines.put({ ...line, bundles: line.bundles.map((bundle) => (fixed.has(bundle.id) ? carriedBundle(bundle, by) : bundle)) })
  }
}

function carriedBill(bill: Bill, by: number): Bill {
  const { periodStart, periodEnd, issuedAt, dueAt } = bill
  return { ...bill, periodStart: periodStart + by, periodEnd: periodEnd + by, issuedAt: issuedAt + by, dueAt: dueAt + by }
}

function carriedBundle(bundle: ActiveBundle, by: number): ActiveBundle {
  return { ...bundle, startsAt: bundle.startsAt + by, endsAt: bundle.endsAt === 'never' ? 'never' : bundle.endsAt + by }
}
