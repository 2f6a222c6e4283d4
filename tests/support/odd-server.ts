import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { onTestFinished } from 'vitest'
import { CERTIFICATE, KEY } from './test-certificate.ts'

/** Servers that misbehave in ways no library allows. */

/** Handles one request, once it has arrived completely. */
export type Deed = (socket: Socket, request: { head: string; body: string; isFirstOfConnection: boolean }) => void

export type OddServer = {
  url: string
  /** The body of each request that arrived completely. */
  requests: string[]
  /** Connections that are open now, and how many there ever were. */
  connections: Set<Socket>
  connected: () => number
}

export async function startFaultyServer(deed: Deed): Promise<OddServer> {
  const requests: string[] = []
  const connections = new Set<Socket>()
  let connected = 0
  const server = createServer((socket) => {
    let text = ''
    let isFirstOfConnection = true
    connected += 1
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const [head = '', body] = text.split('\r\n\r\n')
      const length = Number(/content-length: ([0-9]+)/i.exec(head)?.[1] ?? 0)
      if (body === undefined || body.length < length) return
      text = ''
      requests.push(body)
      deed(socket, { head, body, isFirstOfConnection })
      isFirstOfConnection = false
    })
  })
  return { url: `http://127.0.0.1:${await listen(server)}/`, requests, connections, connected: () => connected }
}

/** Accepts connections and runs this on each, before any byte is exchanged. */
export async function aSocket(deed: (socket: Socket) => void): Promise<{ port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    deed(socket)
  })
  return { port: await listen(server) }
}

/** Speaks TLS with an untrusted certificate. */
export async function aSelfSignedServer(): Promise<{ url: string; heard: () => number }> {
  let heard = 0
  const server = createTlsServer({ key: KEY, cert: CERTIFICATE }, (socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk) => (heard += chunk.length))
  })
  return { url: `https://localhost:${await listen(server)}/`, heard: () => heard }
}

/** An address at which nothing listens any more. */
export async function aClosedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
