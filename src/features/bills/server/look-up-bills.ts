import type { OperatorLines } from '#features/line/server/operator-lines.ts'
import type { ProductConfig } from '#features/site-content/server/product-config.ts'
import { calendarDay } from '#shared/calendar-day.ts'
import { maskMobileNumber } from '#shared/mobile-number.ts'
import { MONEY } from '#shared/operator.ts'
import type { OperatorResult } from '#shared/operator-answer.ts'
import { Problem } from '#shared/problem.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { FixedInternetBills, FixedInternetPair, Invoice } from '../contract.ts'
import { isOverdue, payableAmount, unitsOf } from '../rules.ts'
import { countLookups } from './count-lookups.ts'
import { padRefusalTime } from './pad-refusal-time.ts'
import { createPostpaidLookups, type PostpaidLookups } from './look-up-postpaid.ts'
import type { OperatorAccount, OperatorBills, OperatorInvoice } from './operator-bills.ts'
import { isSameSecret, isSilent, valueOf } from './read-answers.ts'
import { debtOf } from './read-debt.ts'

export type BillLookups = PostpaidLookups & {
  /** Returns the bills when account and e-mail belong together; anything else is one and the same problem. */
  checkPair(pair: FixedInternetPair, caller: Caller): Promise<void>
  readFixedInternet(pair: FixedInternetPair, caller: Caller): Promise<FixedInternetBills>
  /** An open invoice now, the state of its debt (I18), and the contact for the receipt: the data of a payment (F31). */
  findInvoice(
    pair: FixedInternetPair & { invoiceNo: string },
    caller: Caller,
  ): Promise<{ invoice: Invoice; debt: string; contactMsisdn: string | null }>
}

type Deps = { operator: OperatorBills & OperatorLines; db: Database; rateLimiter: RateLimiter; clock: Clock; config: ProductConfig }

export function createBillLookups({ operator, db, rateLimiter, clock, config }: Deps): BillLookups {
  const count = countLookups({ db, rateLimiter })
  const roundsUp = async () => (await config.read()).beta.amountToHigherValueFeature

  async function openPair({ accountNo, contactPersonEmailId }: FixedInternetPair, caller: Caller, budget: 'bills' | null) {
    await count(accountNo, caller, budget)
    return padRefusalTime(async () => {
      // Both are always queried, so that an existing account takes as long as an unknown one.
      const [account, invoices] = await Promise.all([operator.findAccount(accountNo), operator.readOpenInvoices(accountNo)])
      return { account: ownedAccount(account, contactPersonEmailId), invoices: valueOf(invoices) }
    })
  }

  async function shownInvoices(invoices: readonly OperatorInvoice[]): Promise<Invoice[]> {
    const shown = { today: calendarDay(clock.now()), roundsUp: await roundsUp() }
    return invoices.map((invoice) => invoiceOf(invoice, shown))
  }

  return {
    ...createPostpaidLookups({ operator, count, roundsUp }),

    async checkPair({ accountNo, contactPersonEmailId }, caller) {
      await count(accountNo, caller)
      await padRefusalTime(async () => ownedAccount(await operator.findAccount(accountNo), contactPersonEmailId))
    },

    async readFixedInternet(pair, caller) {
      const { account, invoices } = await openPair(pair, caller, 'bills')
      return {
        invoices: await shownInvoices(invoices),
        lineNumber: masked(account.lineNumber),
        contactPersonMsisdn: masked(account.contactMsisdn),
      }
    },

    async findInvoice({ invoiceNo, ...pair }, caller) {
      const { account, invoices } = await openPair(pair, caller, null)
      const [invoice] = await shownInvoices(invoices.filter((each) => each.invoiceNo === invoiceNo))
      if (!invoice) throw new Problem('invoice-not-open')
      const debt = debtOf([{ invoiceNo, outstanding: invoice.outstandingAmount }])
      return { invoice, debt, contactMsisdn: account.contactMsisdn }
    },
  }
}

/** A wrong e-mail and an account that does not exist get the same answer (abuse 35). */
function ownedAccount(answer: OperatorResult<OperatorAccount>, email: string): OperatorAccount {
  const isSame = isSameSecret(answer.ok ? plain(answer.value.email) : null, plain(email) ?? '')
  if (!answer.ok && isSilent(answer.fault)) throw new Problem('operator-unavailable')
  if (!answer.ok || !isSame) throw new Problem('account-not-recognised')
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
    payableAmount: currency === MONEY.prices ? unitsOf(payableAmount(outstanding, { roundsUp })) : null,
  }
}

function masked(number: string | null): string {
  return number ? maskMobileNumber(number) : ''
}

/** People write their address with capitals and spaces around; the operator's records do too. */
function plain(email: string | null): string | null {
  return email === null ? null : email.trim().toLowerCase()
}
