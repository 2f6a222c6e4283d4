import { expect, test } from 'vitest'
import { aFolder, aListeningSandbox, aReceiver, aSandbox, sendSmsUrl, type Receiver } from '../testing/test-sandbox.ts'

const MASK_ALL = '31'

const reportUrl = (receiver: Receiver) => `${receiver.url}/dlr?type=%d&ref=otp1&answer=%A&id=%F&at=%t&smsc=%i&phone=%p&sender=%P&again=%Q`
const typesSeen = (receiver: Receiver) => receiver.requests.map(({ url }) => new URL(url, receiver.url).searchParams.get('type'))

test.for([
  { name: 'a good request', changes: {}, status: 202, text: '0: Accepted for delivery' },
  { name: 'a wrong password', changes: { password: 'guess' }, status: 403, text: 'Authorization failed for sendsms' },
  { name: 'an unknown user', changes: { username: 'nobody' }, status: 403, text: 'Authorization failed for sendsms' },
  { name: 'no receiver', changes: { to: undefined }, status: 400, text: 'Missing receiver number, rejected' },
  { name: 'an empty receiver', changes: { to: '' }, status: 400, text: 'Empty receiver number not allowed, rejected' },
  {
    name: 'letters as receiver',
    changes: { to: 'amina' },
    status: 400,
    text: 'Number(s) has/have been denied by white- and/or black-lists.',
  },
  { name: 'an empty text', changes: { text: '' }, status: 202, text: '0: Accepted for delivery' },
  {
    name: 'a wrong password and no receiver',
    changes: { password: 'x', to: undefined },
    status: 403,
    text: 'Authorization failed for sendsms',
  },
])('$name is answered $status', async ({ changes, status, text }) => {
  const { app } = await aSandbox()
  const answer = await app.inject(sendSmsUrl(changes))
  expect([answer.statusCode, answer.body]).toEqual([status, text])
})

test('a posted form is refused with 400', async () => {
  const { app } = await aSandbox()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await app.inject({ method: 'POST', url: '/cgi-bin/sendsms', headers, payload: 'username=guichet&to=22790000001' })
  expect(answer.statusCode).toBe(400)
})

test('the message lands in the inbox of the national number', async () => {
  const { app } = await aSandbox()
  await app.inject(sendSmsUrl({ to: '22790000001', text: 'Votre code : 482913.' }))
  const inbox = await app.inject('/control/sms/90000001')
  expect(inbox.json()).toEqual([{ at: expect.any(String), from: '300', text: 'Votre code : 482913.', parts: 1 }])
})

test.for([
  { name: 'the alphabet of GSM arrives whole', changes: { text: 'à é è ù £ @ € []' }, seen: 'à é è ù £ @ € []' },
  { name: 'ô and ê become ?, ç becomes Ç', changes: { text: 'reçu, bientôt, même' }, seen: 'reÇu, bient?t, m?me' },
  { name: 'unicode arrives whole with coding=2', changes: { text: 'reçu, bientôt', coding: '2' }, seen: 'reçu, bientôt' },
  { name: 'F71 a long message arrives whole', changes: { text: 'a'.repeat(200) }, seen: 'a'.repeat(200), parts: 2 },
  { name: 'what does not fit three SMS is cut', changes: { text: 'a'.repeat(500) }, seen: 'a'.repeat(459), parts: 3 },
  { name: 'a sign of the extension counts twice', changes: { text: '€'.repeat(300) }, seen: '€'.repeat(228), parts: 3 },
  { name: 'unicode is cut at three times 67', changes: { text: 'ô'.repeat(300), coding: '2' }, seen: 'ô'.repeat(201), parts: 3 },
])('$name', async ({ changes, seen, parts = 1 }) => {
  const { app, world } = await aSandbox()
  await app.inject(sendSmsUrl(changes))
  expect(world.inbox.of('90000001')[0]).toMatchObject({ text: seen, parts })
})

test('text in another charset is read by it', async () => {
  const { app, world } = await aSandbox()
  await app.inject(sendSmsUrl({ charset: 'ISO-8859-1', text: undefined }) + '&text=cr%E9dit')
  expect(world.inbox.of('90000001')[0]?.text).toBe('crédit')
})

test('reports come in order, accepted then delivered, with every code filled in', async () => {
  const { app } = await aSandbox()
  const receiver = await aReceiver()
  await app.inject(sendSmsUrl({ 'dlr-mask': MASK_ALL, 'dlr-url': reportUrl(receiver) }))
  await expect.poll(() => typesSeen(receiver)).toEqual(['8', '1'])
  const { method, url } = receiver.requests[1] ?? { method: '', url: '' }
  expect(method).toBe('GET')
  expect(Object.fromEntries(new URL(url, receiver.url).searchParams)).toEqual({
    type: '1',
    ref: 'otp1',
    answer: 'stat:DELIVRD err:000',
    id: expect.stringMatching(/^[0-9a-f]+$/),
    at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
    smsc: 'sandbox',
    phone: '22790000001',
    sender: '300',
    again: '300',
  })
})

