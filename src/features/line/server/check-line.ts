import type { MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import type { Clock } from '#server/clock.ts'
import type { Asker } from '#server/limits/asker.ts'
import type { Budgets } from '#server/limits/budgets.ts'
import type { LineType } from '../contract.ts'
import type { OperatorLines } from './operator-lines.ts'

export type LineChecks = {
  /** For whoever looks: numbers are not to be listed. */
  lineType(msisdn: MobileNumber, asker: Asker): Promise<LineType>
  /** Inside a step that has a budget of its own, as buying and codes have: who looks all day takes nothing from who buys. */
  countedLineType(msisdn: MobileNumber): Promise<LineType>
}

const KEPT_MS = 30_000
const MOST_KEPT = 5_000

/**
 * The type of a line from the operator. An answer is kept for half a minute, because a page asks while typing and again when the
 * form is sent.
 */
export function openLineChecks({ operator, budgets, clock, isHybridOn }: LineCheckOptions): LineChecks {
  const kept = new Map<string, { type: LineType; until: number }>()

  async function ask(msisdn: MobileNumber): Promise<LineType> {
    const answer = await operator.findLine(msisdn)
    if (!answer.isGood) {
      if (answer.fault.kind === 'not-found' || answer.fault.kind === 'rejected') return 'INVALID'
      throw new Problem('operator-unavailable')
    }
    if (!answer.value.isActive) return 'INVALID'
    // GEN-3: a hybrid line is known as such only where the operator switched the check on.
    return answer.value.type === 'HYBRID' && !(await isHybridOn()) ? 'INVALID' : answer.value.type
  }

  function keptType(msisdn: MobileNumber): LineType | null {
    const known = kept.get(msisdn)
    return known && known.until > clock.now().getTime() ? known.type : null
  }

  async function countedLineType(msisdn: MobileNumber): Promise<LineType> {
    const known = keptType(msisdn)
    if (known) return known
    const type = await ask(msisdn)
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(msisdn, { type, until: clock.now().getTime() + KEPT_MS })
    return type
  }

  return {
    async lineType(msisdn, asker) {
      const known = keptType(msisdn)
      if (known) return known
      await budgets.spend('numbers', asker)
      return countedLineType(msisdn)
    },
    countedLineType,
  }
}

export type LineCheckOptions = { operator: OperatorLines; budgets: Budgets; clock: Clock; isHybridOn: () => Promise<boolean> }
