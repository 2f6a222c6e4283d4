import type { MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database.ts'
import { paceOf } from '#server/asker.ts'
import { isWithinLimit } from '#server/limits.ts'
import type { LineType } from '../contract.ts'
import type { OperatorLines } from './operator-lines.ts'

/** Who asks: a visit when there is one, else the address, behind which a whole town may stand. */
export type Asker = { key: string }

export type LineChecks = {
  lineType(msisdn: MobileNumber, asker: Asker): Promise<LineType>
}

const KEPT_MS = 30_000
const MOST_KEPT = 5_000

/** Numbers are not to be listed: each asker, each block of a thousand numbers and the whole portal have a budget. */
const PER_VISIT = { everySeconds: 1, burst: 40 }
const PER_BLOCK = { everySeconds: 0.5, burst: 60 }

/**
 * The type of a line from the operator. An answer is kept for half a minute, because a page asks while typing and again when the
 * form is sent.
 */
export function openLineChecks({ operator, db, clock, isHybridOn }: LineCheckOptions): LineChecks {
  const kept = new Map<string, { type: LineType; until: number }>()

  async function withinBudget(msisdn: MobileNumber, asker: Asker): Promise<boolean> {
    const block = msisdn.slice(0, 5)
    return (
      (await isWithinLimit(db, { key: `line:${asker.key}`, ...paceOf(asker.key, PER_VISIT) })) &&
      isWithinLimit(db, { key: `line-block:${block}`, ...PER_BLOCK })
    )
  }

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

  return {
    async lineType(msisdn, asker) {
      const now = clock.now().getTime()
      const known = kept.get(msisdn)
      if (known && known.until > now) return known.type
      if (!(await withinBudget(msisdn, asker))) throw new Problem('too-many-requests')
      const type = await ask(msisdn)
      if (kept.size >= MOST_KEPT) kept.clear()
      kept.set(msisdn, { type, until: now + KEPT_MS })
      return type
    },
  }
}

export type LineCheckOptions = { operator: OperatorLines; db: Database; clock: Clock; isHybridOn: () => Promise<boolean> }
