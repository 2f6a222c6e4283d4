import { channel } from 'node:diagnostics_channel'
import { beforeEach, expect, test, vi } from 'vitest'
import type { send as Send } from './send.ts'
import { startFaultyServer, aSelfSignedServer } from '#tests/support/odd-server.ts'

const A_CALL = { system: 'bank', route: 'pay', method: 'POST', body: 'x', until: 5_000, largestAnswerBytes: 100 } as const

/** As in a process that has just begun. */
let send: typeof Send
beforeEach(async () => {
  vi.resetModules()
  ;({ send } = await import('./send.ts'))
})

async function aGoodAnswer(): Promise<void> {
  const { url } = await startFaultyServer((socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))
  await send({ ...A_CALL, url })
}

test('until a request was seen to be sent, only a connection that was never made proves that nothing was sent', async () => {
  const { url } = await aSelfSignedServer()
  await expect(send({ ...A_CALL, url })).rejects.toMatchObject({ why: 'tls-refused', mayHaveArrived: true })
  await aGoodAnswer()
  await expect(send({ ...A_CALL, url })).rejects.toMatchObject({ why: 'tls-refused', mayHaveArrived: false })
})

test('a Node version that answers without reporting the send is never trusted again', async () => {
  await aGoodAnswer()
  const withoutWord: typeof fetch = async () => {
    channel('undici:request:create').publish({ request: {} })
    return new Response('ok')
  }
  await send({ ...A_CALL, url: 'http://127.0.0.1:9/', fetch: withoutWord })
  await aGoodAnswer()
  const { url } = await aSelfSignedServer()
  await expect(send({ ...A_CALL, url })).rejects.toMatchObject({ why: 'tls-refused', mayHaveArrived: true })
})
