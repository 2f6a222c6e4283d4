import { once } from 'node:events'
import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'

/** Below the ephemeral ports, which could be taken before use. */
const FROM = 15_000
const TO = 32_000

export async function freePorts(count: number): Promise<number[]> {
  const held: { server: Server; port: number }[] = []
  while (held.length < count) {
    const port = randomInt(FROM, TO)
    const server = await listenAt(port)
    if (server) held.push({ server, port })
  }
  await Promise.all(held.map(({ server }) => once(server.close(), 'close')))
  return held.map(({ port }) => port)
}

async function listenAt(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return server
  } catch {
    return null
  }
}
