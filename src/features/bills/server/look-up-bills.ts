import { createHash } from 'node:crypto'
import type { OperatorLines } from '#features/line/server/operator-lines.ts'
import type { ProductConfig } from '#features/product-config/server/product-config.ts'
import { calendarDay } from '#shared/calendar-day.ts'
import { maskMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import type { OperatorAnswer, OperatorFault } from '#shared/operator-answer.ts'
import { Problem } from '#shared/problem.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database.ts'
import { isWithinLimit } from '#server/limits.ts'
import type { FixedInternetBills, FixedInternetPair, Invoice, Outstanding } from '../contract.ts'
import { isOverdue, payableAmount, sumOutstanding } from '../rules.ts'
import { refuseInSteps } from './equal-time.ts'
import type { OperatorAccount, OperatorBills, OperatorInvoice } from './operator-bills.ts'
import { isSameSecret } from './same-secret.ts'

export type Asker = { key: string }

export type BillLookups = {
  /** Answers when account and e-mail belong together; anything else is one and the same problem. */
  checkPair(pair: FixedInternetPair, asker: Asker): Promise<void>
  readFixedInternet(pair: FixedInternetPair, asker: Asker): Promise<FixedInternetBills>
  /** An open invoice as it stands now, and whom to tell when it is paid: what a payment is made of (F31). */
  findInvoice(pair: FixedInternetPair & { invoiceNo: string }, asker: Asker): Promise<{ invoice: Invoice; contactMsisdn: string | null }>
  outstandingByAccount(question: { msisdn: MobileNumber; accountNo: string }, asker: Asker): Promise<Outstanding>
  /** What a line owes, for whoever has proved that it is theirs. */
  outstandingOfLine(msisdn: MobileNumber): Promise<Outstanding>
  /** The account that pays for a line. It opens bills: it never leaves the server. */
  accountOfLine(msisdn: MobileNumber): Promise<string | null>
}

/** Debts are not to be listed: each asker and each account or number has a budget (abuse 34). */
const PER_ASKER = { everySeconds: 5, burst: 20 }
const PER_SUBJECT = { everySeconds: 20, burst: 20 }

type Parts = { operator: OperatorBills & OperatorLines; db: Database; clock: Clock; config: ProductConfig }

export function openBillLookups({ operator, db, clock, config }: Parts): BillLookups {
  async function count(subject: string, asker: Asker): Promise<void> {
    const hidden = createHash('sha256').update(subject).digest('base64url').slice(0, 16)
    const isWithin =
      (await isWithinLimit(db, { key: `bill:${asker.key}`, ...PER_ASKER })) &&
      (await isWithinLimit(db, { key: `bill-subject:${hidden}`, ...PER_SUBJECT }))
    if (!isWithin) throw new Problem('too-many-requests')
  }

  const roundsUp = async () => (await config.read()).beta.amountToHigherValueFeature

  async function openPair({ accountNo, contactPersonEmailId }: FixedInternetPair, asker: Asker) {
    await count(accountNo, asker)
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

  async function outstandingOf(accountNo: string): Promise<Outstanding> {
    return summed(valueOf(await operator.readOpenInvoices(accountNo)), await roundsUp())
  }

  return {
    async checkPair({ accountNo, contactPersonEmailId }, asker) {
      await count(accountNo, asker)
      await refuseInSteps(async () => ownedAccount(await operator.findAccount(accountNo), contactPersonEmailId))
    },

    async readFixedInternet(pair, asker) {
      const { account, invoices } = await openPair(pair, asker)
      return {
        invoices: await shownInvoices(invoices),
        lineNumber: masked(account.lineNumber),
        contactPersonMsisdn: masked(account.contactMsisdn),
      }
    },

    async findInvoice({ invoiceNo, ...pair }, asker) {
      const { account, invoices } = await openPair(pair, asker)
      const [invoice] = await shownInvoices(invoices.filter((each) => each.invoiceNo === invoiceNo))
      if (!invoice) throw new Problem('invoice-not-open')
      return { invoice, contactMsisdn: account.contactMsisdn }
    },

    async outstandingByAccount({ msisdn, accountNo }, asker) {
      await count(accountNo, asker)
      await count(msisdn, asker)
      const invoices = await refuseInSteps(async () => {
        const [account, line, open] = await Promise.all([
          operator.findAccount(accountNo),
          operator.findLine(msisdn),
          operator.readOpenInvoices(accountNo),
        ])
        if (!account.isGood) refuseAccount(account.fault)
        if (!line.isGood) refuseAccount(line.fault)
        if (!isSameSecret(line.value.accountNo, accountNo)) throw new Problem('account-not-recognised')
        return valueOf(open)
      })
      return summed(invoices, await roundsUp())
    },

    async outstandingOfLine(msisdn) {
      const accountNo = await this.accountOfLine(msisdn)
      return accountNo === null ? { totalOutstanding: 0, payableAmount: null } : outstandingOf(accountNo)
    },

    async accountOfLine(msisdn) {
      const line = await operator.findLine(msisdn)
      if (!line.isGood && (line.fault.kind === 'unavailable' || line.fault.kind === 'unknown')) throw new Problem('operator-unavailable')
      return line.isGood ? line.value.accountNo : null
    },
  }
}

/** A wrong e-mail and an account that does not exist are the same to whoever asks (abuse 35). */
function ownedAccount(answer: OperatorAnswer<OperatorAccount>, email: string): OperatorAccount {
  const isSame = isSameSecret(answer.isGood ? plain(answer.value.email) : null, plain(email) ?? '')
  if (!answer.isGood && (answer.fault.kind === 'unavailable' || answer.fault.kind === 'unknown')) throw new Problem('operator-unavailable')
  if (!answer.isGood || !isSame) throw new Problem('account-not-recognised')
  return answer.value
}

/** POST-5: what the operator says about an account is shown in its own words. */
function refuseAccount(fault: OperatorFault): never {
  if (fault.kind === 'unavailable' || fault.kind === 'unknown') throw new Problem('operator-unavailable')
  if (fault.kind === 'rejected' && fault.code === '60119') throw new Problem('account-refused-60119', 'operator', fault.message)
  if (fault.kind === 'rejected' && fault.code === '60005') throw new Problem('account-refused-60005', 'operator', fault.message)
  throw new Problem('account-not-recognised')
}

function valueOf<Value>(answer: OperatorAnswer<Value>): Value {
  if (!answer.isGood) throw new Problem('operator-unavailable')
  return answer.value
}

function summed(invoices: readonly OperatorInvoice[], roundsUp: boolean): Outstanding {
  const totalOutstanding = sumOutstanding(invoices.map((invoice) => invoice.outstanding))
  return { totalOutstanding, payableAmount: totalOutstanding > 0 ? payableAmount(totalOutstanding, { roundsUp }) : null }
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
