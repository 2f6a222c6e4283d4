import { createServer, type ServerOptions } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { aClosedPort } from '#tests/support/odd-server.ts'
import { CERTIFICATE, KEY } from '#tests/support/test-certificate.ts'
import { fetchWithCertificate } from './client-certificate.ts'
import { send } from './send.ts'
import { UpstreamError } from './upstream-error.ts'

const OWN = { certificate: CERTIFICATE, key: KEY, authority: CERTIFICATE }
const MUTUAL: ServerOptions = { key: KEY, cert: CERTIFICATE, ca: CERTIFICATE, requestCert: true, rejectUnauthorized: true }
const A_CALL = { system: 'bank', route: 'pay', method: 'POST', body: '{"a":"é"}', until: 5_000, largestAnswerBytes: 1_000 } as const

type Heard = { method: string | undefined; body: string; named: string; headers: IncomingMessage['headers'] }

async function aMutualServer(
  answer: (response: ServerResponse) => void = (response) => void response.end('{"ok":true}'),
  options = MUTUAL,
) {
  const heard: Heard[] = []
  const server = createServer(options, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { subject } = (request.socket as TLSSocket).getPeerCertificate()
      heard.push({
        method: request.method,
        body: Buffer.concat(chunks).toString(),
        named: String(subject?.CN ?? ''),
        headers: request.headers,
      })
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `https://localhost:${(server.address() as AddressInfo).port}/`, heard }
}

const call = (url: string, identity = OWN, until: number = A_CALL.until) =>
  send({ ...A_CALL, url, until, headers: { 'content-type': 'application/json', 'x-api-key': 'k' }, fetch: fetchWithCertificate(identity) })

test('F26 a system that asks for a client certificate gets ours, and the whole request once', async () => {
  const { url, heard } = await aMutualServer()
  expect(await call(url)).toMatchObject({ status: 200, text: '{"ok":true}' })
  expect(heard).toMatchObject([{ method: 'POST', body: '{"a":"é"}', named: 'localhost', headers: { 'x-api-key': 'k' } }])
})

test('F26 a system that we do not trust gets nothing, and that is certain', async () => {
  const { url, heard } = await aMutualServer()
  await expect(call(url, { ...OWN, authority: '' })).rejects.toMatchObject({ mayHaveArrived: false })
  expect(heard).toEqual([])
})

test('F26 an address at which nothing listens gets nothing, and that is certain', async () => {
  await expect(call(`https://localhost:${await aClosedPort()}/`)).rejects.toMatchObject({ why: 'no-connection', mayHaveArrived: false })
})

test('F26 an answer that never comes may have been a payment', async () => {
  const { url, heard } = await aMutualServer(() => undefined)
  await expect(call(url, OWN, 400)).rejects.toMatchObject({ why: 'timeout', mayHaveArrived: true })
  expect(heard).toHaveLength(1)
})

test('F26 a connection that ends before or within the answer may have been a payment', async () => {
  const { url } = await aMutualServer((response) => response.socket?.destroy())
  await expect(call(url)).rejects.toMatchObject({ mayHaveArrived: true })
  const { url: half } = await aMutualServer((response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{')
    setTimeout(() => response.destroy(), 20)
  })
  await expect(call(half)).rejects.toMatchObject({ mayHaveArrived: true, status: 200 })
})

test('a redirect is an answer and is not followed; an answer without a body is one too', async () => {
  const { url, heard } = await aMutualServer((response) => response.writeHead(302, { location: '/elsewhere' }).end())
  expect(await call(url)).toMatchObject({ status: 302 })
  expect(heard).toHaveLength(1)
  const { url: bare } = await aMutualServer((response) => response.writeHead(204).end())
  expect(await call(bare)).toMatchObject({ status: 204, text: '' })
})

test('without a certificate such a system refuses, and nothing that it does is taken for an answer', async () => {
  const { url, heard } = await aMutualServer()
  await expect(send({ ...A_CALL, url })).rejects.toBeInstanceOf(UpstreamError)
  expect(heard).toEqual([])
})
