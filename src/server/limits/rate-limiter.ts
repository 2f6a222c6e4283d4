import { Problem, type ProblemKind } from '#shared/problem.ts'
import type { Caller } from './caller.ts'
import type { Database } from '../database/database.ts'
import { RATE_LIMITS, STRANGERS_SHARE, type RateLimitName, type SharedRateLimit, type LimitSetting } from './rate-limits.ts'
import { takeLimits, type Limit } from './limits.ts'
import { createQueues, QUEUE } from './queues.ts'

/** The operator's limits for the whole portal. */
export type PortalLimits = Record<LimitSetting, number>

export type RateLimiter = {
  /** Counts one call, or throws: with a puzzle where a solution would help, else with a refusal. */
  consume(name: RateLimitName, caller: Caller, options?: SpendOptions): Promise<void>
  /**
   * Runs an attempt that uses up the limit. While the shared limit is used up, callers of one IP address queue in order of arrival and the
   * first of them tries again. After `QUEUE.waitMs` the call is refused.
   */
  inTurn<Value>(name: RateLimitName, caller: Caller, attempt: () => Promise<Value>): Promise<Value>
  /** Rejects all queued calls, now and later. */
  close(): void
}

/** `refusal` where the call has its own problem for it; `db` inside a transaction that may still be rolled back. */
type SpendOptions = { refusal?: ProblemKind; db?: Database }

/** A shared limit refills continuously; a rejected caller retries after others had their turn. */
const CROWD_WAIT_SECONDS = 60

type CrowdLimit = SharedRateLimit & { key: string }

/** A shared limit is used up, and no puzzle would help. */
class CrowdFull extends Problem {}

export function createRateLimiter({ db: pool, limits }: { db: Database; limits: PortalLimits }): RateLimiter {
  const queues = createQueues((error) => error instanceof CrowdFull)

  /** From the caller's own limits to the shared ones: a call rejected by its own limit uses up nothing shared. */
  function crowdsOf(name: RateLimitName, caller: Caller): CrowdLimit[] {
    const { withoutVisit: strangers, visits, inAll } = RATE_LIMITS[name]
    const kind = kindOf(caller)
    const own = { key: ownKey(name, caller), ...(kind === 'strangers' ? strangers : visits) }
    const wide = inAll.flatMap(({ setting, windowSeconds }) => {
      const all = { key: `${name}:all:${windowSeconds}`, ...withinWindow(limits[setting], windowSeconds) }
      const share = { key: `${name}:all-strangers:${windowSeconds}`, ...withinWindow(limits[setting] * STRANGERS_SHARE, windowSeconds) }
      return kind === 'strangers' ? [share, all] : [all]
    })
    return [own, ...wide]
  }

  /** The shared limit that has no capacity left for this caller; null when the call was counted. */
  async function firstFull(db: Database, name: RateLimitName, caller: Caller, crowds: CrowdLimit[]): Promise<CrowdLimit | 'visit' | null> {
    const own: Limit[] = caller.visit === null ? [] : [{ key: `${name}:visit:${caller.visit}`, ...RATE_LIMITS[name].perVisit }]
    const usable = crowds.map(({ key, everySeconds, burst, freeBurst }) => ({
      key,
      everySeconds,
      burst: caller.puzzle === 'open' ? freeBurst : burst,
    }))
    const full = await takeLimits(db, [...own, ...usable])
    if (full === null) return null
    return crowds.find(({ key }) => key === full.key) ?? 'visit'
  }

  return {
    async consume(name, caller, { refusal = 'too-many-requests', db = pool } = {}) {
      const full = await firstFull(db, name, caller, crowdsOf(name, caller))
      if (full === null) return
      if (full === 'visit')
        throw new Problem(refusal, `${name}: visit`, { waitSeconds: Math.ceil(RATE_LIMITS[name].perVisit.everySeconds) })
      const which = `${name}: ${full.key.split(':')[1]}`
      if (caller.puzzle === 'open' && full.burst > full.freeBurst) throw new Problem('puzzle-needed', which)
      throw new CrowdFull(refusal, which, { waitSeconds: CROWD_WAIT_SECONDS })
    },
    // A puzzle that could be solved is required at once, and again when the turn did not come in time: the browser then queues once more.
    inTurn(name, caller, attempt) {
      if (caller.puzzle === 'open') return attempt()
      const refusal = () => new Problem('puzzle-needed', `${name}: queue`, { waitSeconds: QUEUE.waitMs / 1000 })
      return queues.inTurn(ownKey(name, caller), { attempt, refusal, signal: caller.signal })
    },
    close: () => queues.close(),
  }
}

/** A returned cookie and a solved puzzle prove the same: the caller reads our responses. */
function kindOf({ visit, puzzle }: Caller): 'strangers' | 'visits' {
  return visit === null && puzzle !== 'solved' ? 'strangers' : 'visits'
}

function ownKey(name: RateLimitName, caller: Caller): string {
  return `${name}:${kindOf(caller)}:${caller.address}`
}

/** Never more than `most` in any window of this length: three quarters as a steady rate, a quarter as a burst. */
export function withinWindow(most: number, windowSeconds: number): SharedRateLimit {
  const burst = Math.max(1, Math.floor(most / 4))
  return { everySeconds: windowSeconds / (most * 0.75), burst, freeBurst: Math.max(1, Math.floor(burst * 0.7)) }
}
