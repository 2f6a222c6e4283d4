import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { acceptForms, textField } from '../pages/forms.ts'
import { languageOf } from '../pages/language.ts'
import { sendPage } from '../pages/layout.ts'
import { chooseAccountPage, CHOOSE_WORDS } from './choose-account-page.ts'
import type { DemoStaff } from './demo-staff.ts'
import { createGrants, staffNamed } from './grants.ts'
import { KEYS, signedToken } from './signed-tokens.ts'

const BASE = '/staff-accounts'
const CLIENT = { id: 'guichet-console', secret: 'sandbox-console-secret' }
const COOKIE = 'staff-account'
const TOKEN_SECONDS = 300

type Options = { portalUrl: string; consoleUrl: string }
type Grants = ReturnType<typeof createGrants>

/** The company accounts of the operator's staff: OpenID Connect with an authorization code and PKCE, without passwords. */
export function staffAccountRoutes({ portalUrl, consoleUrl }: Options): FastifyPluginAsync {
  return async function routes(app) {
    acceptForms(app)
    const grants = createGrants(Date.now)
    const console = new URL(consoleUrl)
    const callback = new URL('/sign-in/return', console).href
    discoveryRoutes(app)
    tokenRoutes(app, grants)

    app.get(`${BASE}/authorize`, async (request, reply) => {
      const { query } = request
      const asked = askedBy(query)
      if (textField(query, 'client_id') !== CLIENT.id || asked.redirectUri !== callback || asked.challenge === '')
        return reply.code(400).send({ error: 'invalid_request' })
      const known = staffNamed(cookieOf(request))
      if (known && textField(query, 'prompt') !== 'login') return goBack(reply, { query, staff: known, grants, issuer: issuerOf(request) })
      const lang = languageOf(query)
      const body = chooseAccountPage({ lang, query: textsOf(query) })
      const formTargets = [console.origin]
      return sendPage(reply, { lang, title: CHOOSE_WORDS[lang].title, path: BASE, portalUrl, now: Date.now(), body, formTargets })
    })

    app.post(`${BASE}/choose`, async (request, reply) => {
      const staff = staffNamed(textField(request.body, 'account'))
      if (!staff || askedBy(request.body).redirectUri !== callback) return reply.code(400).send({ error: 'invalid_request' })
      reply.header('set-cookie', `${COOKIE}=${staff.id}; Path=${BASE}; HttpOnly; SameSite=Lax`)
      return goBack(reply, { query: request.body, staff, grants, issuer: issuerOf(request) })
    })

    app.get(`${BASE}/end-session`, async (request, reply) => {
      const known = cookieOf(request)
      if (known !== undefined) grants.end(known)
      reply.header('set-cookie', `${COOKIE}=; Path=${BASE}; HttpOnly; SameSite=Lax; Max-Age=0`)
      const to = URL.parse(textField(request.query, 'post_logout_redirect_uri'))
      return reply.redirect(to?.origin === console.origin ? to.href : '/', 303)
    })
  }
}

function discoveryRoutes(app: FastifyInstance): void {
  app.get(`${BASE}/.well-known/openid-configuration`, async (request) => {
    const issuer = issuerOf(request)
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      end_session_endpoint: `${issuer}/end-session`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }
  })
  app.get(`${BASE}/jwks`, async () => KEYS)
}

function tokenRoutes(app: FastifyInstance, grants: Grants): void {
  app.post(`${BASE}/token`, async (request, reply) => {
    const { body, headers } = request
    reply.header('cache-control', 'no-store')
    const [id = '', secret = ''] = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64')
      .toString()
      .split(':')
      .map(decodeURIComponent)
    if (id !== CLIENT.id || secret !== CLIENT.secret) return reply.code(401).send({ error: 'invalid_client' })
    const isRefresh = textField(body, 'grant_type') === 'refresh_token'
    const granted = isRefresh
      ? grants.refresh(textField(body, 'refresh_token'))
      : grants.redeem(textField(body, 'code'), { redirectUri: textField(body, 'redirect_uri'), verifier: textField(body, 'code_verifier') })
    const staff = granted && staffNamed(granted.staffId)
    if (!granted || !staff) return reply.code(400).send({ error: 'invalid_grant' })
    const nonce: { nonce?: string } = 'nonce' in granted ? { nonce: String(granted.nonce) } : {}
    return {
      access_token: granted.access,
      refresh_token: granted.refresh,
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      id_token: idToken(issuerOf(request), staff, nonce),
    }
  })

  app.get(`${BASE}/userinfo`, async (request, reply) => {
    const staff = grants.staffOf(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
    if (!staff) return reply.code(401).header('www-authenticate', 'Bearer error="invalid_token"').send()
    return claimsOf(staff)
  })
}

function idToken(issuer: string, staff: DemoStaff, nonce: { nonce?: string }): string {
  const now = Math.floor(Date.now() / 1000)
  return signedToken({ iss: issuer, aud: CLIENT.id, iat: now, exp: now + TOKEN_SECONDS, ...claimsOf(staff), ...nonce })
}

const claimsOf = ({ id, name, groups }: DemoStaff) => ({ sub: id, name, groups })

function askedBy(fields: unknown) {
  const isS256 = textField(fields, 'code_challenge_method') === 'S256'
  return {
    redirectUri: textField(fields, 'redirect_uri'),
    challenge: isS256 ? textField(fields, 'code_challenge') : '',
    nonce: textField(fields, 'nonce'),
  }
}

type Back = { query: unknown; staff: DemoStaff; grants: Grants; issuer: string }

function goBack(reply: FastifyReply, { query, staff, grants, issuer }: Back): FastifyReply {
  const asked = askedBy(query)
  const to = new URL(asked.redirectUri)
  to.search = new URLSearchParams({ code: grants.codeFor(staff.id, asked), state: textField(query, 'state'), iss: issuer }).toString()
  return reply.redirect(to.href, 303)
}

/** The name by which it was called is its own: one sandbox may be reached by several. */
function issuerOf({ headers: { host = 'localhost' } }: FastifyRequest): string {
  return `http://${host}${BASE}`
}

function cookieOf({ headers }: FastifyRequest): string | undefined {
  return new RegExp(`(?:^|; )${COOKIE}=([a-z0-9-]+)`).exec(headers.cookie ?? '')?.[1]
}

function textsOf(fields: unknown): Record<string, string> {
  return Object.fromEntries(Object.keys(Object(fields)).map((name) => [name, textField(fields, name)]))
}
