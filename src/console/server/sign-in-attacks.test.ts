import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { consoleBrowser } from '#tests/support/console-browser.ts'
import { CLIENT, consoleWorld, type ConsoleWorld } from '#tests/support/console-world.ts'

type Claims = Record<string, unknown>
type Answer = { status?: number; body: object | string }

const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })

let world: ConsoleWorld
let issuer: string
/** What the token endpoint answers, given the claims of an honest token. */
let answer: (claims: Claims) => Answer
/** What the discovery document says besides. */
let described: Claims = {}

beforeAll(async () => {
  let nonce = ''
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    const send = (body: object | string, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body))
    if (url.pathname === '/jwks')
      return send({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' }] })
    if (url.pathname.startsWith('/.well-known/')) return send(discovery())
    if (url.pathname === '/nonce') {
      nonce = url.searchParams.get('nonce') ?? ''
      return send({})
    }
    const { status, body } = answer(honest(nonce))
    return send(body, status)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  world = await consoleWorld({ issuer })
})

beforeEach(async () => {
  await world.db.deleteFrom('rate_limit').execute()
})

function discovery(): Claims {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
    ...described,
  }
}

function honest(nonce: string): Claims {
  const now = Math.floor(Date.now() / 1000)
  return { iss: issuer, sub: 'mallory', aud: CLIENT.clientId, iat: now, exp: now + 300, nonce, name: 'Mallory', groups: ['g-approver'] }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signed(claims: Claims, { alg = 'RS256', key = own.privateKey }: { alg?: string; key?: KeyObject } = {}): string {
  const text = `${part({ alg, kid: 'own', typ: 'JWT' })}.${part(claims)}`
  if (alg === 'none') return `${text}.`
  if (alg === 'HS256')
    return `${text}.${createHmac('sha256', own.publicKey.export({ format: 'pem', type: 'spki' }))
      .update(text)
      .digest('base64url')}`
  return `${text}.${createSign('sha256').update(text).sign(key).toString('base64url')}`
}

const tokens = (idToken: string) => ({ body: { access_token: 'a', token_type: 'Bearer', expires_in: 300, id_token: idToken } })

/** A sign-in up to the provider's page, which sends the browser back with this. */
async function comeBack(back: (sent: URLSearchParams) => Record<string, string>) {
  const browser = consoleBrowser(world)
  const start = await browser.open('/sign-in/start?to=/audit')
  const sent = new URL(start.location ?? '').searchParams
  await fetch(`${issuer}/nonce?nonce=${sent.get('nonce')}`)
  return browser.open(`/sign-in/return?${new URLSearchParams(back(sent)).toString()}`)
}

const honestly = (sent: URLSearchParams) => ({ code: 'c', state: sent.get('state') ?? '', iss: issuer })

test('CON-1 the scripted provider lets an honest person in', async () => {
  answer = (claims) => tokens(signed(claims))
  expect((await comeBack(honestly)).location).toBe('/audit')
})

test.for<[attack: string, token: (claims: Claims) => string]>([
  ['without a signature (alg none)', (claims) => signed(claims, { alg: 'none' })],
  ['signed with the public key as a secret (HS256)', (claims) => signed(claims, { alg: 'HS256' })],
  ['signed with a key that is not the provider’s', (claims) => signed(claims, { key: foreign.privateKey })],
  [
    'whose claims were changed after signing',
    (claims) => signed(claims).replace(/\.[^.]+\./, `.${part({ ...claims, groups: ['g-finance'] })}.`),
  ],
  ['of another issuer', (claims) => signed({ ...claims, iss: 'https://other.example' })],
  ['for another client', (claims) => signed({ ...claims, aud: 'another-client' })],
  ['that has expired', (claims) => signed({ ...claims, iat: Number(claims.iat) - 900, exp: Number(claims.iat) - 600 })],
  ['of an earlier sign-in, replayed (other nonce)', (claims) => signed({ ...claims, nonce: 'of-another-sign-in' })],
  ['without a nonce', ({ nonce: _gone, ...claims }) => signed(claims)],
  ['without a subject', ({ sub: _gone, ...claims }) => signed(claims)],
  ['that is no token', () => 'x.y.z'],
])('CON-1 an ID token %s opens no session', async ([, token]) => {
  answer = (claims) => tokens(token(claims))
  const back = await comeBack(honestly)
  expect(back.status).toBe(403)
  expect(back.body).toContain('Entrée refusée')
  expect((await world.audit())[0]).toMatchObject({ actor_id: 'unknown', act: 'sign-in', outcome: 'refused' })
})

test.for<[attack: string, back: (sent: URLSearchParams) => Record<string, string>]>([
  ['with another state', (sent) => ({ ...honestly(sent), state: 'another' })],
  ['without a state', () => ({ code: 'c', iss: issuer })],
  ['in the name of another issuer', (sent) => ({ ...honestly(sent), iss: 'https://other.example' })],
  ['without naming the issuer', (sent) => ({ code: 'c', state: sent.get('state') ?? '' })],
  ['with an error', (sent) => ({ error: 'access_denied', state: sent.get('state') ?? '', iss: issuer })],
])('CON-1 an answer %s opens no session', async ([, back]) => {
  answer = (claims) => tokens(signed(claims))
  expect((await comeBack(back)).status).toBe(403)
})

test.for<[how: string, scripted: Answer]>([
  ['no ID token', { body: { access_token: 'a', token_type: 'Bearer' } }],
  ['an error', { status: 400, body: { error: 'invalid_grant' } }],
  ['a page instead of JSON', { body: '<html>hello</html>' }],
  ['a server error', { status: 500, body: 'x' }],
  ['far too much', { body: `{"access_token":"${'a'.repeat(400_000)}"}` }],
])('CON-1 a provider that answers with %s opens no session', async ([, scripted]) => {
  answer = () => scripted
  expect((await comeBack(honestly)).status).toBe(403)
})

test('CON-1 a discovery document of another issuer is refused before a browser is sent anywhere', async () => {
  described = { issuer: 'https://other.example' }
  const misled = await consoleWorld({ issuer })
  const start = await misled.ask({ method: 'GET', url: '/sign-in/start' })
  described = {}
  expect(start.statusCode).toBe(503)
  expect(start.body).toContain('ne répond pas')
})

test('CON-1 a provider that does not answer lets no one in, and says so', async () => {
  const alone = await consoleWorld({ issuer: 'http://127.0.0.1:9' })
  const start = await alone.ask({ method: 'GET', url: '/sign-in/start?to=/audit', headers: { 'accept-language': 'en' } })
  expect(start.statusCode).toBe(503)
  expect(start.body).toContain('The company account does not answer')
})

test('CON-1 more sign-ins from one address than an office needs are slowed down', async () => {
  const statuses = []
  for (let count = 0; count < 60; count += 1) statuses.push((await world.ask({ method: 'GET', url: '/sign-in/return' })).statusCode)
  expect(statuses.at(-1)).toBe(429)
})
