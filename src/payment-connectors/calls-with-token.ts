import { readIssuedToken } from '#outbound/issued-token.ts'
import { createTokenCache, type IssuedToken } from '#outbound/token-cache.ts'
import { UpstreamError } from '#outbound/upstream-error.ts'
import { ProviderUnavailable, type ConnectorContext } from './payment-connector.ts'
import { callProvider, type ProviderResponse, type ProviderCall } from './provider-http.ts'

type TokenOptions = {
  /** How to request a token from this provider. */
  request: Omit<ProviderCall, 'isForToken' | 'route'>
  /** Whether a response means that the token is not accepted (any more). Nothing was done then, so the call may be repeated once. */
  isRefused: (answer: ProviderResponse) => boolean
}

/** A call that is sent with a token, and once more with a new one when the provider does not accept it. */
export type CallWithToken = (context: ConnectorContext, send: (token: string) => Promise<ProviderResponse>) => Promise<ProviderResponse>

/** A token is dropped before its expiry: clocks differ, and a call takes time. */
const USED_SHARE_OF_LIFE = 0.85

export function callsWithToken({ request, isRefused }: TokenOptions): CallWithToken {
  const { provider } = request
  const tokens = createTokenCache<ConnectorContext>({
    usableSeconds: (life) => life * USED_SHARE_OF_LIFE,
    async issue(context): Promise<IssuedToken> {
      const answer = await callProvider(context, { ...request, route: 'token', isForToken: true })
      try {
        return readIssuedToken(answer)
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        const { why, status } = error
        throw new ProviderUnavailable(`${provider} gives us no access token (${error.detail})`, false, { why, status })
      }
    },
  })

  return async function callWithToken(context, send) {
    const token = await beforeSending(tokens.current(context))
    const answer = await send(token)
    if (!isRefused(answer)) return answer
    return send(await beforeSending(tokens.renew(token, context)))
  }
}

/** However the token request failed, the payment was not sent. */
async function beforeSending(token: Promise<string>): Promise<string> {
  try {
    return await token
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    throw new ProviderUnavailable(error.message, false, error)
  }
}
