import { expect, test } from 'vitest'
import { ussdWorld, USSD_KEY } from '#tests/support/ussd-world.ts'

const BODY = new URLSearchParams({ sessionId: 's', serviceCode: '*222#', phoneNumber: '+22790000001', text: '' }).toString()
const NEXT = 'the-next-key-of-the-gateway-0123456789'

async function aGateway(env: Record<string, string>) {
  const { portal } = await ussdWorld(env)
  return async (headers: Record<string, string>, url = '/ussd/v1/session') => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await portal.app.inject({
      method: 'POST',
      url,
      remoteAddress: '127.0.0.1',
      headers: { ...type, ...headers },
      payload: BODY,
    })
    return answer.statusCode
  }
}

const basic = (password: string, user = 'gateway') => ({ authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` })

test('USSD-2 a gateway that cannot send our header sends the key as a password, and no other way counts then', async () => {
  const post = await aGateway({ USSD_KEY_IN: 'basic' })
  expect(await post(basic(USSD_KEY))).toBe(200)
  expect(await post(basic(USSD_KEY, ''))).toBe(200)
  const others: Record<string, string>[] = [
    {},
    { 'x-ussd-key': USSD_KEY },
    basic('wrong'),
    basic(`x:${USSD_KEY}`),
    { authorization: `Bearer ${USSD_KEY}` },
  ]
  for (const headers of others) expect(await post(headers)).toBe(403)
})

test('USSD-2 a gateway that can send neither has the key in the path, as a parameter of the route that logs and metrics name', async () => {
  const { portal } = await ussdWorld({ USSD_KEY_IN: 'path' })
  const post = (path: string) =>
    portal.app.inject({
      method: 'POST',
      url: `/ussd/v1/session${path}`,
      remoteAddress: '127.0.0.1',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-ussd-key': USSD_KEY },
      payload: BODY,
    })
  expect((await post(`/${USSD_KEY}`)).statusCode).toBe(200)
  expect((await post('/wrong-key-in-the-path')).statusCode).toBe(403)
  expect((await post('')).statusCode).toBe(403)
  // Log and metrics name the route of a request, never its address.
  expect(portal.app.hasRoute({ method: 'POST', url: '/ussd/v1/session/:key' })).toBe(true)
})

test('USSD-2 two keys are accepted while one is replaced', async () => {
  const post = await aGateway({ USSD_NEXT_KEY: NEXT })
  expect(await post({ 'x-ussd-key': USSD_KEY })).toBe(200)
  expect(await post({ 'x-ussd-key': NEXT })).toBe(200)
  expect(await post({ 'x-ussd-key': `${USSD_KEY}${NEXT}` })).toBe(403)
})
