import { FIXED_ACCOUNT_PATTERN } from '#shared/account-number.ts'
import { xof, type Xof } from '#shared/money.ts'

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

/** POST-3: the operator's bills may hold a fraction of a franc, which cannot be paid, so the next whole franc settles the bill. */
export function roundUpOutstanding(outstanding: number): Xof {
  return xof(Math.ceil(toCentimes(outstanding)))
}

/** What is paid for an outstanding amount; null when it has a fraction that may not be rounded up. */
export function payableAmount(outstanding: number, { roundsUp }: { roundsUp: boolean }): Xof | null {
  return roundsUp || !hasFraction(outstanding) ? roundUpOutstanding(outstanding) : null
}

export function hasFraction(outstanding: number): boolean {
  return !Number.isInteger(toCentimes(outstanding))
}

export function sumOutstanding(amounts: readonly number[]): number {
  return toCentimes(amounts.reduce((sum, amount) => sum + amount, 0))
}

/** FIX-1. The due day itself is still in time. Days are days of the country, as 'YYYY-MM-DD'. */
export function isOverdue({ dueDay, today, outstanding }: { dueDay: string; today: string; outstanding: number }): boolean {
  return outstanding > 0 && dueDay < today
}

/** Floating-point sums end in errors such as 0.30000000000000004, which must not cost a franc. */
function toCentimes(amount: number): number {
  return Math.round(amount * 100) / 100
}
