import type { OperatorBalance, OperatorLines } from '#features/line/server/operator-lines.ts'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { Asker } from '#server/asker.ts'
import type { Budgets } from '#server/budgets.ts'
import type { Visit } from '#server/visits.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import type { BalanceItem } from '../contract.ts'

export type BalanceQuestion = {
  msisdn: MobileNumber
  uniqueCode: string
  visit: Visit
  asker: Asker
  serviceType: 'AIRTIME' | 'DATA' | null
}

export type BalanceQueries = { read(question: BalanceQuestion): Promise<BalanceItem[]> }

type Parts = { operator: OperatorLines; codes: OneTimeCodes; budgets: Budgets }

export function openBalanceQueries({ operator, codes, budgets }: Parts): BalanceQueries {
  /** Whoever may pay with the airtime of a line (AIR-1) may see it too. */
  async function isProven({ msisdn, uniqueCode, visit }: BalanceQuestion): Promise<boolean> {
    return (
      (await codes.isProven(uniqueCode, { msisdn, purpose: 'BALANCE', visit })) ||
      codes.isProven(uniqueCode, { msisdn, purpose: 'PAYMENT', visit })
    )
  }

  return {
    async read(question) {
      await budgets.spend('balances', question.asker)
      // Proof first: without it nobody learns anything, and the operator is not even asked.
      if (!(await isProven(question))) throw new Problem('code-user-unknown')
      const answer = await operator.readBalances(question.msisdn)
      if (answer.isGood) return answer.value.map(itemOf).filter((item) => isAsked(item, question.serviceType))
      throw new Problem(answer.fault.kind === 'not-found' ? 'line-does-not-fit' : 'operator-unavailable')
    },
  }
}

function isAsked({ serviceType }: BalanceItem, wanted: BalanceQuestion['serviceType']): boolean {
  return wanted === null || serviceType === wanted
}

function itemOf({ id, kind, label, remaining, total, expiresAt }: OperatorBalance): BalanceItem {
  const isUnlimited = remaining === 'unlimited'
  return {
    serviceType: kind,
    balanceId: id,
    balanceDescription: label,
    balance: isUnlimited ? null : remaining.value,
    unitType: isUnlimited ? '' : remaining.unit,
    balanceType: isUnlimited ? 'unlimited' : 'limited',
    expireTime: expiresAt?.toISOString() ?? null,
    initialBalance: isUnlimited || total === null ? null : inUnit(total, remaining.unit),
  }
}

const MEGABYTES: Partial<Record<string, number>> = { KB: 0.001, MB: 1, GB: 1000 }

/** 500 MB left of 2 GB: both figures are needed in one unit, or the bar would lie. Null when they cannot be compared. */
function inUnit(total: { value: number; unit: string }, unit: string): number | null {
  if (total.unit.toUpperCase() === unit.toUpperCase()) return total.value
  const from = MEGABYTES[total.unit.toUpperCase()]
  const to = MEGABYTES[unit.toUpperCase()]
  return from === undefined || to === undefined ? null : (total.value * from) / to
}
