import { createServer, type RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { listeningPortal, headOf, measurePageViews } from '#tests/support/listening-portal.ts'
import { servePipelinesInTurn, type PipelineLimits } from './pipelined-requests.ts'

const WAIT = { timeout: 20_000, interval: 20 }
/** More than the buffers of both ends hold. */
const LONG_ANSWER = Buffer.alloc(16 * 1024 * 1024, 'x')

async function aServer(limits: Partial<PipelineLimits>, serve: RequestListener) {
  let [begun, cuts] = [0, 0]
  const count: RequestListener = (request, response) => {
    begun += 1
    serve(request, response)
  }
  const server = createServer(servePipelinesInTurn(count, { onCut: () => (cuts += 1), ...limits }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close().closeAllConnections())
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const open = () => new Promise<number>((resolve) => server.getConnections((_error, number) => resolve(number)))
  return { port, open, begun: () => begun, cuts: () => cuts }
}

/** A client that sends all its requests and reads nothing. */
function deafCaller(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  socket.on('error', () => {})
  socket.write(text)
  onTestFinished(() => void socket.destroy())
  return socket
}

const ask = (path: string) => headOf({ method: 'GET', path })

test('abuse 90 a connection with too many pipelined requests is cut at once, and one of them was begun', async () => {
  const { port, open, begun, cuts } = await aServer({}, (_request, response) => void response.end(LONG_ANSWER))
  deafCaller(port, ask('/').repeat(200))
  await vi.waitFor(async () => expect([cuts(), await open()]).toEqual([1, 0]), WAIT)
  expect(begun()).toBe(1)
})

test('abuse 90 the next response is begun when the network has taken the one before; unread, the connection is cut', async () => {
  const { port, open, begun, cuts } = await aServer({ unreadMs: 300 }, (_request, response) => void response.end(LONG_ANSWER))
  const caller = deafCaller(port, ask('/').repeat(5))
  await vi.waitFor(() => expect(begun()).toBe(1), WAIT)
  await pause(100)
  expect([begun(), caller.destroyed]).toEqual([1, false])
  await vi.waitFor(async () => expect([begun(), cuts(), await open()]).toEqual([1, 1, 0]), WAIT)
})

test('abuse 90 pipelined requests that are read are answered in order, however long the first one takes', async () => {
  const { port, cuts } = await aServer({ unreadMs: 100 }, (request, response) => {
    setTimeout(() => response.end(request.url), request.url === '/first' ? 400 : 0)
  })
  const paths = ['/first', '/second', '/third', '/fourth']
  const caller = connect(port, '127.0.0.1')
  onTestFinished(() => void caller.destroy())
  let received = ''
  caller.on('data', (chunk: Buffer) => (received += chunk.toString()))
  caller.write(paths.map(ask).join(''))
  await vi.waitFor(() => expect(received.match(/\/[a-z]+$|\/[a-z]+(?=HTTP)/gm)).toEqual(paths), WAIT)
  expect(cuts()).toBe(0)
})

test('abuse 90 the waiting requests of a client that disconnects are dropped', async () => {
  const { port, open, begun } = await aServer({}, () => {})
  const caller = deafCaller(port, ask('/').repeat(4))
  await vi.waitFor(() => expect(begun()).toBe(1), WAIT)
  caller.destroy()
  await vi.waitFor(async () => expect(await open()).toBe(0), WAIT)
  await pause(50)
  expect(begun()).toBe(1)
})

test.each([
  ['a page that is given again before the framework', {}],
  ['a page that the framework gives', { cookie: `sid=${'v'.repeat(22)}` }],
])(
  'abuse 90 60 connections with 200 unread requests each are cut within 10 s, others are served: %s',
  { timeout: 60_000 },
  async (_what, headers) => {
    const { portal, origin, port, connections } = await listeningPortal()
    const figure = async (name: string) => {
      const values = (await portal.metrics.text()).matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)$`, 'gm'))
      return [...values].reduce((sum, [, value]) => sum + Number(value), 0)
    }
    await fetch(`${origin}/gethelp`)
    await measurePageViews(origin, 1)
    const answersBefore = await figure('guichet_request_seconds_count')
    const began = performance.now()
    const page = headOf({ method: 'GET', path: '/gethelp', headers })
    for (let each = 0; each < 60; each += 1) deafCaller(port, page.repeat(200))
    const views = await measurePageViews(origin, 50)
    await vi.waitFor(async () => expect(await figure('guichet_cut_requests_total')).toBe(60), WAIT)
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(views).toMatchObject({ served: 50, shed: 0 })
    // One response was rendered for each, and one for each control request; without a limit it would be 12,000.
    expect((await figure('guichet_request_seconds_count')) - answersBefore).toBeLessThanOrEqual(60 + 50)
    await vi.waitFor(async () => expect(await connections()).toBeLessThanOrEqual(15), WAIT)
  },
)
