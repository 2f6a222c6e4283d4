import fastify from 'fastify'
import { afterAll, expect, test, vi } from 'vitest'
import { headOf, rawConnection, type RawConnection } from '#tests/support/listening-portal.ts'
import { Problem, PROBLEMS } from '#shared/problem.ts'
import { watchBodies, type BodyLimits } from './unfinished-bodies.ts'

const WAIT = { timeout: 10_000, interval: 20 }

async function anApp(limits: Partial<BodyLimits>) {
  const app = fastify({ trustProxy: ['127.0.0.1'] })
  afterAll(() => app.close())
  let cuts = 0
  watchBodies(app, { onCut: () => (cuts += 1), limits: { lookEveryMs: 20, ...limits } })
  app.setErrorHandler(async (error, _request, reply) => {
    await reply.code(error instanceof Problem ? PROBLEMS[error.kind].httpStatus : 400).send('no')
  })
  app.post('/', async ({ body }) => `got ${JSON.stringify(body)}`)
  app.get('/', async () => 'looked')
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const begin = (address: string) => rawConnection(port, headOf({ path: '/', length: 100, headers: { 'x-forwarded-for': address } }))
  return { begin, port, cuts: () => cuts }
}

const areCut = (callers: RawConnection[]) => callers.map((each) => each.received().startsWith('HTTP/1.1 408'))
const settle = () => new Promise((resolve) => setTimeout(resolve, 100))

test('F60 of too many bodies the one that has been open longest is closed, from any sender', async () => {
  const { begin, cuts } = await anApp({ mostOpen: 3 })
  const callers: RawConnection[] = []
  for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) {
    callers.push(begin(address))
    await settle()
  }
  expect(areCut(callers)).toEqual([false, false, false])
  const last = begin('10.0.0.4')
  await vi.waitFor(() => expect(areCut([...callers, last])).toEqual([true, false, false, false]), WAIT)
  expect(cuts()).toBe(1)
})

test('F60 one address may have only so many slow bodies; bodies that are not slow yet, and other addresses, are not cut', async () => {
  const { begin } = await anApp({ mostSlowOfAddress: 2, slowMs: 500 })
  const neighbour = begin('10.0.0.9')
  const callers: RawConnection[] = []
  for (let each = 0; each < 5; each += 1) callers.push(begin('10.0.0.1'))
  await settle()
  expect(areCut(callers)).toEqual([false, false, false, false, false])
  await vi.waitFor(() => expect(areCut(callers).filter(Boolean)).toHaveLength(3), WAIT)
  await settle()
  expect(areCut(callers).filter(Boolean)).toHaveLength(3)
  expect(areCut([neighbour])).toEqual([false])
})

test('F60 a request answered before its body arrived is cut off when the body never comes, without a second response', async () => {
  const { port, cuts } = await anApp({ longestMs: 300, slowMs: 100 })
  const caller = rawConnection(port, headOf({ method: 'GET', path: '/', length: 100 }))
  await vi.waitFor(() => expect(caller.isClosed()).toBe(true), WAIT)
  expect(caller.received().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  expect(cuts()).toBe(1)
})

test('a body that comes with its head, or behind it in time, is never cut', async () => {
  const { begin, cuts } = await anApp({ longestMs: 400, slowMs: 200, mostOpen: 1 })
  const caller = begin('10.0.0.1')
  await settle()
  caller.socket.write('"'.padEnd(99, 'x') + '"')
  await vi.waitFor(() => expect(caller.received()).toContain('got "xxx'), WAIT)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect([cuts(), caller.isClosed()]).toEqual([0, false])
})
