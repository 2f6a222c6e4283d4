import { expect, test } from 'vitest'
import { API_PREFIX } from '#shared/endpoint.ts'
import { productionEnvironment } from '#tests/support/production-environment.ts'
import { testPortal } from '#tests/support/test-portal.ts'

test('abuse 85 API-8 production describes its calls to nobody', async () => {
  const portal = await testPortal({ env: productionEnvironment() })
  for (const url of ['/openapi.json', '/openapi.json?x=1', '/OPENAPI.JSON', '/documentation/json']) {
    const { statusCode, body } = await portal.call({ url })
    expect(statusCode, url).toBe(404)
    expect(body).not.toContain(API_PREFIX)
  }
  expect((await portal.call({ url: '/healthz' })).statusCode).toBe(200)
})

test('API-8 production describes its calls when the operator asks for it', async () => {
  const portal = await testPortal({ env: productionEnvironment({ OPENAPI: 'on', PUBLIC_URL: 'https://portail.operator.ne' }) })
  const document = (await portal.call({ url: '/openapi.json' })).json()
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://portail.operator.ne' }] })
  expect(Object.keys(document.paths).length).toBeGreaterThan(20)
})

test('API-8 the sandbox may be told to keep its calls to itself', async () => {
  const portal = await testPortal({ env: { OPENAPI: 'off' } })
  expect((await portal.call({ url: '/openapi.json' })).statusCode).toBe(404)
})
