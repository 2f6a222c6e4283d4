import { readIssuedToken } from './issued-token.ts'
import { type OutboundCall, send } from './send.ts'
import type { IssuedToken } from './token-cache.ts'
import { UpstreamError } from './upstream-error.ts'

export type ClientCredentials = {
  endpoint: URL
  clientId: string
  clientSecret: string
  clientAuthentication: 'basic' | 'post'
  scope: string | null
}

/** Tokens are short; a longer text is no token. */
const MAX_ANSWER_BYTES = 64 * 1024

/** OAuth2 client credentials. However it failed, no call of ours was made with the token: nothing can have arrived. */
export async function issueByClientCredentials(
  { endpoint, clientId, clientSecret, clientAuthentication, scope }: ClientCredentials,
  call: Pick<OutboundCall, 'system' | 'until' | 'log' | 'fetch'>,
): Promise<IssuedToken> {
  const isBasic = clientAuthentication === 'basic'
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(scope === null ? {} : { scope }),
    ...(isBasic ? {} : { client_id: clientId, client_secret: clientSecret }),
  })
  const headers = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    ...(isBasic && { authorization: basicAuthorization(clientId, clientSecret) }),
  }
  const request = { ...call, route: 'token', method: 'POST', url: endpoint, headers, body: form.toString() } as const
  try {
    return readIssuedToken(await send({ ...request, largestAnswerBytes: MAX_ANSWER_BYTES }))
  } catch (error) {
    if (!(error instanceof UpstreamError) || !error.mayHaveArrived) throw error
    const { why, status, detail } = error
    throw new UpstreamError(why, { mayHaveArrived: false, status, detail })
  }
}

/** RFC 6749, 2.3.1: both are encoded as in a form before they are joined. */
function basicAuthorization(...parts: [string, string]): string {
  const encoded = parts.map((part) => new URLSearchParams([['', part]]).toString().slice(1))
  return `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`
}
