import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { onTestFinished } from 'vitest'

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

/** Created for these tests only. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQghompmi+q1GqGwLnK
rSAg05NyPYfYPQ3UxGtkxAG+G3ehRANCAAQN3eqHXT5bIHXNWmqOPfcpQ1UgNoJ0
hPt3WQCl102tGAp16ziUdn0Bwm6qT8EBod0iBWJ5SJPeyxDKu/Ely4K5
-----END PRIVATE KEY-----`
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBfDCCASOgAwIBAgIUFa4hC+oXuXXftNGB99jmMAbzHxwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTI2MTExNjEwMzYwMVoXDTQ2MTExMTEw
MzYwMVowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEDd3qh10+WyB1zVpqjj33KUNVIDaCdIT7d1kApddNrRgKdes4lHZ9AcJu
qk/BAaHdIgVieUiT3ssQyrvxJcuCuaNTMFEwHQYDVR0OBBYEFFRzm5DbmVRmfbCe
LzkO9jEBZ+99MB8GA1UdIwQYMBaAFFRzm5DbmVRmfbCeLzkO9jEBZ+99MA8GA1Ud
EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgMltuMuPyMxLrTiyYNlLh9yB9
23o2SO41KupSgdg/tW4CIBsfENZmQqOBrrX5IxbJoojSpzS1YJFyM80j1CTzzEJO
-----END CERTIFICATE-----`
