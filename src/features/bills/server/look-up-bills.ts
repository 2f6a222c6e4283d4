import type { OperatorLines } from '#features/line/server/operator-lines.ts'
import type { ProductConfig } from '#features/product-config/server/product-config.ts'
import { calendarDay } from '#shared/calendar-day.ts'
import { maskMobileNumber } from '#shared/mobile-number.ts'
import type { OperatorAnswer } from '#shared/operator-answer.ts'
import { Problem } from '#shared/problem.ts'
import type { Asker } from '#server/limits/asker.ts'
import type { Budgets } from '#server/limits/budgets.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { FixedInternetBills, FixedInternetPair, Invoice } from '../contract.ts'
import { isOverdue, payableAmount } from '../rules.ts'
import { countLookups } from './count-lookups.ts'
import { refuseInSteps } from './equal-time.ts'
import { openPostpaidLookups, type PostpaidLookups } from './look-up-postpaid.ts'
import type { OperatorAccount, OperatorBills, OperatorInvoice } from './operator-bills.ts'
import { isSameSecret, isSilent, valueOf } from './read-answers.ts'

export type BillLookups = PostpaidLookups & {
  /** Answers when account and e-mail belong together; anything else is one and the same problem. */
  checkPair(pair: FixedInternetPair, asker: Asker): Promise<void>
  readFixedInternet(pair: FixedInternetPair, asker: Asker): Promise<FixedInternetBills>
  /** An open invoice as it stands now, and whom to tell when it is paid: what a payment is made of (F31). */
  findInvoice(pair: FixedInternetPair & { invoiceNo: string }, asker: Asker): Promise<{ invoice: Invoice; contactMsisdn: string | null }>
}

type Parts = { operator: OperatorBills & OperatorLines; db: Database; budgets: Budgets; clock: Clock; config: ProductConfig }

export function openBillLookups({ operator, db, budgets, clock, config }: Parts): BillLookups {
  const count = countLookups({ db, budgets })
  const roundsUp = async () => (await config.read()).beta.amountToHigherValueFeature

  async function openPair({ accountNo, contactPersonEmailId }: FixedInternetPair, asker: Asker, budget: 'bills' | null) {
    await count(accountNo, asker, budget)
    return refuseInSteps(async () => {
      // Both are always asked: an account that exists costs the same as one that does not.
      const [account, invoices] = await Promise.all([operator.findAccount(accountNo), operator.readOpenInvoices(accountNo)])
      return { account: ownedAccount(account, contactPersonEmailId), invoices: valueOf(invoices) }
    })
  }

  async function shownInvoices(invoices: readonly OperatorInvoice[]): Promise<Invoice[]> {
    const shown = { today: calendarDay(clock.now()), roundsUp: await roundsUp() }
    return invoices.map((invoice) => invoiceOf(invoice, shown))
  }

  return {
    ...openPostpaidLookups({ operator, count, roundsUp }),

    async checkPair({ accountNo, contactPersonEmailId }, asker) {
      await count(accountNo, asker)
      await refuseInSteps(async () => ownedAccount(await operator.findAccount(accountNo), contactPersonEmailId))
    },

    async readFixedInternet(pair, asker) {
      const { account, invoices } = await openPair(pair, asker, 'bills')
      return {
        invoices: await shownInvoices(invoices),
        lineNumber: masked(account.lineNumber),
        contactPersonMsisdn: masked(account.contactMsisdn),
      }
    },

    async findInvoice({ invoiceNo, ...pair }, asker) {
      const { account, invoices } = await openPair(pair, asker, null)
      const [invoice] = await shownInvoices(invoices.filter((each) => each.invoiceNo === invoiceNo))
      if (!invoice) throw new Problem('invoice-not-open')
      return { invoice, contactMsisdn: account.contactMsisdn }
    },
  }
}

/** A wrong e-mail and an account that does not exist are the same to whoever asks (abuse 35). */
function ownedAccount(answer: OperatorAnswer<OperatorAccount>, email: string): OperatorAccount {
  const isSame = isSameSecret(answer.isGood ? plain(answer.value.email) : null, plain(email) ?? '')
  if (!answer.isGood && isSilent(answer.fault)) throw new Problem('operator-unavailable')
  if (!answer.isGood || !isSame) throw new Problem('account-not-recognised')
  return answer.value
}

function invoiceOf(invoice: OperatorInvoice, { today, roundsUp }: { today: string; roundsUp: boolean }): Invoice {
  const { accountNo, invoiceNo, periodStart, periodEnd, outstanding, currency, state } = invoice
  const dueDay = calendarDay(invoice.dueDate)
  return {
    accountNo,
    invoiceNo,
    dueDate: dueDay,
    billingStartDate: calendarDay(periodStart),
    billingEndDate: calendarDay(periodEnd),
    currency,
    outstandingAmount: outstanding,
    invoiceStatus: isOverdue({ dueDay, today, outstanding }) ? 'overdue' : state === 'partial' ? 'partial' : 'open',
    payableAmount: currency === 'XOF' ? payableAmount(outstanding, { roundsUp }) : null,
  }
}

function masked(number: string | null): string {
  return number ? maskMobileNumber(number) : ''
}

/** People write their address with capitals and spaces around; the operator's records do too. */
function plain(email: string | null): string | null {
  return email === null ? null : email.trim().toLowerCase()
}