test.for([
  ['1', ['1']],
  ['8', ['8']],
  ['27', ['8', '1']],
] as const)('with dlr-mask %s the reports are %s', async ([mask, types]) => {
  const { app, world } = await aSandbox()
  const receiver = await aReceiver()
  await app.inject(sendSmsUrl({ 'dlr-mask': mask, 'dlr-url': reportUrl(receiver) }))
  await world.scheduler.advance(60_000)
  expect(typesSeen(receiver)).toEqual(types)
})

test('without a mask nothing is reported', async () => {
  const { app, world } = await aSandbox()
  const receiver = await aReceiver()
  await app.inject(sendSmsUrl({ 'dlr-url': reportUrl(receiver) }))
  await world.scheduler.advance(60_000)
  expect(receiver.requests).toEqual([])
})

test('a report whose receiver fails is retried, and the next report waits for it', async () => {
  const { app, world } = await aSandbox()
  const receiver = await aReceiver([500, 503])
  await app.inject(sendSmsUrl({ 'dlr-mask': MASK_ALL, 'dlr-url': reportUrl(receiver) }))
  await world.scheduler.advance(60_000)
  expect(typesSeen(receiver)).toEqual(['8', '8', '8', '1'])
})

test('a receiver that never answers well is given up after three repeats', async () => {
  const { app, world } = await aSandbox()
  const receiver = await aReceiver(Array.from({ length: 20 }, () => 500))
  await app.inject(sendSmsUrl({ 'dlr-mask': '1', 'dlr-url': reportUrl(receiver) }))
  await world.scheduler.advance(600_000)
  expect(receiver.requests).toHaveLength(4)
})

test('a report never leaves this computer', async () => {
  const { app, world } = await aSandbox()
  await app.inject(sendSmsUrl({ 'dlr-mask': MASK_ALL, 'dlr-url': 'http://example.com/dlr?type=%d' }))
  await world.scheduler.advance(60_000)
  expect(world.notices.recent().map(({ outcome }) => outcome)).toEqual([
    'refused: not a loopback address',
    'refused: not a loopback address',
  ])
})

test('a message to a number of another operator is not delivered, and the report says so', async () => {
  const { app, world } = await aSandbox()
  const receiver = await aReceiver()
  const answer = await app.inject(sendSmsUrl({ to: '22720123456', 'dlr-mask': MASK_ALL, 'dlr-url': reportUrl(receiver) }))
  await world.scheduler.advance(60_000)
  expect(answer.statusCode).toBe(202)
  expect(typesSeen(receiver)).toEqual(['16'])
  expect(receiver.requests[0]?.url).toContain(encodeURIComponent('NACK/0x0000000b/Invalid Destination Address'))
  expect(world.inbox.of('20123456')).toEqual([])
})

test('without a link to the network the message is queued and arrives late', async () => {
  const { app, world } = await aSandbox()
  world.faults.add({ face: 'sms', do: { lateMs: 180_000 } })
  const answer = await app.inject(sendSmsUrl({ validity: '5' }))
  expect([answer.statusCode, answer.body]).toEqual([202, '3: Queued for later delivery'])
  await world.scheduler.advance(170_000)
  expect(world.inbox.of('90000001')).toEqual([])
  await world.scheduler.advance(20_000)
  expect(world.inbox.of('90000001')).toHaveLength(1)
})

test('a message that is queued beyond its validity is not sent late, and is reported as refused', async () => {
  const { app, world } = await aSandbox()
  const receiver = await aReceiver()
  world.faults.add({ face: 'sms', do: { lateMs: 600_000 } })
  await app.inject(sendSmsUrl({ validity: '1', 'dlr-mask': MASK_ALL, 'dlr-url': reportUrl(receiver) }))
  await world.scheduler.advance(1_200_000)
  expect(world.inbox.of('90000001')).toEqual([])
  expect(typesSeen(receiver)).toEqual(['16'])
})

test('reports that were due when the program was killed are sent by the next one', async () => {
  const folder = aFolder()
  const receiver = await aReceiver()
  const first = await aListeningSandbox({ folder })
  await fetch(first.url + sendSmsUrl({ 'dlr-mask': '1', 'dlr-url': reportUrl(receiver) }))
  await first.app.close()
  expect(receiver.requests).toEqual([])
  await aSandbox({ folder })
  await expect.poll(() => typesSeen(receiver)).toEqual(['1'])
})
