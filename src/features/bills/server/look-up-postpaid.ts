import type { OperatorLines } from '#features/line/server/operator-lines.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { MONEY } from '#shared/operator.ts'
import type { OperatorFault } from '#shared/operator-answer.ts'
import { Problem } from '#shared/problem.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { Outstanding } from '../contract.ts'
import { payableAmount, sumOutstanding, unitsOf } from '../rules.ts'
import type { CountLookup } from './count-lookups.ts'
import { padRefusalTime } from './pad-refusal-time.ts'
import type { OperatorBills, OperatorInvoice } from './operator-bills.ts'
import { isSameSecret, isSilent, valueOf } from './read-answers.ts'
import { debtOf } from './read-debt.ts'

/** With the state of the debt (I18), which is stored in the visit and not returned. */
export type FoundBill = Outstanding & { debt: string }

export type PostpaidLookups = {
  outstandingByAccount(question: { msisdn: MobileNumber; accountNo: string }, caller: Caller): Promise<FoundBill>
  /** What a line owes. `isProved` is called last, so that an operator that does not answer does not use up a code. */
  outstandingOfLine(question: { msisdn: MobileNumber; isProved: () => Promise<boolean> }, caller: Caller): Promise<FoundBill>
  /** The account that pays for a line. It opens bills: it never leaves the server. */
  accountOfLine(msisdn: MobileNumber): Promise<string | null>
}

type Deps = { operator: OperatorBills & OperatorLines; count: CountLookup; roundsUp: () => Promise<boolean> }

export function createPostpaidLookups({ operator, count, roundsUp }: Deps): PostpaidLookups {
  async function accountOfLine(msisdn: MobileNumber): Promise<string | null> {
    const line = await operator.findLine(msisdn)
    if (!line.ok && isSilent(line.fault)) throw new Problem('operator-unavailable')
    return line.ok ? line.value.accountNo : null
  }

  return {
    async outstandingByAccount({ msisdn, accountNo }, caller) {
      await count(accountNo, caller)
      await count(msisdn, caller)
      const invoices = await padRefusalTime(async () => {
        // All three are always queried, so that an existing account takes as long as an unknown one.
        const [account, line, open] = await Promise.all([
          operator.findAccount(accountNo),
          operator.findLine(msisdn),
          operator.readOpenInvoices(accountNo),
        ])
        if (!account.ok) refuseAccount(account.fault)
        if (!line.ok) refuseAccount(line.fault)
        if (!isSameSecret(line.value.accountNo, accountNo)) throw new Problem('account-not-recognised')
        return valueOf(open)
      })
      return summed(invoices, await roundsUp())
    },

    async outstandingOfLine({ msisdn, isProved }, caller) {
      await count(msisdn, caller)
      return padRefusalTime(async () => {
        const accountNo = await accountOfLine(msisdn)
        const invoices = accountNo === null ? [] : valueOf(await operator.readOpenInvoices(accountNo))
        if (!(await isProved())) throw new Problem('code-user-unknown')
        return summed(invoices, await roundsUp())
      })
    },

    accountOfLine,
  }
}

/** POST-5, GEN-10: the operator's known error codes are explained in the visitor's language. */
function refuseAccount(fault: OperatorFault): never {
  if (isSilent(fault)) throw new Problem('operator-unavailable')
  if (fault.kind === 'rejected' && fault.code === '60119') throw new Problem('account-refused-60119')
  if (fault.kind === 'rejected' && fault.code === '60005') throw new Problem('account-refused-60005')
  throw new Problem('account-not-recognised')
}

function summed(invoices: readonly OperatorInvoice[], roundsUp: boolean): FoundBill {
  // A sum of two currencies is no amount, and one of another currency is not to be read as the operator's own.
  if (invoices.some(({ currency }) => currency !== MONEY.prices)) throw new Problem('operator-unavailable', 'a bill in another currency')
  const totalOutstanding = sumOutstanding(invoices.map((invoice) => invoice.outstanding))
  const due = totalOutstanding > 0 ? payableAmount(totalOutstanding, { roundsUp }) : null
  return { totalOutstanding, payableAmount: unitsOf(due), debt: debtOf(invoices) }
}
