import { FIXED_ACCOUNT_PATTERN } from '#shared/account-number.ts'
import { money, scaleOf, toMajor, type Money } from '#shared/money.ts'
import { MONEY } from '#shared/operator.ts'

/** POST-5: exactly ten characters. */
export const POSTPAID_ACCOUNT_PATTERN = '^[A-Za-z0-9]{10}$'

const fixedAccount = new RegExp(FIXED_ACCOUNT_PATTERN)
const postpaidAccount = new RegExp(POSTPAID_ACCOUNT_PATTERN)

export function isFixedAccount(text: string): boolean {
  return fixedAccount.test(text) && !text.endsWith('\n')
}

export function isPostpaidAccount(text: string): boolean {
  return postpaidAccount.test(text) && !text.endsWith('\n')
}

/** Understands what people type and paste: 'p 1234 567 890'. */
export function tidyAccount(typed: string): string {
  return typed.replace(/[\s\u00a0\u202f.-]/g, '').toUpperCase()
}

/**
 * POST-3: the operator's bills may hold a fraction of a minor unit, as half a franc, which cannot be paid. The next whole one settles the
 * bill.
 */
export function roundUpOutstanding(outstanding: number): Money {
  return money(Math.ceil(hundredths(outstanding) / 100), MONEY.prices)
}

/** What is paid for an outstanding amount; null when it has a fraction that may not be rounded up. */
export function payableAmount(outstanding: number, { roundsUp }: { roundsUp: boolean }): Money | null {
  return roundsUp || !hasFraction(outstanding) ? roundUpOutstanding(outstanding) : null
}

/** As calls contain it. */
export function unitsOf(payable: Money | null): number | null {
  return payable && toMajor(payable)
}

export function hasFraction(outstanding: number): boolean {
  return hundredths(outstanding) % 100 !== 0
}

export function sumOutstanding(amounts: readonly number[]): number {
  return hundredths(amounts.reduce((sum, amount) => sum + amount, 0)) / 100 / scaleOf(MONEY.prices)
}

/** FIX-1. The due day itself is still in time. Days are days of the country, as 'YYYY-MM-DD'. */
export function isOverdue({ dueDay, today, outstanding }: { dueDay: string; today: string; outstanding: number }): boolean {
  return outstanding > 0 && dueDay < today
}

/** Hundredths of a minor unit. Floating-point sums end in errors such as 0.30000000000000004, which must not cost a franc. */
function hundredths(outstanding: number): number {
  return Math.round(outstanding * scaleOf(MONEY.prices) * 100)
}
