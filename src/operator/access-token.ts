import { type ClientCredentials, issueByClientCredentials } from '#outbound/client-credentials.ts'
import type { OutboundLog } from '#outbound/send.ts'
import type { SystemGuard } from '#outbound/system-guard.ts'
import { keepToken } from '#outbound/token-keeper.ts'
import type { Clock } from './surroundings.ts'

export type AccessTokens = {
  current(): Promise<string>
  /** A fresh one, because the operator refused `spent`; when somebody renewed it meanwhile, theirs. */
  renew(spent: string): Promise<string>
}

type TokenOptions = ClientCredentials & { clock: Clock; guard: SystemGuard; log?: OutboundLog | undefined }

/** A token is given up this long before its end, so that it does not end on the way. */
const MARGIN_SECONDS = 30

/** One token for all calls to the operator. */
export function accessTokens({ clock, guard, log, ...credentials }: TokenOptions): AccessTokens {
  const tokens = keepToken<Clock>({
    issue: () => guard.read((until) => issueByClientCredentials(credentials, { system: 'operator', until, log })),
    usableSeconds: (life) => Math.max(life - MARGIN_SECONDS, life / 2),
  })
  return { current: () => tokens.current(clock), renew: (spent) => tokens.renew(spent, clock) }
}
