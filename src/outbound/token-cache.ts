import { singleFlight } from '#shared/single-flight.ts'
import { startStopwatch, type Stopwatch } from '#shared/stopwatch.ts'

export type IssuedToken = { token: string; lifeSeconds: number }

export type TokenCache<Caller> = {
  current(caller: Caller): Promise<string>
  /** Returns a fresh token, because `spent` was refused; when another call renewed it meanwhile, that one. */
  renew(spent: string, caller: Caller): Promise<string>
}

type TokenCacheOptions<Caller> = {
  /** Requests a token on behalf of the caller that found none usable. */
  issue: (caller: Caller) => Promise<IssuedToken>
  /** The usable part of a token's lifetime: clocks differ, and a call takes time. */
  usableSeconds: (lifeSeconds: number) => number
}

type Kept = IssuedToken & { sinceIssued: Stopwatch }

/** The retry interval while no new token can be fetched; the old one is used until it expires. */
const ASK_AGAIN_MS = 10_000

/** One token for all calls to a system, fetched by one caller while the others wait for it. A failure is not cached. */
export function createTokenCache<Caller extends { now: () => Date }>({
  issue,
  usableSeconds,
}: TokenCacheOptions<Caller>): TokenCache<Caller> {
  let kept: Kept | null = null
  let sinceFailure: Stopwatch | null = null
  let clock: { now: () => Date }
  const startWatch = () => startStopwatch(() => clock.now())

  async function fetchToken(caller: Caller): Promise<string> {
    const sinceIssued = startWatch()
    try {
      kept = { ...(await issue(caller)), sinceIssued }
      sinceFailure = null
      return kept.token
    } catch (error) {
      if (!kept || hasEnded(kept, kept.lifeSeconds)) throw error
      sinceFailure = startWatch()
      return kept.token
    }
  }

  const fetchOnce = singleFlight(fetchToken)

  function isGoodEnough(token: Kept): boolean {
    if (!hasEnded(token, usableSeconds(token.lifeSeconds))) return true
    return sinceFailure !== null && !sinceFailure.hasPassed(ASK_AGAIN_MS) && !hasEnded(token, token.lifeSeconds)
  }

  return {
    async current(caller) {
      clock = caller
      return kept && isGoodEnough(kept) ? kept.token : fetchOnce(caller)
    },
    async renew(spent, caller) {
      clock = caller
      if (kept && kept.token !== spent) return kept.token
      kept = null
      return fetchOnce(caller)
    },
  }
}

function hasEnded({ sinceIssued }: Kept, seconds: number): boolean {
  return sinceIssued.hasPassed(seconds * 1000)
}
