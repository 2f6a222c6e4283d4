import {
  allowInsecureRequests,
  clientCredentialsGrant,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { ExchangeTrouble } from './exchange.ts'
import type { Clock } from './surroundings.ts'
import type { SystemGuard } from './system-guard.ts'

export type AccessTokens = {
  current(): Promise<string>
  /** A fresh one, because the operator refused `spent`; when somebody renewed it meanwhile, theirs. */
  renew(spent: string): Promise<string>
}

type TokenOptions = {
  endpoint: URL
  clientId: string
  clientSecret: string
  clientAuthentication: 'basic' | 'post'
  scope: string | null
  clock: Clock
  guard: SystemGuard
  timeoutMs: number
}

type Token = { text: string; usableUntil: number }

/** An answer without `expires_in` (RFC 6749 only recommends it) is believed for this long. */
const SILENT_LIFE_SECONDS = 300
/** A token is given up this long before its end, so that it does not end on the way. */
const MARGIN_SECONDS = 30

/** OAuth2 client credentials: one token for all calls, fetched by one caller while the others wait for it. */
export function accessTokens(options: TokenOptions): AccessTokens {
  const configuration = configure(options)
  let token: Token | null = null
  let fetching: Promise<Token> | null = null

  async function fetchToken(): Promise<Token> {
    const parameters: Record<string, string> = options.scope === null ? {} : { scope: options.scope }
    const answer = await options.guard.read(async () => {
      try {
        return await clientCredentialsGrant(configuration, parameters)
      } catch (error) {
        // Whatever went wrong, no call of ours was made; the library's own words may quote the answer and are dropped.
        throw new ExchangeTrouble(isRefusal(error) ? 'not-authorised' : 'connection-lost', { mayHaveActed: false })
      }
    })
    const life = answer.expires_in ?? SILENT_LIFE_SECONDS
    const usableSeconds = Math.max(life - MARGIN_SECONDS, life / 2)
    token = { text: answer.access_token, usableUntil: options.clock.now().getTime() + usableSeconds * 1000 }
    return token
  }

  async function fetchOnce(): Promise<string> {
    fetching ??= fetchToken().finally(() => (fetching = null))
    return (await fetching).text
  }

  return {
    async current() {
      return token && token.usableUntil > options.clock.now().getTime() ? token.text : fetchOnce()
    },
    async renew(spent) {
      if (token && token.text !== spent) return token.text
      token = null
      return fetchOnce()
    },
  }
}

/** Our credentials are wrong: asking again would only lock the client. */
function isRefusal(error: unknown): boolean {
  return error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError
}

function configure({ endpoint, clientId, clientSecret, clientAuthentication, timeoutMs }: TokenOptions): Configuration {
  const server = { issuer: endpoint.origin, token_endpoint: endpoint.href }
  const authentication = clientAuthentication === 'basic' ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret)
  const configuration = new Configuration(server, clientId, clientSecret, authentication)
  configuration.timeout = timeoutMs / 1000
  // Only an address that is http:// by configuration is spoken to so: the sandbox, or a private link.
  if (endpoint.protocol === 'http:') allowInsecureRequests(configuration)
  return configuration
}
