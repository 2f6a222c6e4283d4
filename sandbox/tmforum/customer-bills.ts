import type { Bill } from '../world/accounts.ts'
import { textOf, type TmfRecord } from './collection-query.ts'
import { refuseSomeAccounts } from './refused-accounts.ts'
import { hrefOf, type Mount, type Resource } from './resource.ts'
import { CURRENCY } from '../operator.ts'

const PATH = 'customerBill'
const VAT = 1.19

/** TMF678: every bill of an account, the settled ones too. Whether a bill is overdue is for the reader to see from its dates. */
export function customerBills(mount: Mount): Resource[] {
  const { accounts } = mount.world
  const show = (bill: Bill) => shownBill(mount, bill)
  return [
    {
      path: PATH,
      list: {
        operation: 'bill.list',
        run(query) {
          const accountNo = textOf(query, 'billingAccount.id')
          refuseSomeAccounts(accountNo)
          const of = accountNo === undefined ? accounts.all().map(({ accountNo }) => accountNo) : [accountNo]
          return of.flatMap((accountNo) => accounts.bills(accountNo)).map(show)
        },
      },
      read: {
        operation: 'bill.read',
        run(id) {
          const bill = accounts
            .all()
            .flatMap(({ accountNo }) => accounts.bills(accountNo))
            .find(({ billNo }) => billNo === id)
          return bill && show(bill)
        },
      },
    },
  ]
}

function shownBill(mount: Mount, bill: Bill): TmfRecord {
  const { billNo, accountNo, amount, remaining, issuedAt, dueAt, periodStart, periodEnd } = bill
  const holder = mount.world.accounts.find(accountNo)?.holder ?? ''
  return {
    id: billNo,
    href: hrefOf(mount, PATH, billNo),
    billNo,
    billDate: iso(issuedAt),
    billingPeriod: { startDateTime: iso(periodStart), endDateTime: iso(periodEnd) },
    paymentDueDate: iso(dueAt),
    category: 'normal',
    runType: 'onCycle',
    amountDue: money(amount),
    remainingAmount: money(remaining),
    taxIncludedAmount: money(amount),
    taxExcludedAmount: money(Math.round((amount / VAT) * 100) / 100),
    state: remaining === 0 ? 'settled' : remaining < amount ? 'partiallyPaid' : 'sent',
    billingAccount: { id: accountNo, name: holder, '@referredType': 'BillingAccount' },
    billDocument: [{ id: `DOC-${billNo}`, name: `${billNo}.pdf`, mimeType: 'application/pdf', '@referredType': 'Attachment' }],
    relatedParty: [{ id: `CUST-${accountNo}`, name: holder, role: 'customer', '@referredType': 'Customer' }],
    '@type': 'CustomerBill',
  }
}

function money(value: number): { unit: string; value: number } {
  return { unit: CURRENCY, value }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
