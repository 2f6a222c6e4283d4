import { expect, test } from 'vitest'
import { aListeningSandbox, aReceiver, aSandbox, sendSmsUrl } from '../testing/test-sandbox.ts'
import { operation, type Simulator } from './simulator.ts'

const FINAL = { 'dlr-mask': '1' }

test('a scripted status and body replace the simulator, which does nothing', async () => {
  const { app, world } = await aSandbox()
  world.faults.add({ face: 'sms', do: { status: 503, body: { reason: 'maintenance' } } })
  const answer = await app.inject(sendSmsUrl())
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({ reason: 'maintenance' })
  expect(world.inbox.of('90000001')).toEqual([])
})

test('a body that is a text goes out as it is', async () => {
  const { app, world } = await aSandbox()
  world.faults.add({ face: 'sms', do: { body: '<html>Bad gateway</html>', contentType: 'text/html' } })
  const answer = await app.inject(sendSmsUrl())
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([200, 'text/html', '<html>Bad gateway</html>'])
})

test('a dropped response: the effect happens, the client receives nothing', async () => {
  const { url, world } = await aListeningSandbox()
  world.faults.add({ face: 'sms', times: 1, do: { dropAnswer: true } })
  await expect(fetch(url + sendSmsUrl())).rejects.toThrow()
  expect(world.inbox.of('90000001')).toHaveLength(1)
  expect((await fetch(url + sendSmsUrl())).status).toBe(202)
})

test('a dropped request: nothing happens, the client receives nothing', async () => {
  const { url, world } = await aListeningSandbox()
  world.faults.add({ face: 'sms', times: 1, do: { dropRequest: true } })
  await expect(fetch(url + sendSmsUrl())).rejects.toThrow()
  expect(world.inbox.of('90000001')).toEqual([])
})

test('a delayed answer: the effect happens at once, the answer waits by the sandbox’s clock', async () => {
  const { app, world } = await aSandbox()
  world.faults.add({ face: 'sms', do: { delayMs: 45_000 } })
  let isAnswered = false
  const asking = app.inject(sendSmsUrl()).then((answer) => {
    isAnswered = true
    return answer
  })
  await expect.poll(() => world.inbox.of('90000001').length).toBe(1)
  expect(isAnswered).toBe(false)
  await world.scheduler.advance(45_000)
  expect((await asking).statusCode).toBe(202)
})

test('a short delay passes by itself', async () => {
  const { app, world } = await aSandbox()
  world.faults.add({ face: 'sms', do: { delayMs: 60 } })
  const begun = performance.now()
  await app.inject(sendSmsUrl())
  expect(performance.now() - begun).toBeGreaterThan(50)
})

test('webhooks can be withheld', async () => {
  const { app, world } = await aSandbox()
  const receiver = await aReceiver()
  world.faults.add({ face: 'sms', do: { noNotice: true } })
  await app.inject(sendSmsUrl({ ...FINAL, 'dlr-url': receiver.url }))
  await world.scheduler.advance(60_000)
  expect(receiver.requests).toEqual([])
})

test('webhooks can be sent several times', async () => {
  const { app, world } = await aSandbox()
  const receiver = await aReceiver()
  world.faults.add({ face: 'sms', do: { duplicateNotices: 4 } })
  await app.inject(sendSmsUrl({ ...FINAL, 'dlr-url': receiver.url }))
  await world.scheduler.advance(60_000)
  expect(receiver.requests).toHaveLength(5)
})

test('a webhook can arrive before the response', async () => {
  const { app, world } = await aSandbox()
  const receiver = await aReceiver()
  world.faults.add({ face: 'sms', do: { noticeFirst: true } })
  await app.inject(sendSmsUrl({ ...FINAL, 'dlr-url': receiver.url }))
  expect(receiver.requests).toHaveLength(1)
})

test('times counts down, and the first matching rule wins', async () => {
  const { app, world } = await aSandbox()
  world.faults.add({ face: 'sms', times: 2, do: { status: 500 } })
  world.faults.add({ face: 'sms', do: { status: 503 } })
  const statuses = []
  for (let turn = 0; turn < 3; turn += 1) statuses.push((await app.inject(sendSmsUrl())).statusCode)
  expect(statuses).toEqual([500, 500, 503])
})

test('a rule that names a field matches only requests with exactly that text', async () => {
  const { app, world } = await aSandbox()
  world.faults.add({ face: 'sms', match: { to: '22790000002' }, do: { status: 500 } })
  expect((await app.inject(sendSmsUrl({ to: '22790000001' }))).statusCode).toBe(202)
  expect((await app.inject(sendSmsUrl({ to: '22790000002' }))).statusCode).toBe(500)
})

test('a rule for another simulator or operation does not match', async () => {
  const { app, world } = await aSandbox()
  world.faults.add({ face: 'paystack', do: { status: 500 } })
  world.faults.add({ face: 'sms', operation: 'sendsms-post', do: { status: 500 } })
  expect((await app.inject(sendSmsUrl())).statusCode).toBe(202)
})

const echoSimulator: Simulator = {
  name: 'money',
  title: 'Echo',
  about: { fr: '', en: '' },
  path: '/echo',
  register(app) {
    app.post('/echo', operation('echo'), (request, reply) => reply.send(request.body))
  },
}

test('fields of the body are reached by dots', async () => {
  const { app, world } = await aSandbox({ simulators: [echoSimulator] })
  world.faults.add({ face: 'money', operation: 'echo', match: { 'payer.party.0.id': '7' }, do: { status: 409 } })
  const send = (id: number) => app.inject({ method: 'POST', url: '/echo', payload: { payer: { party: [{ id }] } } })
  expect((await send(7)).statusCode).toBe(409)
  expect((await send(8)).json()).toEqual({ payer: { party: [{ id: 8 }] } })
})

test('a simulator with a route without an operation does not start', async () => {
  const nameless: Simulator = { ...echoSimulator, register: (app) => void app.get('/echo', async () => 'x') }
  await expect(aSandbox({ simulators: [nameless] })).rejects.toThrow(/names no operation/)
})

test('the buttons of the pages make a simulator slow, down or failing, and normal again', async () => {
  const { app, world } = await aSandbox()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const press = (mood: string) =>
    app.inject({
      method: 'POST',
      url: '/actions/network',
      headers,
      payload: new URLSearchParams({ face: 'all', mood, back: '/?lang=en' }).toString(),
    })
  expect((await press('error')).headers.location).toBe('/?lang=en')
  expect((await app.inject(sendSmsUrl())).statusCode).toBe(500)
  await press('slow')
  expect(world.faults.moodOf('sms')).toBe('slow')
  await press('normal')
  expect(world.faults.all()).toEqual([])
})
