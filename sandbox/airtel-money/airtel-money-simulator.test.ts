import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { aSandbox } from '../testing/test-sandbox.ts'
import { CLIENT_ID, CLIENT_SECRET } from './airtel-account.ts'

const BASE = '/sandbox/airtel-money'

async function push(app: FastifyInstance, changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const payload = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET, grant_type: 'client_credentials' }
  const token = (await app.inject({ method: 'POST', url: `${BASE}/auth/oauth2/token`, payload })).json<{ access_token: string }>()
  const { msisdn = '90000001', id = 'REF2345ABCDE', amount = 1500 } = changes
  return app.inject({
    method: 'POST',
    url: `${BASE}/merchant/v2/payments/`,
    headers: { authorization: `Bearer ${token.access_token}`, 'x-country': 'NE', 'x-currency': 'XOF', ...headers },
    payload: { reference: 'Recharge', subscriber: { msisdn }, transaction: { id, amount } },
  })
}

test.for([
  ['a number with the country code', { msisdn: '22790000001' }, {}, 'ESB000036'],
  ['an amount with a fraction', { amount: 1.5 }, {}, 'DP00800001004'],
  ['an amount as text', { amount: '1500' }, {}, 'DP00800001004'],
  ['another country', {}, { 'x-country': 'XX' }, 'ROUTER006'],
  ['another currency', {}, { 'x-currency': 'XXX' }, 'ROUTER112'],
  ['a signature of nothing', {}, { 'x-signature': 'AAAA', 'x-key': 'AAAA' }, 'DP00800001026'],
] as const)('%s is refused by its code, and no phone rings', async ([, changes, headers, code]) => {
  const { app, world } = await aSandbox()
  const { status } = (await push(app, changes, headers)).json<{ status: { response_code?: string; result_code?: string } }>()
  expect(status.response_code ?? status.result_code).toBe(code)
  expect(world.prompts.of('90000001')).toEqual([])
})

test('an id is taken once, and the second one rings nothing', async () => {
  const { app, world } = await aSandbox()
  expect((await push(app)).json()).toMatchObject({ status: { success: true, response_code: 'DP00800001006' } })
  expect((await push(app)).json()).toMatchObject({ status: { success: false, result_code: 'ESB000041' } })
  expect(world.prompts.of('90000001')).toHaveLength(1)
})
