import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { UpstreamError } from './upstream-error.ts'
import { send } from './send.ts'
import { startFaultyServer, type Deed } from '#tests/support/odd-server.ts'

const answer: Deed = (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')

const pay = (url: string, body: string) =>
  send({ system: 'bank', route: 'pay', method: 'POST', url, body, until: 5_000, largestAnswerBytes: 100 })

test('consecutive calls share a connection, and our side closes it when it is idle', async () => {
  const server = await startFaultyServer(answer)
  for (let count = 0; count < 20; count += 1) {
    await pay(server.url, `${count}`)
    await nextTurn()
  }
  expect(server.connected()).toBe(1)
  // The server itself never closes a connection.
  await vi.waitFor(() => expect(server.connections.size).toBe(0), { timeout: 15_000 })
})

test('about as many connections as simultaneous calls, and no more for later calls', async () => {
  const server = await startFaultyServer(answer)
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(Array.from({ length: 20 }, (_none, count) => pay(server.url, `${count}`)))
    await nextTurn()
  }
  expect(server.connected()).toBeLessThanOrEqual(30)
  expect(server.requests).toHaveLength(100)
})

test('F33 a connection that was closed while idle is not used: the next payment is answered on a new one', async () => {
  const server = await startFaultyServer(answer)
  for (let round = 0; round < 5; round += 1) {
    expect(await pay(server.url, `${round}`)).toMatchObject({ status: 200 })
    await closeAll(server.connections, (socket) => void socket.end())
  }
  expect(server.requests).toEqual(['0', '1', '2', '3', '4'])
  expect(server.connected()).toBe(5)
})

test('F33 a connection that was reset while idle is not used either', async () => {
  const server = await startFaultyServer(answer)
  for (let round = 0; round < 5; round += 1) {
    expect(await pay(server.url, `${round}`)).toMatchObject({ status: 200 })
    await closeAll(server.connections, (socket) => void socket.resetAndDestroy())
  }
  expect(server.requests).toEqual(['0', '1', '2', '3', '4'])
})

test('F33 a server that closes a connection as the next payment arrives on it may have received the payment', async () => {
  const server = await startFaultyServer((socket, request) => {
    if (request.isFirstOfConnection) answer(socket, request)
    else socket.resetAndDestroy()
  })
  await pay(server.url, 'first')
  await nextTurn()
  await expect(pay(server.url, 'second')).rejects.toMatchObject({ why: 'connection-lost', mayHaveArrived: true })
  expect(server.requests).toEqual(['first', 'second'])
})

test('a server that keeps connections open for a second says so, and none is used after it', async () => {
  const server = await startFaultyServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nconnection: keep-alive\r\nkeep-alive: timeout=1\r\ncontent-length: 2\r\n\r\nok')
  })
  for (const body of ['a', 'b', 'c']) expect(await pay(server.url, body)).toMatchObject({ status: 200 })
  expect(server.requests).toHaveLength(3)
})

test(
  'F33 however a connection ends under a payment: a payment reported as unsent never arrived, and nothing arrives twice',
  { timeout: 60_000 },
  async () => {
    const server = await startFaultyServer(answer)
    const told = { answered: 0, unsent: 0, unknown: 0 }
    const arrived = (body: string) => server.requests.filter((each) => each === body).length
    for (let round = 0; round < 300; round += 1) {
      const body = `payment-${round}`
      const connections = [...server.connections]
      const hangUp = (socket: Socket) => void (round % 2 === 0 ? socket.resetAndDestroy() : socket.end())
      // Before the call, in the middle of it, or some turns of the loop later.
      if (round % 3 === 0) connections.forEach(hangUp)
      const paid = pay(server.url, body).then(
        () => 'answered' as const,
        (error: unknown) => error as UpstreamError,
      )
      for (let turn = 0; turn < round % 7; turn += 1) await nextTurn()
      if (round % 3 === 1) connections.forEach(hangUp)
      const outcome = await paid
      if (outcome === 'answered') expect(arrived(body)).toBe(1)
      else if (!outcome.mayHaveArrived) expect(arrived(body)).toBe(0)
      else expect(arrived(body)).toBeLessThanOrEqual(1)
      told[outcome === 'answered' ? 'answered' : outcome.mayHaveArrived ? 'unknown' : 'unsent'] += 1
    }
    expect(told.answered).toBeGreaterThan(200)
    expect(told.answered + told.unsent + told.unknown).toBe(300)
  },
)

async function closeAll(connections: ReadonlySet<Socket>, close: (socket: Socket) => void): Promise<void> {
  await Promise.all(
    [...connections].map(async (socket) => {
      close(socket)
      if (!socket.closed) await once(socket, 'close')
    }),
  )
}
