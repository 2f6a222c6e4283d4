import { expect, test } from 'vitest'
import { aReceiver, aSandbox } from '../testing/test-sandbox.ts'
import { NO_SUCH_CODE, createUssdDialler } from './ussd-dialler.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

async function aNetwork(text: string, answers: number[] = []) {
  const portal = await aReceiver(answers, text)
  return { portal, dialler: createUssdDialler({ portalUrl: portal.url, code: '*222#', key: 'sandbox-ussd' }) }
}

test('USSD-2 a dialled code is posted as aggregators do: session, number, all answers so far, and the key', async () => {
  const { portal, dialler } = await aNetwork('CON Menu\n1 Un')
  await dialler.dial('90000001', '*222#')
  expect(dialler.screenOf('90000001')).toEqual({ text: 'Menu\n1 Un', isOpen: true })
  await dialler.answer('90000001', '1')
  await dialler.answer('90000001', '500')
  const bodies = portal.requests.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
  expect(bodies.map(({ text }) => text)).toEqual(['', '1', '1*500'])
  expect(new Set(bodies.map(({ sessionId }) => sessionId)).size).toBe(1)
  expect(bodies[0]).toMatchObject({ phoneNumber: '+22790000001', serviceCode: '*222#' })
  expect(portal.requests[0]).toMatchObject({ method: 'POST', url: '/ussd/v1/session', headers: { 'x-ussd-key': 'sandbox-ussd' } })
})

test('USSD-2 a code with answers in it is dialled at once; another network’s code is unknown here', async () => {
  const { portal, dialler } = await aNetwork('END Fini')
  await dialler.dial('90000001', '*222*1*2#')
  expect(new URLSearchParams(portal.requests[0]?.body).get('text')).toBe('1*2')
  expect(dialler.screenOf('90000001')).toEqual({ text: 'Fini', isOpen: false })
  for (const other of ['*145#', '*2221#', '222', '*222', '*222*<b>#', `*222*${'1'.repeat(100)}#`]) {
    await dialler.dial('90000001', other)
    expect(dialler.screenOf('90000001')).toEqual({ text: NO_SUCH_CODE, isOpen: false })
  }
  expect(portal.requests).toHaveLength(1)
})

test('USSD-9 a failed or malformed response of the portal is a connection problem on the phone', async () => {
  for (const [text, status] of [
    ['CON Menu', 503],
    ['<html>', 200],
  ] as const) {
    const { dialler } = await aNetwork(text, [status])
    await dialler.dial('90000001', '*222#')
    expect(dialler.screenOf('90000001')).toEqual({ text: NO_SUCH_CODE, isOpen: false })
  }
})

test('the test phone has a keypad; network messages are shown as text', async () => {
  const portal = await aReceiver([], 'CON <b>Menu</b>')
  const { app } = await aSandbox({ portalUrl: portal.url })
  const post = (path: string, fields: Record<string, string>) =>
    app.inject({ method: 'POST', url: `/handset/90000001/${path}`, headers: form, payload: new URLSearchParams(fields).toString() })
  const back = '/handset/90000001?tab=dial'
  expect((await app.inject(back)).body).toContain('value="*222#"')
  expect((await post('dial', { dialled: '*222#', back })).headers.location).toBe(back)
  expect((await app.inject(back)).body).toContain('&lt;b&gt;Menu&lt;/b&gt;')
  await post('ussd', { press: 'close', back })
  expect((await app.inject(back)).body).not.toContain('Menu')
})
