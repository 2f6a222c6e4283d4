import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

const NO_IPV6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** Listens where `localhost` may lead, 127.0.0.1 and ::1, and nowhere else. Answers the port; closing the app closes both. */
export async function listenOnLoopback(app: FastifyInstance, wantedPort: number): Promise<number> {
  let second: Server | null = null
  app.addHook('preClose', async () => {
    second?.closeAllConnections()
    second?.close()
  })
  await app.listen({ host: '127.0.0.1', port: wantedPort })
  const { port } = app.server.address() as AddressInfo
  second = await listenOnIpv6(app, port)
  return port
}

async function listenOnIpv6(app: FastifyInstance, port: number): Promise<Server | null> {
  const server = createServer((request, response) => app.routing(request, response))
  server.listen({ host: '::1', port })
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    if (NO_IPV6.has((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
