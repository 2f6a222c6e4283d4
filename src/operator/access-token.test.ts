import { OPERATOR_LIMITS } from '#outbound/outbound-limits.ts'
import { guardSystem } from '#outbound/system-guard.ts'
import { Events, OAuth2Server } from 'oauth2-mock-server'
import { expect, onTestFinished, test } from 'vitest'
import { accessTokens } from './access-token.ts'
import { aRefusingAddress, aScriptedServer } from '#tests/support/scripted-server.ts'

const START = Date.parse('2026-11-15T10:00:00Z')

/** A real OAuth2 server that counts what it grants. */
async function aTokenServer() {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  onTestFinished(() => server.stop())
  const seen = { granted: 0, authorization: '' }
  server.service.on(Events.BeforeResponse, (answer, request) => {
    seen.granted++
    seen.authorization = request.headers.authorization ?? ''
    answer.body = { access_token: `token-${seen.granted}`, token_type: 'Bearer', expires_in: 100 }
  })
  return { server, seen, endpoint: new URL('/token', server.issuer.url) }
}

type Changes = { clientAuthentication?: 'basic' | 'post'; timeoutMs?: number }

function tokensAt(endpoint: URL, clock: { at: number }, { clientAuthentication = 'basic', timeoutMs = 5000 }: Changes = {}) {
  const now = () => new Date(clock.at)
  const guard = guardSystem({ ...OPERATOR_LIMITS, repeatDelayMs: 1, readTimeoutMs: timeoutMs }, now)
  return accessTokens({
    endpoint,
    clientId: 'guichet',
    clientSecret: 'secret',
    clientAuthentication,
    scope: null,
    clock: { now },
    guard,
  })
}

test('simultaneous callers share one call, and later ones its token until shortly before its expiry', async () => {
  const { seen, endpoint } = await aTokenServer()
  const clock = { at: START }
  const tokens = tokensAt(endpoint, clock)
  expect(await Promise.all([tokens.current(), tokens.current(), tokens.current()])).toEqual(['token-1', 'token-1', 'token-1'])
  clock.at += 69_000
  expect(await tokens.current()).toBe('token-1')
  clock.at += 2_000
  expect(await tokens.current()).toBe('token-2')
  expect(seen.granted).toBe(2)
})

test('a refused token is renewed once for all calls that were refused', async () => {
  const { endpoint } = await aTokenServer()
  const tokens = tokensAt(endpoint, { at: START })
  const spent = await tokens.current()
  expect(await Promise.all([tokens.renew(spent), tokens.renew(spent)])).toEqual(['token-2', 'token-2'])
  expect(await tokens.renew(spent)).toBe('token-2')
})

test('credentials are sent in the header by default, in the form where the operator requires it', async () => {
  const { seen, endpoint } = await aTokenServer()
  await tokensAt(endpoint, { at: START }).current()
  expect(seen.authorization).toBe(`Basic ${Buffer.from('guichet:secret').toString('base64')}`)
  await tokensAt(endpoint, { at: START }, { clientAuthentication: 'post' }).current()
  expect(seen.authorization).toBe('')
})

test('a token without an expiry is used for five minutes', async () => {
  const server = await aScriptedServer(() => ({ json: { access_token: 'endless', token_type: 'Bearer' } }))
  const clock = { at: START }
  const tokens = tokensAt(new URL('/token', server.url), clock)
  await tokens.current()
  clock.at += 269_000
  await tokens.current()
  expect(server.requests).toHaveLength(1)
  clock.at += 2_000
  await tokens.current()
  expect(server.requests).toHaveLength(2)
})

test('wrong credentials are not tried again', async () => {
  const server = await aScriptedServer(() => ({ json: { error: 'invalid_client' }, status: 401 }))
  await expect(tokensAt(new URL('/token', server.url), { at: START }).current()).rejects.toMatchObject({
    why: 'not-authorised',
    mayHaveArrived: false,
  })
  expect(server.requests).toHaveLength(1)
})

test.for(['hang', 'reset', { text: '<html>', status: 200 }, { text: '', status: 503 }] as const)(
  'no token came (%j): nothing was done, and the next caller requests one again',
  async (trouble) => {
    let isWell = false
    const server = await aScriptedServer(() => (isWell ? { json: { access_token: 'fine', token_type: 'Bearer' } } : trouble))
    const tokens = tokensAt(new URL('/token', server.url), { at: START }, trouble === 'hang' ? { timeoutMs: 80 } : {})
    await expect(tokens.current()).rejects.toMatchObject({ mayHaveArrived: false })
    isWell = true
    await expect.poll(() => tokens.current()).toBe('fine')
  },
)

test('connection refused: nothing was done', async () => {
  await expect(tokensAt(await aRefusingAddress(), { at: START }).current()).rejects.toMatchObject({ mayHaveArrived: false })
})

test('the token of an Apigee gateway is used: BearerToken, expires_in as text, an empty scope, status 201', async () => {
  const json = { access_token: 'apigee', token_type: 'BearerToken', expires_in: '1799', scope: '', refresh_token: 'r', status: 'approved' }
  const server = await aScriptedServer(() => ({ json, status: 201 }))
  expect(await tokensAt(new URL('/token', server.url), { at: START }).current()).toBe('apigee')
  expect(server.requests[0]).toMatchObject({ body: 'grant_type=client_credentials' })
})
