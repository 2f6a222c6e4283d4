import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readSettings } from '#settings/settings.ts'
import { buildApp } from './app.ts'
import { createFailureReplies, type ProblemWords } from './calls/problem-replies.ts'
import { createMetrics } from './logging/metrics.ts'
import { ownAddresses } from './security/own-origins.ts'
import { environmentKeys } from './security/environment-keys.ts'

async function stoppable() {
  let served = 0
  const place = { publicOrigin: 'http://localhost:3000', isProduction: true }
  const words: ProblemWords = async (kind) => kind
  const { app, startDraining } = await buildApp({
    ...place,
    addresses: ownAddresses(place),
    worlds: environmentKeys({ isProduction: true, callers: readSettings({}).callers }),
    trustedProxies: [],
    logLevel: 'silent',
    words,
    failureOf: createFailureReplies(words),
    metrics: createMetrics(),
    checkReady: async () => {},
    canWrite: () => true,
    routes: [
      async (routes) => {
        routes.post('/pay', { config: { isExternalEndpoint: true } }, async () => {
          served += 1
          return { paid: true }
        })
      },
    ],
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { app, startDraining, port, served: () => served }
}

async function connected(port: number): Promise<Socket & { heard: string }> {
  const socket = Object.assign(connect(port, '127.0.0.1'), { heard: '' })
  socket.setEncoding('utf8').on('data', (text: string) => (socket.heard += text))
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const PAY = 'POST /pay HTTP/1.1\r\nhost: portal\r\ncontent-length: 0\r\n\r\n'

const isReady = (port: number) => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status === 200)

test('F43 a portal that is stopping reports it, and meanwhile accepts a payment, as the last request of its connection', async () => {
  const { app, startDraining, port, served } = await stoppable()
  const [standing, fresh] = [await connected(port), await connected(port)]
  standing.write(PAY)
  await expect.poll(() => standing.heard).toContain('{"paid":true}')
  expect(standing.heard).not.toMatch(/connection: close/i)
  expect(await isReady(port)).toBe(true)

  startDraining()
  expect(await isReady(port)).toBe(false)
  standing.heard = ''
  for (const socket of [standing, fresh, await connected(port)]) {
    socket.write(PAY)
    await once(socket, 'close')
    expect(socket.heard).toMatch(/^HTTP\/1\.1 200 [^]*connection: close[^]*\{"paid":true\}$/i)
  }
  expect(served()).toBe(4)
  await app.close()
})

test('a portal that is stopping answers requests that were on their way, and waits for no connection without a request', async () => {
  const { app, port, served } = await stoppable()
  const [bringing, silent] = [await connected(port), await connected(port)]
  const closed = app.close()
  bringing.write(PAY)
  await once(bringing, 'close')
  expect(bringing.heard).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i)
  expect(served()).toBe(1)
  await Promise.all([closed, once(silent, 'close')])
})
