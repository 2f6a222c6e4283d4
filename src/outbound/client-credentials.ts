import {
  allowInsecureRequests,
  clientCredentialsGrant,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { UpstreamError } from './upstream-error.ts'
import { type OutboundCall, send } from './send.ts'
import type { IssuedToken } from './token-cache.ts'

export type ClientCredentials = {
  endpoint: URL
  clientId: string
  clientSecret: string
  clientAuthentication: 'basic' | 'post'
  scope: string | null
}

/** The validity of a token without `expires_in` (RFC 6749 only recommends it). */
const SILENT_LIFE_SECONDS = 300
/** Tokens are short; a longer text is no token. */
const MAX_ANSWER_BYTES = 64 * 1024

/**
 * OAuth2 client credentials. However it failed, no call of ours was made with the token: nothing can have arrived. The library's own
 * messages may quote the response and are dropped.
 */
export async function issueByClientCredentials(
  credentials: ClientCredentials,
  call: Pick<OutboundCall, 'system' | 'until' | 'log'>,
): Promise<IssuedToken> {
  const parameters: Record<string, string> = credentials.scope === null ? {} : { scope: credentials.scope }
  try {
    const { access_token: token, expires_in: lifeSeconds } = await clientCredentialsGrant(configure(credentials, call), parameters)
    return { token, lifeSeconds: lifeSeconds ?? SILENT_LIFE_SECONDS }
  } catch (error) {
    throw new UpstreamError(reasonOf(error), { mayHaveArrived: false })
  }
}

/** Wrong credentials are not retried: that would only lock the client. */
function reasonOf(error: unknown): UpstreamError['why'] {
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError) return 'not-authorised'
  const { cause }: { cause?: unknown } = Object(error)
  if (error instanceof UpstreamError) return error.why
  return cause instanceof UpstreamError ? cause.why : 'unreadable'
}

function configure(
  { endpoint, clientId, clientSecret, clientAuthentication }: ClientCredentials,
  call: Pick<OutboundCall, 'system' | 'until' | 'log'>,
): Configuration {
  const server = { issuer: endpoint.origin, token_endpoint: endpoint.href }
  const authentication = clientAuthentication === 'basic' ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret)
  const configuration = new Configuration(server, clientId, clientSecret, authentication)
  // Plain HTTP is used only where the configured URL is http://: the sandbox, or a private link.
  if (endpoint.protocol === 'http:') allowInsecureRequests(configuration)
  configuration[customFetch] = async (url, { headers, body }) => {
    const form = body instanceof URLSearchParams ? body.toString() : ''
    const answer = await send({
      ...call,
      route: 'token',
      method: 'POST',
      url,
      headers,
      body: form,
      largestAnswerBytes: MAX_ANSWER_BYTES,
    })
    const hasNoBody = answer.text === ''
    return new Response(hasNoBody ? null : answer.text, { status: answer.status, headers: answer.headers })
  }
  return configuration
}
