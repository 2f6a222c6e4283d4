import { beforeEach, expect, test, vi } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { listeningPortal, headOf, measurePageViews, rawConnection } from '#tests/support/listening-portal.ts'
import type { Busy } from '../limits/in-flight-requests.ts'

const LINE_TYPE = `${API_PREFIX}/subscriber/line-type`
const PURCHASE = `${API_PREFIX}/transaction/v1/purchase`
const ASKED = JSON.stringify({ msisdn: '90000001' })
const WAIT = { timeout: 15_000, interval: 50 }

/** How busy the portal was when it last admitted a request. */
let busy: Busy = { fresh: 0, back: 0 }
const world = await listeningPortal({
  pressure: {
    isHigh(seen: Busy) {
      busy = seen
      return seen.fresh >= 120
    },
  },
})
const { port, origin } = world

beforeEach(() => vi.waitUntil(async () => (await world.connections()) < 20, WAIT))

const open = (count: number) => vi.waitFor(async () => expect(await world.connections()).toBeGreaterThanOrEqual(count), WAIT)
const callHead = (length: number, headers = {}) => headOf({ path: LINE_TYPE, length, headers })
const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
const answerOf = async (caller: ReturnType<typeof rawConnection>, answers = 1) => {
  await vi.waitFor(() => expect(statusesIn(caller.received()).length).toBeGreaterThanOrEqual(answers), WAIT)
  return statusesIn(caller.received())
}
const buy = () =>
  fetch(`${origin}${PURCHASE}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ kind: 'airtime', msisdn: '90000001', amount: 500, redirectPage: '/prepaid-recharge' }),
  })

/** No request has a place any more. */
async function expectNobodyInFlight() {
  await vi.waitFor(async () => {
    expect((await fetch(`${origin}/about`, { headers: { cookie: 'sid=x' } })).status).toBe(200)
    expect(busy).toEqual({ fresh: 0, back: 0 })
  }, WAIT)
}

test('F60 130 bodies that arrive byte by byte leave 200 page views and a purchase alone', async () => {
  const before = await measurePageViews(origin, 200)
  for (let each = 0; each < 130; each += 1) rawConnection(port, callHead(400)).sendSlowly('{'.padEnd(400), 1_000)
  await open(130)
  const during = await measurePageViews(origin, 200)
  expect((await buy()).status).toBe(200)
  expect(during).toMatchObject({ served: 200, shed: 0 })
  // A busy machine makes both slow; the slow bodies must not add to that.
  expect(during.p95).toBeLessThan(3 * before.p95 + 3_000)
})

test('F60 abuse 15 slow bodies and slow heads are cut within 15 s, with 408, and no other is affected', { timeout: 40_000 }, async () => {
  const began = performance.now()
  const bodies = Array.from({ length: 20 }, () => rawConnection(port, callHead(400)))
  const forms = Array.from({ length: 20 }, () =>
    rawConnection(port, headOf({ path: '/feedback', length: 400, headers: { 'content-type': 'application/x-www-form-urlencoded' } })),
  )
  const heads = Array.from({ length: 20 }, () => rawConnection(port, `GET /about HTTP/1.1\r\nhost: x\r\nx-long: `))
  const silent = Array.from({ length: 20 }, () => rawConnection(port))
  for (const each of [...bodies, ...forms, ...heads]) each.sendSlowly('a'.repeat(400), 1_000)
  await open(80)
  expect(await measurePageViews(origin, 200)).toMatchObject({ served: 200, shed: 0 })
  const all = [...bodies, ...forms, ...heads, ...silent]
  await vi.waitFor(() => expect(all.filter((each) => !each.isClosed())).toEqual([]), { timeout: 20_000 })
  expect(performance.now() - began).toBeLessThan(15_000)
  expect(new Set(all.map((each) => statusesIn(each.received()).join()))).toEqual(new Set(['408']))
  expect(bodies[0]?.received()).toContain('"code":"too-slow"')
  await expectNobodyInFlight()
})

test('F60 a body sent in two halves with a pause between them is one body', async () => {
  const call = rawConnection(port, callHead(ASKED.length) + ASKED.slice(0, 9))
  const form = headOf({ path: '/feedback', length: 11, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  const page = rawConnection(port, `${form}words=`)
  expect(await measurePageViews(origin, 50)).toMatchObject({ served: 50, shed: 0 })
  expect([call.received(), page.received()]).toEqual(['', ''])
  call.socket.write(ASKED.slice(9))
  page.socket.write('hello')
  expect(await answerOf(call)).toEqual([200])
  expect(await answerOf(page)).toEqual([200])
  expect(page.received()).toContain('words=hello')
})

test('F60 bytes after the declared end of a body are no request, and take no place', async () => {
  const caller = rawConnection(port, `${callHead(ASKED.length)}${ASKED}and more of it\r\n\r\n`)
  await vi.waitFor(() => expect(caller.isClosed()).toBe(true), WAIT)
  expect(statusesIn(caller.received()).every((status) => status === 200 || status === 400)).toBe(true)
  await expectNobodyInFlight()
})

test('F60 aborted uploads free their memory and places', async () => {
  const callers = Array.from({ length: 130 }, () => rawConnection(port, `${callHead(400)}{"msisdn":`))
  await open(130)
  for (const { socket } of callers) socket.resetAndDestroy()
  await vi.waitFor(async () => expect(await world.connections()).toBeLessThan(20), WAIT)
  await expectNobodyInFlight()
})

test('F60 pipelined requests are answered in order and leave nothing behind', async () => {
  const call = `${callHead(ASKED.length)}${ASKED}`
  const page = headOf({ method: 'GET', path: '/about', headers: { cookie: 'sid=x' } })
  const caller = rawConnection(port, `${call}${page}${call}${headOf({ method: 'GET', path: `${API_PREFIX}/no/such/call` })}`)
  expect(await answerOf(caller, 4)).toEqual([200, 200, 200, 404])
  await expectNobodyInFlight()
})

test('F60 a client that asks before sending a body receives 100 Continue', async () => {
  const caller = rawConnection(port, callHead(ASKED.length, { expect: '100-continue' }))
  expect(await answerOf(caller)).toEqual([100])
  caller.socket.write(ASKED)
  expect(await answerOf(caller, 2)).toEqual([100, 200])
})

test.for([
  ['that says so', { 'content-length': String(5_000_000) }, (piece: string) => piece],
  ['in pieces', { 'transfer-encoding': 'chunked' }, (piece: string) => `${piece.length.toString(16)}\r\n${piece}\r\n`],
] as const)('F17 a body of 5 MB %s is refused before it has arrived, and its sender gets the reason', async ([, headers, framed]) => {
  const caller = rawConnection(port, headOf({ path: LINE_TYPE, headers }))
  const piece = 'x'.repeat(100_000)
  for (let sent = 0; sent < 50; sent += 1) {
    if (!caller.socket.write(framed(piece))) await new Promise((resolve) => caller.socket.once('drain', resolve))
  }
  if (framed('a') !== 'a') caller.socket.write('0\r\n\r\n')
  expect(await answerOf(caller)).toEqual([413])
  // The connection can be used again.
  caller.socket.write(`${callHead(ASKED.length)}${ASKED}`)
  expect(await answerOf(caller, 2)).toEqual([413, 200])
})
