import type { OperatorLines } from '#features/line/server/operator-lines.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { OperatorFault } from '#shared/operator-answer.ts'
import { Problem } from '#shared/problem.ts'
import type { Asker } from '#server/limits/asker.ts'
import type { Outstanding } from '../contract.ts'
import { payableAmount, sumOutstanding } from '../rules.ts'
import type { CountLookup } from './count-lookups.ts'
import { refuseInSteps } from './equal-time.ts'
import type { OperatorBills, OperatorInvoice } from './operator-bills.ts'
import { isSameSecret, isSilent, valueOf } from './read-answers.ts'

export type PostpaidLookups = {
  outstandingByAccount(question: { msisdn: MobileNumber; accountNo: string }, asker: Asker): Promise<Outstanding>
  /** What a line owes. `isProved` is asked last, so that a code is not used up by an operator that does not answer. */
  outstandingOfLine(question: { msisdn: MobileNumber; isProved: () => Promise<boolean> }, asker: Asker): Promise<Outstanding>
  /** The account that pays for a line. It opens bills: it never leaves the server. */
  accountOfLine(msisdn: MobileNumber): Promise<string | null>
}

type Parts = { operator: OperatorBills & OperatorLines; count: CountLookup; roundsUp: () => Promise<boolean> }

export function openPostpaidLookups({ operator, count, roundsUp }: Parts): PostpaidLookups {
  async function accountOfLine(msisdn: MobileNumber): Promise<string | null> {
    const line = await operator.findLine(msisdn)
    if (!line.isGood && isSilent(line.fault)) throw new Problem('operator-unavailable')
    return line.isGood ? line.value.accountNo : null
  }

  return {
    async outstandingByAccount({ msisdn, accountNo }, asker) {
      await count(accountNo, asker)
      await count(msisdn, asker)
      const invoices = await refuseInSteps(async () => {
        // All three are always asked: an account that exists costs the same as one that does not.
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

    async outstandingOfLine({ msisdn, isProved }, asker) {
      await count(msisdn, asker)
      return refuseInSteps(async () => {
        const accountNo = await accountOfLine(msisdn)
        const invoices = accountNo === null ? [] : valueOf(await operator.readOpenInvoices(accountNo))
        if (!(await isProved())) throw new Problem('code-user-unknown')
        return summed(invoices, await roundsUp())
      })
    },

    accountOfLine,
  }
}

/** POST-5, GEN-10: what the operator says about an account by a code that we know is said in the visitor's language. */
function refuseAccount(fault: OperatorFault): never {
  if (isSilent(fault)) throw new Problem('operator-unavailable')
  if (fault.kind === 'rejected' && fault.code === '60119') throw new Problem('account-refused-60119')
  if (fault.kind === 'rejected' && fault.code === '60005') throw new Problem('account-refused-60005')
  throw new Problem('account-not-recognised')
}

function summed(invoices: readonly OperatorInvoice[], roundsUp: boolean): Outstanding {
  const totalOutstanding = sumOutstanding(invoices.map((invoice) => invoice.outstanding))
  return { totalOutstanding, payableAmount: totalOutstanding > 0 ? payableAmount(totalOutstanding, { roundsUp }) : null }
}
