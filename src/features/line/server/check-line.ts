import { LRUCache } from 'lru-cache'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import type { Clock } from '#server/clock.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import type { LineType } from '../contract.ts'
import type { OperatorLines } from './operator-lines.ts'

export type LineChecks = {
  /** Rate-limited per caller, so that numbers cannot be listed. */
  lineType(msisdn: MobileNumber, caller: Caller): Promise<LineType>
  /** For steps with their own rate limit, such as buying and codes: lookups use nothing of it. */
  lineTypeUnmetered(msisdn: MobileNumber): Promise<LineType>
}

const CACHE_TTL_MS = 30_000
const MAX_CACHED_LINES = 5_000
/** Who waited this long for nothing does not wait again for the page that says so. */
const LONG_WAIT_MS = 2_000
const UNANSWERED_TTL_MS = 1_000

/**
 * The type of a line from the operator. An answer is cached for half a minute, because a page asks while typing and again when the
 * form is sent; that none came after a long wait is remembered for a second, in which the page that says so is made. Who taps again
 * asks again.
 */
export function createLineChecks({ operator, rateLimiter, clock, isHybridOn }: LineCheckOptions): LineChecks {
  const cache = new LRUCache<MobileNumber, LineType | 'UNANSWERED'>({
    max: MAX_CACHED_LINES,
    ttl: CACHE_TTL_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })

  async function ask(msisdn: MobileNumber): Promise<LineType> {
    const askedAt = clock.now().getTime()
    const answer = await operator.findLine(msisdn)
    if (!answer.ok) {
      if (answer.fault.kind === 'not-found' || answer.fault.kind === 'rejected') return 'INVALID'
      if (clock.now().getTime() - askedAt >= LONG_WAIT_MS) cache.set(msisdn, 'UNANSWERED', { ttl: UNANSWERED_TTL_MS })
      throw new Problem('operator-unavailable')
    }
    if (!answer.value.isActive) return 'INVALID'
    // GEN-3: a hybrid line is valid only if the operator switched the check on.
    return answer.value.type === 'HYBRID' && !(await isHybridOn()) ? 'INVALID' : answer.value.type
  }

  function knownType(msisdn: MobileNumber): LineType | undefined {
    const known = cache.get(msisdn)
    if (known === 'UNANSWERED') throw new Problem('operator-unavailable')
    return known
  }

  async function lineTypeUnmetered(msisdn: MobileNumber): Promise<LineType> {
    const known = knownType(msisdn)
    if (known) return known
    const type = await ask(msisdn)
    cache.set(msisdn, type)
    return type
  }

  return {
    async lineType(msisdn, caller) {
      const known = knownType(msisdn)
      if (known) return known
      await rateLimiter.consume('numbers', caller)
      return lineTypeUnmetered(msisdn)
    },
    lineTypeUnmetered,
  }
}

export type LineCheckOptions = { operator: OperatorLines; rateLimiter: RateLimiter; clock: Clock; isHybridOn: () => Promise<boolean> }
