import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readSettings } from '#settings/settings.ts'
import { buildApp } from './app.ts'
import { openFailures, type ProblemWords } from './calls/problem-replies.ts'
import { createMetrics } from './logging/metrics.ts'
import { ownAddresses } from './security/own-addresses.ts'
import { worldsOf } from './security/worlds.ts'

async function stoppable() {
  let served = 0
  const place = { publicOrigin: 'http://localhost:3000', isProduction: true }
  const words: ProblemWords = async (kind) => kind
  const { app, announceStop } = await buildApp({
    ...place,
    addresses: ownAddresses(place),
    worlds: worldsOf({ isProduction: true, callers: readSettings({}).callers }),
    trustedProxies: [],
    logLevel: 'silent',
    words,
    failureOf: openFailures(words),
    metrics: createMetrics(),
    checkReady: async () => {},
    canWrite: () => true,
    routes: [
      async (routes) => {
        routes.post('/pay', { config: { isCalledFromOutside: true } }, async () => {
          served += 1
          return { paid: true }
        })
      },
    ],
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { app, announceStop, port, served: () => served }
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

test('F43 a portal that is to stop says so, and takes a payment meanwhile, for the last time on its connection', async () => {
  const { app, announceStop, port, served } = await stoppable()
  const [standing, fresh] = [await connected(port), await connected(port)]
  standing.write(PAY)
  await expect.poll(() => standing.heard).toContain('{"paid":true}')
  expect(standing.heard).not.toMatch(/connection: close/i)
  expect(await isReady(port)).toBe(true)

  announceStop()
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

test('a portal that stops still answers a request that was on its way, and waits for no connection that never asks', async () => {
  const { app, port, served } = await stoppable()
  const [bringing, silent] = [await connected(port), await connected(port)]
  const closed = app.close()
  bringing.write(PAY)
  await once(bringing, 'close')
  expect(bringing.heard).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i)
  expect(served()).toBe(1)
  await Promise.all([closed, once(silent, 'close')])
})
