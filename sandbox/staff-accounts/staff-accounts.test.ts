import { createHash, createPublicKey, verify, type JsonWebKey } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildSandbox } from '../sandbox-app.ts'

const CONSOLE = 'http://localhost:4999'
const CALLBACK = `${CONSOLE}/sign-in/return`
const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
const BASIC = `Basic ${Buffer.from('guichet-console:sandbox-console-secret').toString('base64')}`
const ASKED = {
  client_id: 'guichet-console',
  response_type: 'code',
  redirect_uri: CALLBACK,
  scope: 'openid profile',
  state: 's',
  nonce: 'n',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
}

let sandbox: FastifyInstance

beforeAll(async () => {
  sandbox = await buildSandbox({ consoleUrl: CONSOLE })
})
afterAll(() => sandbox.close())

const form = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  payload: new URLSearchParams(fields).toString(),
  headers: { host: 'localhost:3001', 'content-type': 'application/x-www-form-urlencoded', ...headers },
})

async function codeFor(account: string): Promise<URL> {
  const answer = await sandbox.inject({ url: '/staff-accounts/choose', ...form({ ...ASKED, account }) })
  expect(answer.statusCode).toBe(303)
  return new URL(String(answer.headers.location))
}

const tokenFor = (fields: Record<string, string>, authorization = BASIC) =>
  sandbox.inject({ url: '/staff-accounts/token', ...form(fields, { authorization }) })

const grantOf = (code: string, verifier = VERIFIER) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: CALLBACK,
  code_verifier: verifier,
})

test('CON-1 an account is chosen without a password, and its groups are in a signed token', async () => {
  const page = await sandbox.inject({ url: `/staff-accounts/authorize?${new URLSearchParams(ASKED).toString()}` })
  expect(page.body).toContain('Agent 1')
  const back = await codeFor('staff-care-1')
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: 's', iss: 'http://localhost:3001/staff-accounts' })
  const { id_token: idToken } = (await tokenFor(grantOf(back.searchParams.get('code') ?? ''))).json<{ id_token: string }>()
  const [head = '', body = '', signature = ''] = idToken.split('.')
  const claims: unknown = JSON.parse(Buffer.from(body, 'base64url').toString())
  expect(claims).toMatchObject({ sub: 'staff-care-1', name: 'Agent 1', groups: ['care'], nonce: 'n', aud: 'guichet-console' })
  const [jwk = {}] = (await sandbox.inject('/staff-accounts/jwks')).json<{ keys: JsonWebKey[] }>().keys
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
})

test('CON-1 a code is of use once, with its verifier, and to the client only', async () => {
  const wrong = await codeFor('staff-care-1')
  expect((await tokenFor(grantOf(wrong.searchParams.get('code') ?? '', 'w'.repeat(43)))).statusCode).toBe(400)
  const code = (await codeFor('staff-care-1')).searchParams.get('code') ?? ''
  expect((await tokenFor(grantOf(code), 'Basic bm90OnJpZ2h0')).statusCode).toBe(401)
  expect((await tokenFor(grantOf(code))).statusCode).toBe(200)
  expect((await tokenFor(grantOf(code))).json()).toEqual({ error: 'invalid_grant' })
})

test('CON-1 a refresh token is of use once, and not after the sign-out', async () => {
  const code = (await codeFor('staff-viewer-1')).searchParams.get('code') ?? ''
  const first = (await tokenFor(grantOf(code))).json<{ refresh_token: string }>()
  const refresh = (token: string) => tokenFor({ grant_type: 'refresh_token', refresh_token: token })
  const second = (await refresh(first.refresh_token)).json<{ refresh_token: string }>()
  expect((await refresh(first.refresh_token)).statusCode).toBe(400)
  const out = `/staff-accounts/end-session?${new URLSearchParams({ post_logout_redirect_uri: `${CONSOLE}/signed-out` }).toString()}`
  const ended = await sandbox.inject({ url: out, headers: { cookie: 'staff-account=staff-viewer-1' } })
  expect(ended.headers.location).toBe(`${CONSOLE}/signed-out`)
  expect((await refresh(second.refresh_token)).statusCode).toBe(400)
})

test.for<[what: string, change: Record<string, string>]>([
  ['another address to come back to', { redirect_uri: 'https://evil.example/' }],
  ['another client', { client_id: 'someone-else' }],
  ['no challenge', { code_challenge: '' }],
  ['a plain challenge', { code_challenge_method: 'plain' }],
])('CON-1 the sandbox’s provider refuses %s', async ([, change]) => {
  const answer = await sandbox.inject({ url: `/staff-accounts/authorize?${new URLSearchParams({ ...ASKED, ...change }).toString()}` })
  expect(answer.statusCode).toBe(400)
})

test('CON-1 the front page names the accounts and leads to the console', async () => {
  const page = await sandbox.inject('/')
  expect(page.body).toContain(`href="${CONSOLE}"`)
  expect(page.body).toContain('Approbation 1')
})
