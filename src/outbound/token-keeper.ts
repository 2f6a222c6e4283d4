import { singleFlight } from '#shared/single-flight.ts'
import { startStopwatch, type Stopwatch } from '#shared/stopwatch.ts'

export type IssuedToken = { token: string; lifeSeconds: number }

export type TokenKeeper<Asker> = {
  current(asker: Asker): Promise<string>
  /** A fresh one, because `spent` was refused; when somebody renewed it meanwhile, theirs. */
  renew(spent: string, asker: Asker): Promise<string>
}

type KeeperOptions<Asker> = {
  /** Asks for a token, in the name of whoever found that one is needed. */
  issue: (asker: Asker) => Promise<IssuedToken>
  /** How long of its life a token is used: clocks differ, and a call takes time. */
  usableSeconds: (lifeSeconds: number) => number
}

type Kept = IssuedToken & { sinceIssued: Stopwatch }

/** While no new token is to be had, the old one serves to its very end; so often a new one is asked for. */
const ASK_AGAIN_MS = 10_000

/** One token for all calls to a system, fetched by one caller while the others wait for it. A failure is not kept. */
export function keepToken<Asker extends { now: () => Date }>({ issue, usableSeconds }: KeeperOptions<Asker>): TokenKeeper<Asker> {
  let kept: Kept | null = null
  let sinceFailure: Stopwatch | null = null
  let clock: { now: () => Date }
  const startWatch = () => startStopwatch(() => clock.now())

  async function fetchToken(asker: Asker): Promise<string> {
    const sinceIssued = startWatch()
    try {
      kept = { ...(await issue(asker)), sinceIssued }
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
    async current(asker) {
      clock = asker
      return kept && isGoodEnough(kept) ? kept.token : fetchOnce(asker)
    },
    async renew(spent, asker) {
      clock = asker
      if (kept && kept.token !== spent) return kept.token
      kept = null
      return fetchOnce(asker)
    },
  }
}

function hasEnded({ sinceIssued }: Kept, seconds: number): boolean {
  return sinceIssued.hasPassed(seconds * 1000)
}
