import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { readSettings } from '#settings/settings.ts'
import { productionEnvironment } from '#tests/support/production-environment.ts'
import { testPortal } from '#tests/support/test-portal.ts'
import { callHeaders, environmentKeys } from './environment-keys.ts'

const KEYS = { TEST_API_KEY: 'key-of-test', PRODUCTION_API_KEY: 'key-of-production' }
const sandbox = await testPortal({ env: KEYS })
const production = await testPortal({
  env: productionEnvironment({ ...KEYS, PUBLIC_URL: 'https://portal.example.ne', PRIVATE_ADDRESSES: '' }),
})
const PORTALS = { sandbox, production }
const ADDRESS = { sandbox: {}, production: { host: 'portal.example.ne', origin: 'https://portal.example.ne' } }

function ask(where: keyof typeof PORTALS, headers: Record<string, string>, url = 'visit/v1/prefill') {
  return PORTALS[where].call({
    method: 'POST',
    url: `${API_PREFIX}/${url}`,
    headers: { 'content-type': 'application/json', lang: 'en', ...ADDRESS[where], ...headers },
    payload: { type: 'prepaid', msisdn: '90000001' },
  })
}

test.for([
  ['production', 'x-api-key', 'key-of-test'],
  ['production', 'x-api-key', 'of-a-proxy, key-of-test'],
  ['production', 'x-service-id', 'CWAAA-TEST'],
  ['production', 'x-run-mode', 'test'],
  ['production', 'x-run-mode', 'TEST'],
  ['production', 'x-run-mode', 'production, test'],
  ['sandbox', 'x-api-key', 'key-of-production'],
  ['sandbox', 'x-service-id', 'CWAAA'],
  ['sandbox', 'x-run-mode', 'production'],
  ['sandbox', 'x-run-mode', 'staging'],
] as const)('KEYS-1 %s refuses a call whose %s is of the other environment: %s', async ([where, header, value]) => {
  const answer = await ask(where, { [header]: value })
  expect(answer.json()).toMatchObject({ status: 'failure', statusCode: 4032, code: 'other-world' })
  expect(answer.statusCode).toBe(403)
  expect(answer.cookies).toEqual([])
})

test.for(['sandbox', 'production'] as const)('KEYS-1 %s accepts its own headers, no headers, and an unknown key', async (where) => {
  const { callers } = readSettings(KEYS)
  const own = callHeaders(environmentKeys({ isProduction: where === 'production', callers }), { appVersion: '1', operatorCode: 'NE' })
  const tried: Record<string, string>[] = [{ ...own }, {}, { 'x-api-key': 'of-a-proxy' }, { 'x-api-key': '' }, { 'x-service-id': ',' }]
  for (const headers of tried) expect((await ask(where, headers)).json()).toMatchObject({ status: 'success' })
})

test('KEYS-1 a call from the other environment to a path that does not exist is not answered as if it were ours', async () => {
  expect((await ask('production', { 'x-run-mode': 'test' }, 'no/such/call')).json()).toMatchObject({ code: 'other-world' })
})

test('KEYS-1 health and readiness are open to every probe', async () => {
  const headers = { 'x-run-mode': 'test', 'x-api-key': 'key-of-test' }
  expect((await production.call({ url: '/healthz', headers })).statusCode).toBe(200)
})

test.for([
  { TEST_API_KEY: 'one-key', PRODUCTION_API_KEY: 'one-key' },
  { TEST_SERVICE_ID: 'CWAAA' },
  { TEST_API_KEY: 'with a space' },
  { PRODUCTION_API_KEY: 'two,keys' },
])('KEYS-1 the portal does not start where test and production could be confused: %o', (env) => {
  expect(() => readSettings(env)).toThrow(/_API_KEY|_SERVICE_ID/)
})

test('KEYS-1 each installation creates its own keys for encrypted values', async () => {
  const [one, other] = await Promise.all([sandbox.sealing.offer(), production.sealing.offer()])
  expect(one.key).not.toBe(other.key)
})
