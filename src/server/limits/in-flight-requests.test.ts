import fastify from 'fastify'
import { afterAll, expect, test, vi } from 'vitest'
import { headOf, rawConnection } from '#tests/support/listening-portal.ts'
import { shedLoad } from './load-shedding.ts'
import { observeUpstreamWait, countAsUpstreamWait } from '#outbound/upstream-wait.ts'
import { countWork, type Busy } from './in-flight-requests.ts'

const WAIT = { timeout: 10_000, interval: 20 }
const NONE = { fresh: 0, back: 0 }

function aDoor() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { wait: () => promise, open: resolve }
}

test('a request that waits for an upstream is not counted, and one that resumed is counted separately', async () => {
  const { begin, busy } = countWork()
  const outside = aDoor()
  const work = begin()
  expect(busy()).toEqual({ fresh: 1, back: 0 })
  let waiting = Promise.resolve()
  observeUpstreamWait(work, () => (waiting = countAsUpstreamWait(outside.wait)))
  expect(busy()).toEqual(NONE)
  outside.open()
  await waiting
  expect(busy()).toEqual({ fresh: 0, back: 1 })
  work.end()
  work.end()
  expect(busy()).toEqual(NONE)
})

test('a request that calls two systems at once resumes when the last of them answered', async () => {
  const { begin, busy } = countWork()
  const [first, second] = [aDoor(), aDoor()]
  const work = begin()
  let waits: Promise<void>[] = []
  observeUpstreamWait(work, () => (waits = [countAsUpstreamWait(first.wait), countAsUpstreamWait(second.wait)]))
  first.open()
  await waits[0]
  expect(busy()).toEqual(NONE)
  second.open()
  await waits[1]
  expect(busy()).toEqual({ fresh: 0, back: 1 })
})

test('a response sent before the upstream answered frees its place once, also when the upstream fails', async () => {
  const { begin, busy } = countWork()
  const work = begin()
  const outside = Promise.withResolvers<void>()
  let waiting = Promise.resolve()
  observeUpstreamWait(work, () => (waiting = countAsUpstreamWait(() => outside.promise)))
  work.end()
  expect(busy()).toEqual(NONE)
  outside.reject(new Error('no answer'))
  await expect(waiting).rejects.toThrow('no answer')
  expect(busy()).toEqual(NONE)
  // Background work of a finished request is not counted for any request.
  let later: Promise<unknown> = Promise.resolve()
  observeUpstreamWait(work, () => (later = countAsUpstreamWait(() => Promise.resolve(7))))
  expect([await later, busy()]).toEqual([7, NONE])
})

test('outside of any request, waiting has no effect', async () => {
  expect(await countAsUpstreamWait(() => Promise.resolve('here'))).toBe('here')
})

async function anApp() {
  const app = fastify()
  afterAll(() => app.close())
  let seen: Busy = NONE
  const isHigh = (busy: Busy) => {
    seen = busy
    return false
  }
  const { isShedding } = shedLoad(app, { pressure: { isHigh }, words: async (kind) => kind, onShed: () => {} })
  const busy = () => {
    isShedding()
    return seen
  }
  return { app, busy, listen: async () => Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port) }
}

test('a page whose own calls wait for an upstream counts as waiting', async () => {
  const { app, busy, listen } = await anApp()
  const outside = aDoor()
  app.get('/call', () => countAsUpstreamWait(outside.wait).then(() => 'answered'))
  app.get('/page', async () => (await app.inject({ url: '/call' })).body)
  const port = await listen()
  const visitors = [1, 2, 3].map(() => rawConnection(port, headOf({ method: 'GET', path: '/page' })))
  await vi.waitFor(async () => {
    expect(await new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))).toBe(3)
    expect(busy()).toEqual(NONE)
  }, WAIT)
  outside.open()
  await vi.waitFor(() => expect(visitors.every((each) => each.received().includes('answered'))).toBe(true), WAIT)
  expect(busy()).toEqual(NONE)
})

test('F60 a request whose client leaves is counted while its work goes on, and no longer', async () => {
  const { app, busy, listen } = await anApp()
  const work = aDoor()
  app.get('/slow', () => work.wait().then(() => 'done'))
  const caller = rawConnection(await listen(), headOf({ method: 'GET', path: '/slow' }))
  await vi.waitFor(() => expect(busy()).toEqual({ fresh: 1, back: 0 }), WAIT)
  caller.socket.resetAndDestroy()
  await vi.waitFor(() => expect(caller.isClosed()).toBe(true), WAIT)
  expect(busy()).toEqual({ fresh: 1, back: 0 })
  work.open()
  await vi.waitFor(() => expect(busy()).toEqual(NONE), WAIT)
})

test('F60 a response that its client does not read takes no place', async () => {
  const { app, busy, listen } = await anApp()
  let sent = 0
  app.addHook('onSend', (_request, _reply, _payload, done) => {
    sent += 1
    done()
  })
  app.get('/large', async (_request, reply) => reply.send(Buffer.alloc(50_000_000)))
  const caller = rawConnection(await listen(), headOf({ method: 'GET', path: '/large' }))
  caller.socket.pause()
  await vi.waitFor(() => expect(sent).toBe(1), WAIT)
  expect(caller.isClosed()).toBe(false)
  expect(busy()).toEqual(NONE)
})
