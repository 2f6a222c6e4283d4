import type { OperatorBalance, OperatorLines } from '#features/line/server/operator-lines.ts'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Language } from '#shared/language.ts'
import { Problem } from '#shared/problem.ts'
import type { BalanceItem } from '../contract.ts'

type AskedLine = { msisdn: MobileNumber; visit: Visit; caller: Caller; language?: Language }
type BalanceQuestion = AskedLine & { uniqueCode: string; serviceType: 'AIRTIME' | 'DATA' | null }

export type BalanceQueries = {
  read(question: BalanceQuestion): Promise<BalanceItem[]>
  /** For a page of the visit that verified the code: the visit itself is the proof. */
  readProven(line: AskedLine): Promise<BalanceItem[]>
  /** For USSD, where the network identifies the calling line: no code is needed for one's own line (USSD-4). */
  readCalling(line: Pick<AskedLine, 'msisdn' | 'caller' | 'language'>): Promise<BalanceItem[]>
}

/** The catalogue's names of bundles. */
export type BundleNames = { knownName(productCode: string, language: Language): string | null }

type Deps = { operator: OperatorLines; codes: OneTimeCodes; rateLimiter: RateLimiter; names: BundleNames }

export function createBalanceQueries({ operator, codes, rateLimiter, names }: Deps): BalanceQueries {
  /** A visit that may pay with the airtime of a line (AIR-1) may see it too. */
  async function isProven({ msisdn, uniqueCode, visit }: BalanceQuestion): Promise<boolean> {
    return (
      (await codes.isProven(uniqueCode, { msisdn, purpose: 'BALANCE', visit })) ||
      codes.isProven(uniqueCode, { msisdn, purpose: 'PAYMENT', visit })
    )
  }

  type Line = Pick<AskedLine, 'msisdn' | 'caller' | 'language'>

  async function readIf({ msisdn, caller, language }: Line, proven: () => Promise<boolean>): Promise<BalanceItem[]> {
    await rateLimiter.consume('balances', caller)
    // Proof first: without it the operator is not called and nothing is revealed.
    if (!(await proven())) throw new Problem('code-user-unknown')
    const answer = await operator.readBalances(msisdn)
    if (answer.ok) return answer.value.map((balance) => itemOf(balance, nameOf(balance, language)))
    throw new Problem(answer.fault.kind === 'not-found' ? 'line-does-not-fit' : 'operator-unavailable')
  }

  /** GEN-10: in the visitor's language where the catalogue has it. */
  function nameOf({ label, productCode }: OperatorBalance, language: Language | undefined): string {
    return (productCode && language && names.knownName(productCode, language)) || label
  }

  return {
    async read(question) {
      const items = await readIf(question, () => isProven(question))
      return items.filter((item) => isAsked(item, question.serviceType))
    },
    readProven: (line) => readIf(line, () => codes.hasProven({ msisdn: line.msisdn, purpose: 'BALANCE', visit: line.visit })),
    readCalling: (line) => readIf(line, () => Promise.resolve(true)),
  }
}

function isAsked({ serviceType }: BalanceItem, wanted: BalanceQuestion['serviceType']): boolean {
  return wanted === null || serviceType === wanted
}

function itemOf({ id, kind, remaining, total, expiresAt }: OperatorBalance, name: string): BalanceItem {
  const isUnlimited = remaining === 'unlimited'
  return {
    serviceType: kind,
    balanceId: id,
    balanceDescription: name,
    balance: isUnlimited ? null : remaining.value,
    unitType: isUnlimited ? '' : remaining.unit,
    balanceType: isUnlimited ? 'unlimited' : 'limited',
    expireTime: expiresAt?.toISOString() ?? null,
    initialBalance: isUnlimited || total === null ? null : inUnit(total, remaining.unit),
  }
}

const MEGABYTES: Partial<Record<string, number>> = { KB: 0.001, MB: 1, GB: 1000 }

/** 500 MB left of 2 GB: converts both to one unit for the bar. Null when they cannot be compared. */
function inUnit(total: { value: number; unit: string }, unit: string): number | null {
  if (total.unit.toUpperCase() === unit.toUpperCase()) return total.value
  const from = MEGABYTES[total.unit.toUpperCase()]
  const to = MEGABYTES[unit.toUpperCase()]
  return from === undefined || to === undefined ? null : (total.value * from) / to
}
