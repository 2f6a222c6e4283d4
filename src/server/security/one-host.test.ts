import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { listeningPortal } from '#tests/support/listening-portal.ts'
import { serveMetrics } from '../logging/metrics.ts'

const { port } = await listeningPortal()

/** All bytes until the portal closes the connection. */
async function answersTo(sent: string, at = port): Promise<string[]> {
  const socket = connect(at, '127.0.0.1')
  socket.write(sent)
  return [...(await text(socket)).matchAll(/HTTP\/1\.1 ([0-9]{3})/g)].map(([, status = '']) => status)
}

const requestOf = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`

async function statusOf(lines: readonly string[], at = port): Promise<string> {
  return (await answersTo(requestOf([...lines, 'connection: close']), at)).join(' ')
}

/** The second of these is answered by the fast path, as the third one would be. */
async function keptStatusOf(lines: readonly string[]): Promise<string> {
  const plain = requestOf(['GET /kept HTTP/1.1', 'host: localhost:3000'])
  return (await answersTo(`${plain}${plain}${requestOf(lines)}`)).join(' ')
}

const DOUBLES = [
  ['host: localhost:3000', 'host: evil.example'],
  ['host: localhost:3000', 'HOST: localhost:3000'],
  ['Host: evil.example', 'Host: localhost:3000'],
  ['host: localhost:3000', 'x-forwarded-host: localhost:3000', 'X-Forwarded-Host: evil.example'],
]

test.for(DOUBLES)('a request that names two hosts gets 400, also where a cached page would answer: %o', async (headers) => {
  for (const target of ['GET /', 'GET /kept', 'POST /feedback', 'GET /healthz', 'GET /orp/bfe/api/portal-service/visit/v1/draft'])
    expect(await statusOf([`${target} HTTP/1.1`, ...headers]), target).toBe('400')
  expect(await keptStatusOf(['GET /kept HTTP/1.1', ...headers])).toBe('200 200 400')
})

test('an absolute URL as request target gets 400 unless its host equals the Host header', async () => {
  for (const target of ['http://evil.example/kept', 'http://localhost:3001/kept', 'http:///kept', 'http://localhost:3000@evil.example/'])
    expect(await keptStatusOf([`GET ${target} HTTP/1.1`, 'host: localhost:3000']), target).toBe('200 200 400')
  expect(await statusOf(['GET evil.example:80 HTTP/1.1', 'host: localhost:3000'])).toBe('400')
  expect(await statusOf(['GET http://localhost:3000/kept HTTP/1.1', 'host: localhost:3000'])).not.toBe('400')
  expect(await statusOf(['GET /kept HTTP/1.1', 'host: localhost:3000', 'x-forwarded-host: localhost:3000', 'x-a: 1', 'x-a: 2'])).toBe('200')
})

test('the metrics port refuses two hosts as well', async () => {
  const server = await serveMetrics({ contentType: 'text/plain', text: async () => 'figures' }, 0)
  onTestFinished(() => void server.close())
  if (!server.listening) await once(server, 'listening')
  const { port: admin } = server.address() as AddressInfo
  for (const headers of DOUBLES) expect(await statusOf(['GET /metrics HTTP/1.1', ...headers], admin)).toBe('400')
  expect(await statusOf(['GET /metrics HTTP/1.1', 'host: localhost'], admin)).toBe('200')
})
