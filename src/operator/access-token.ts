import { type ClientCredentials, issueByClientCredentials } from '#outbound/client-credentials.ts'
import type { OutboundLog } from '#outbound/send.ts'
import type { SystemGuard } from '#outbound/system-guard.ts'
import { createTokenCache } from '#outbound/token-cache.ts'
import type { Clock } from './operator-context.ts'

export type AccessTokens = {
  current(): Promise<string>
  /** Returns a fresh token, because the operator refused `spent`; when another call renewed it meanwhile, that one. */
  renew(spent: string): Promise<string>
}

type TokenOptions = ClientCredentials & {
  clock: Clock
  guard: SystemGuard
  log?: OutboundLog | undefined
  fetch?: typeof fetch | undefined
}

/** A token is dropped this long before its expiry, so that it does not expire on the way. */
const MARGIN_SECONDS = 30

/** One token for all calls to the operator. */
export function accessTokens({ clock, guard, log, fetch, ...credentials }: TokenOptions): AccessTokens {
  const tokens = createTokenCache<Clock>({
    issue: () => guard.read((until) => issueByClientCredentials(credentials, { system: 'operator', until, log, ...(fetch && { fetch }) })),
    usableSeconds: (life) => Math.max(life - MARGIN_SECONDS, life / 2),
  })
  return { current: () => tokens.current(clock), renew: (spent) => tokens.renew(spent, clock) }
}
