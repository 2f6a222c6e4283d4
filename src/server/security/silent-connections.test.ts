import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { headOf, rawConnection } from '#tests/support/listening-portal.ts'
import { limitSilentConnections } from './silent-connections.ts'

const server = createServer((_request, response) => response.end('served')).listen(0, '127.0.0.1')
limitSilentConnections(server, 20)
afterAll(() => server.close())
const port = () => (server.address() as AddressInfo).port
const WAIT = { timeout: 10_000, interval: 20 }

test('abuse 77 of too many silent connections the oldest are closed, and clients that send a request are served', async () => {
  const asking = rawConnection(port(), headOf({ method: 'GET', path: '/' }))
  await vi.waitFor(() => expect(asking.received()).toContain('served'), WAIT)
  const silent = Array.from({ length: 60 }, () => rawConnection(port()))
  await vi.waitFor(() => expect(silent.filter((each) => each.isClosed())).toHaveLength(40), WAIT)
  const late = rawConnection(port(), headOf({ method: 'GET', path: '/' }))
  await vi.waitFor(() => expect(late.received()).toContain('served'), WAIT)
  // A connection that was served before is not silent.
  expect(asking.isClosed()).toBe(false)
  asking.socket.write(headOf({ method: 'GET', path: '/' }))
  await vi.waitFor(() => expect(asking.received().match(/served/g)).toHaveLength(2), WAIT)
})
