import { DEMO_ACCOUNTS, type DemoAccount } from '../demo-identities.ts'
import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import { DAY_MS } from './days.ts'
import type { Store } from './journal-store.ts'

export type Account = { accountNo: string; kind: 'postpaid' | 'fixed-internet'; holder: string; msisdn?: string; email?: string }

export type Bill = {
  billNo: string
  accountNo: string
  periodStart: number
  periodEnd: number
  issuedAt: number
  dueAt: number
  amount: number
  remaining: number
}

export type Accounts = {
  find(accountNo: string): Account | undefined
  all(): Account[]
  ofLine(msisdn: string): Account[]
  /** Every bill of an account, settled ones too, oldest first. */
  bills(accountNo: string): Bill[]
  outstanding(accountNo: string): number
  /** Lowers one bill, or the oldest open ones when none is named. What is too much is answered back and stays with the operator. */
  settle(payment: { accountNo: string; billNo?: string; amount: number }): { overpaid: number }
  putBill(bill: Bill): void
  seed(): void
}

type Options = { store: Store; clock: Clock; changes: Changes }

export function createAccounts({ store, clock, changes }: Options): Accounts {
  const accounts = store.collection<Account>('accounts')
  const bills = store.collection<Bill>('bills', { groupBy: (bill) => bill.accountNo })

  function putBill(bill: Bill): void {
    bills.put(bill.billNo, bill)
    changes.announce(accounts.get(bill.accountNo)?.msisdn)
  }

  return {
    find: (accountNo) => accounts.get(accountNo),
    all: () => accounts.all(),
    ofLine: (msisdn) => accounts.all().filter((account) => account.msisdn === msisdn),
    bills: (accountNo) => bills.group(accountNo),
    outstanding: (accountNo) => roundToCentimes(bills.group(accountNo).reduce((sum, bill) => sum + bill.remaining, 0)),
    settle({ accountNo, billNo, amount }) {
      const open = bills.group(accountNo).filter((bill) => bill.remaining > 0 && (billNo === undefined || bill.billNo === billNo))
      let left = amount
      for (const bill of open) {
        const paid = Math.min(left, bill.remaining)
        if (paid <= 0) break
        putBill({ ...bill, remaining: roundToCentimes(bill.remaining - paid) })
        left = roundToCentimes(left - paid)
      }
      return { overpaid: left }
    },
    putBill,
    seed() {
      for (const demo of DEMO_ACCOUNTS) {
        const { bills: demoBills, note: _, ...account } = demo
        accounts.put(account.accountNo, account)
        for (const bill of demoBills) putBill(billOf(demo, bill, clock.now()))
      }
    },
  }
}

function billOf(account: DemoAccount, demo: DemoAccount['bills'][number], now: number): Bill {
  const issuedAt = now - demo.issuedDaysAgo * DAY_MS
  return {
    billNo: demo.billNo,
    accountNo: account.accountNo,
    periodStart: issuedAt - 30 * DAY_MS,
    periodEnd: issuedAt,
    issuedAt,
    dueAt: now + demo.dueInDays * DAY_MS,
    amount: demo.amount,
    remaining: demo.isPaid ? 0 : demo.amount,
  }
}

function roundToCentimes(amount: number): number {
  return Math.round(amount * 100) / 100
}
