import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  ResponseBodyError,
  type CustomFetch,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client'
import { send, type OutboundLog } from '#outbound/send.ts'
import type { Staff } from '#shared/staff-role.ts'
import { readStaff, type RoleReading } from './read-staff.ts'

export type IdentityProviderSettings = RoleReading & {
  issuer: string
  clientId: string
  clientSecret: string
  scope: string
}

/** What a browser takes to the provider, and what only we keep until it comes back. */
export type SignInAttempt = { state: string; nonce: string; verifier: string }

/** The provider's answer: who it is, and the tokens for later questions about this person. */
export type Identity = { staff: Staff; idToken: string; refreshToken: string | null }

/** CON-1: the operator's identity provider, by OpenID Connect with an authorization code and PKCE. Failures are thrown. */
export type IdentityProvider = {
  begin(): Promise<{ location: URL; attempt: SignInAttempt }>
  /** `callback`: the whole address at which the browser came back. */
  finish(callback: URL, attempt: SignInAttempt): Promise<Identity>
  /** The roles that this person has now; null when the provider has ended its session or its grant. */
  askAgain(known: { refreshToken: string; staffId: string }): Promise<Identity | null>
  /** Where to end the session at the provider too; null where it offers no such page. */
  signOutAddress(idToken: string, backTo: URL): Promise<URL | null>
}

const ANSWER_MS = 8_000
const MAX_ANSWER_BYTES = 256 * 1024
/** The provider's clock may differ so much from ours. */
const TOLERANCE_SECONDS = 30
/** After so long its addresses are read again; an unknown key is looked up at once by the library. */
const DISCOVERED_MS = 3_600_000

type Deps = { settings: IdentityProviderSettings; callback: URL; log?: OutboundLog | undefined; fetch?: typeof fetch | undefined }

export function createIdentityProvider({ settings, callback, log, fetch }: Deps): IdentityProvider {
  const { scope } = settings
  const configured = discovered(settings, boundedFetch({ log, fetch }))

  async function identityOf(
    configuration: Configuration,
    tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
    expectedId: string | null,
  ): Promise<Identity | null> {
    const claims = tokens.claims()
    const id = claims?.sub ?? expectedId
    if (id === null || (expectedId !== null && id !== expectedId)) return null
    const read = claims ? readStaff({ ...claims, sub: id }, settings) : null
    const staff = read ?? readStaff({ ...claims, ...(await fetchUserInfo(configuration, tokens.access_token, id)), sub: id }, settings)
    return { staff: staff ?? { id, name: id, roles: [] }, idToken: tokens.id_token ?? '', refreshToken: tokens.refresh_token ?? null }
  }

  return {
    async begin() {
      const configuration = await configured()
      const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      const location = buildAuthorizationUrl(configuration, {
        redirect_uri: callback.href,
        scope,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      })
      return { location, attempt }
    },
    async finish(address, { state, nonce, verifier }) {
      const configuration = await configured()
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true }
      const tokens = await authorizationCodeGrant(configuration, new URL(callback.pathname + address.search, callback), checks)
      const identity = await identityOf(configuration, tokens, null)
      if (!identity) throw new Error('the provider names no subject')
      return identity
    },
    async askAgain({ refreshToken, staffId }) {
      const configuration = await configured()
      try {
        const tokens = await refreshTokenGrant(configuration, refreshToken)
        const identity = await identityOf(configuration, tokens, staffId)
        return identity && { ...identity, refreshToken: identity.refreshToken ?? refreshToken }
      } catch (error) {
        if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return null
        throw error
      }
    },
    async signOutAddress(idToken, backTo) {
      const configuration = await configured()
      if (!configuration.serverMetadata().end_session_endpoint) return null
      const parameters = new URLSearchParams({ post_logout_redirect_uri: backTo.href })
      if (idToken !== '') parameters.set('id_token_hint', idToken)
      return buildEndSessionUrl(configuration, parameters)
    },
  }
}

/** The provider's own description of itself, read when it is first needed: the portal starts without it. A failed reading is tried again. */
function discovered({ issuer, clientId, clientSecret }: IdentityProviderSettings, ask: CustomFetch): () => Promise<Configuration> {
  const url = new URL(issuer)
  const isPlain = url.protocol === 'http:'
  let found: { at: number; configuration: Promise<Configuration> } | null = null

  async function discover(): Promise<Configuration> {
    const options = { [customFetch]: ask, ...(isPlain && { execute: [allowInsecureRequests] }) }
    const server = (await discovery(url, clientId, clientSecret, undefined, options)).serverMetadata()
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authentication = ways.includes('client_secret_basic') ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret)
    const configuration = new Configuration(server, clientId, { [clockTolerance]: TOLERANCE_SECONDS }, authentication)
    configuration[customFetch] = ask
    if (isPlain) allowInsecureRequests(configuration)
    // Signatures of ID tokens are checked although they come straight from the provider.
    enableNonRepudiationChecks(configuration)
    return configuration
  }

  return () => {
    const now = performance.now()
    if (!found || now - found.at > DISCOVERED_MS) {
      const configuration = discover()
      found = { at: now, configuration }
      configuration.catch(() => (found = null))
    }
    return found.configuration
  }
}

/** One bounded response without redirects, as all upstream calls (outbound/send.ts). */
function boundedFetch({ log, fetch }: Pick<Deps, 'log' | 'fetch'>): CustomFetch {
  return async (url, { headers, body, method }) => {
    const answer = await send({
      system: 'identity-provider',
      route: new URL(url).pathname.split('/').at(-1) ?? '',
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers,
      ...(body instanceof URLSearchParams && { body: body.toString() }),
      isRead: method === 'GET',
      until: ANSWER_MS,
      largestAnswerBytes: MAX_ANSWER_BYTES,
      log,
      ...(fetch && { fetch }),
    })
    const hasNoBody = answer.status === 204 || answer.text === ''
    return new Response(hasNoBody ? null : answer.text, { status: answer.status, headers: answer.headers })
  }
}
