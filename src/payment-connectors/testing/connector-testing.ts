import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { AttemptRef, ConnectorContext, PaymentOrder, RawRequest } from '../payment-connector.ts'
import type { ProviderResponse } from '../provider-http.ts'

/** Builders and a provider that follows its script. For tests only. */

export const NOW = new Date('2026-11-15T12:00:00Z')

export function anOrder(changes: Partial<PaymentOrder> = {}): PaymentOrder {
  return {
    ref: 'ABCDEFGH2345',
    correlationId: '0b0e7a0e-7a52-4f4e-9d3a-6f7f8f1c2d3e',
    amount: { minor: 1500, currency: 'XOF' },
    payer: { msisdn: '90000001', email: 'amina@example.ne' },
    description: 'Recharge 1 500 F',
    language: 'fr',
    ...changes,
  }
}

export function anAttempt(changes: Partial<AttemptRef> = {}): AttemptRef {
  const { ref, correlationId, amount, payer } = anOrder()
  return { ref, correlationId, amount, payer, secretsSent: 0, providerRef: null, createdAt: new Date(NOW.getTime() - 60_000), ...changes }
}

export function aContext({ timeoutMs = 2_000, now = () => NOW } = {}): ConnectorContext {
  return {
    fetch: (input, init) => fetch(input, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }),
    now,
    urls: { return: 'http://127.0.0.1:9/callback/gateway/ABCDEFGH2345/mac', notify: 'http://127.0.0.1:9/notify' },
  }
}

export function anAnswer(text: string, status = 200): ProviderResponse {
  return { provider: 'provider', status, text }
}

export function aRequest({
  query = '',
  headers = {},
  body = '',
}: { query?: string; headers?: Record<string, string>; body?: string | Buffer } = {}): RawRequest {
  return {
    method: body === '' ? 'GET' : 'POST',
    path: '/callback',
    query: new URLSearchParams(query),
    headers: new Headers(headers),
    body: Buffer.from(body),
  }
}

export type SeenRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
export type ScriptedAnswer = { status?: number; body: string; headers?: Record<string, string> } | keyof typeof MISBEHAVIOURS
export type ScriptedProvider = { url: string; requests: SeenRequest[] }

/** Ways of not answering. */
const MISBEHAVIOURS = {
  'says nothing': () => undefined,
  'hangs up': (response: ServerResponse) => response.destroy(),
  'stops half way': (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '4000' })
    response.write('{"status":true,')
    setTimeout(() => response.destroy(), 20)
  },
  'never stops': (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      while (!response.destroyed && response.write(' '.repeat(16 * 1024)));
      response.once('drain', more)
    }
    more()
  },
} as const satisfies Record<string, (response: ServerResponse) => unknown>

export async function aScriptedProvider(script: (request: SeenRequest, count: number) => ScriptedAnswer): Promise<ScriptedProvider> {
  const requests: SeenRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const seen = { method, path, headers, body: Buffer.concat(chunks).toString() }
      requests.push(seen)
      const answer = script(seen, requests.length)
      if (typeof answer === 'string') MISBEHAVIOURS[answer](response)
      else response.writeHead(answer.status ?? 200, answer.headers ?? { 'content-type': 'application/json' }).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

/** An address at which nothing listens any more. */
export async function aClosedAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

/** What a provider, or a proxy before it, may send instead of an answer. */
export const NON_ANSWERS: readonly [string, ScriptedAnswer][] = [
  ['says nothing', 'says nothing'],
  ['hangs up', 'hangs up'],
  ['stops half way', 'stops half way'],
  ['never stops', 'never stops'],
  ['answers 500', { status: 500, body: '{"status":false,"message":"Server Error"}' }],
  ['answers 502 with HTML', { status: 502, body: '<html><h1>Bad Gateway</h1></html>', headers: { 'content-type': 'text/html' } }],
  ['answers 200 with HTML', { body: '<!DOCTYPE html><html><body>Login</body></html>', headers: { 'content-type': 'text/html' } }],
  ['answers nothing', { body: '' }],
  ['answers half a document', { body: '{"status":true,"data":{"auth' }],
  ['answers {}', { body: '{}' }],
  ['answers null', { body: 'null' }],
  ['answers a list', { body: '[1,2,3]' }],
  ['answers half XML', { body: '<?xml version="1.0"?><API3G><Result>000</Res' }],
  ['answers bytes that are no text', { body: '\u0000\u0001', headers: { 'content-type': 'application/octet-stream' } }],
  ['sends us elsewhere', { status: 302, body: '', headers: { location: 'https://evil.test/' } }],
  ['is out of breath', { status: 429, body: '{"status":false,"message":"Too many requests"}' }],
]
