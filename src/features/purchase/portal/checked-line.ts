import type { AmountLimits, AmountProblem } from '#shared/amount-limits.ts'
import { fromMajor } from '#shared/money.ts'
import type { RunningBundle, ShownBundle } from '#features/bundles/contract.ts'
import type { NumberVerdict } from '#features/line/rules.ts'
import type { ConfigData } from '#features/site-content/config-contract.ts'

export type CheckedLine = {
  msisdn: string
  verdict: NumberVerdict | null
  bundles: ShownBundle[]
  /** What the line has not used up yet, where this visit has proven the line. */
  running?: RunningBundle[]
  isStale: boolean
  /** The operator did not answer and there is no earlier copy: that is not the same as nothing on sale. */
  areBundlesUnread: boolean
}
export type Refusal = { msisdn?: 'phoneRequired' | 'invalidMobile'; amount?: AmountProblem; message?: string }

export const NOTHING_CHECKED: CheckedLine = { msisdn: '', verdict: null, bundles: [], isStale: false, areBundlesUnread: false }

/** What a page needs of the configuration. */
export type LineConfig = Pick<ConfigData, 'preMinAmnt' | 'preMaxAmnt' | 'postMinAmnt' | 'postMaxAmnt' | 'quickAmounts'>

export function postpaidLimits({ postMinAmnt, postMaxAmnt }: Pick<ConfigData, 'postMinAmnt' | 'postMaxAmnt'>): AmountLimits {
  return { min: fromMajor(postMinAmnt), max: fromMajor(postMaxAmnt) }
}

export function prepaidLimits({ preMinAmnt, preMaxAmnt }: Pick<ConfigData, 'preMinAmnt' | 'preMaxAmnt'>): AmountLimits {
  return { min: fromMajor(preMinAmnt), max: fromMajor(preMaxAmnt) }
}
