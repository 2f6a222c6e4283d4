import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { productionEnvironment } from '#tests/support/production-environment.ts'
import { testPortal } from '#tests/support/test-portal.ts'

const silent = await testPortal({ env: productionEnvironment() })
const { database } = silent
const asked = await testPortal({ database, env: productionEnvironment({ OPENAPI: 'on', PUBLIC_URL: 'https://portail.example.ne' }) })
const sandbox = await testPortal({ database, env: { OPENAPI: 'off' } })

test('abuse 85 API-8 production serves no description of its calls', async () => {
  for (const url of ['/openapi.json', '/openapi.json?x=1', '/OPENAPI.JSON', '/documentation/json']) {
    const { statusCode, body } = await silent.call({ url })
    expect(statusCode, url).toBe(404)
    expect(body).not.toContain(API_PREFIX)
  }
  expect((await silent.call({ url: '/healthz' })).statusCode).toBe(200)
})

test('API-8 production describes its calls when the operator enables it', async () => {
  const document = (await asked.call({ url: '/openapi.json' })).json()
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://portail.example.ne' }] })
  expect(Object.keys(document.paths).length).toBeGreaterThan(20)
})

test('API-8 the sandbox can be set not to describe its calls', async () => {
  expect((await sandbox.call({ url: '/openapi.json' })).statusCode).toBe(404)
})
