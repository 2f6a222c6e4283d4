import { REFUSED_ACCOUNTS } from '../demo-identities.ts'
import { Refusal } from './refusal.ts'

/** Accounts for which every call returns a code of the billing system. */
export function refuseSomeAccounts(accountNo: string | undefined): void {
  const refused = Object.entries(REFUSED_ACCOUNTS).find(([account]) => account === accountNo)?.[1]
  if (refused) throw new Refusal({ status: 409, code: refused.code, reason: 'Account refused', message: refused.message })
}
