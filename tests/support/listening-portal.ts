import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { onTestFinished } from 'vitest'
import { createEncryptedInput } from '#features/field-encryption/server/decrypt-input.ts'
import { createFormResults } from '#server/pages/form-results.ts'
import { htmlPageRoutes } from '#server/pages/page-routes.ts'
import { createSentPages } from '#server/pages/sent-pages.ts'
import type { PortalModule } from '../../src/composition/portal-app.ts'
import { testPortal, type TestPortal } from './test-portal.ts'

const PUBLIC_ORIGIN = 'http://localhost:3000'

export type ListeningPortal = { portal: TestPortal; origin: string; port: number; connections(): Promise<number> }

/** The portal with pages, on a real port, for tests that need sockets. */
export async function listeningPortal(
  options: Omit<NonNullable<Parameters<typeof testPortal>[0]>, 'register'> = {},
): Promise<ListeningPortal> {
  const portal = await testPortal({ ...options, register: servePages })
  const origin = await portal.app.listen({ host: '127.0.0.1', port: 0 })
  return {
    portal,
    origin,
    port: Number(new URL(origin).port),
    connections: () =>
      new Promise((resolve, reject) => portal.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))),
  }
}

const page = (typed: string) =>
  ({ kind: 'page', status: 200, html: `<p>${typed}</p>`, main: typed, policy: "default-src 'self'", headers: {} }) as const

/** Trivial pages: the request path is measured. A form's values are returned in the page. */
async function servePages({
  app,
  db,
  serveFromFastPath,
  addresses,
  visits,
  contentVersion,
  sealing,
  failureOf,
}: PortalModule): Promise<void> {
  await app.register(
    htmlPageRoutes({
      pages: { paths: ['/*'], show: async () => page(''), post: async (_ask, form) => page(form.toString()), fail: async () => page('') },
      sent: createSentPages({
        mostPages: 10,
        lifetimeMs: 60_000,
        addresses,
        visitCookie: visits.cookieName,
        contentVersion,
        serveFromFastPath,
      }),
      answers: createFormResults({ db, version: 'this' }),
      visits,
      addresses,
      sealedInput: createEncryptedInput(sealing),
      failureOf,
    }),
  )
}

export type RawConnection = {
  socket: Socket
  /** All bytes received so far. */
  received(): string
  isClosed(): boolean
  /** Sends these bytes one by one. */
  sendSlowly(text: string, everyMs: number): void
}

/** A client with full control of its bytes and their timing. */
export function rawConnection(port: number, firstBytes = ''): RawConnection {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  let isClosed = false
  socket.setNoDelay(true)
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  // Many of these clients expect to be cut.
  socket.on('error', () => {})
  socket.on('close', () => (isClosed = true))
  if (firstBytes !== '') socket.write(firstBytes)
  onTestFinished(() => void socket.destroy())
  return {
    socket,
    received: () => received,
    isClosed: () => isClosed,
    sendSlowly(text, everyMs) {
      let sent = 0
      const timer = setInterval(() => {
        if (isClosed || sent >= text.length) clearInterval(timer)
        else socket.write(text.charAt(sent++))
      }, everyMs)
      onTestFinished(() => clearInterval(timer))
    },
  }
}

type Head = { method?: string; path: string; length?: number; headers?: Record<string, string> }

/** The header of a call as our pages send it, without its body. */
export function headOf({ method = 'POST', path, length, headers = {} }: Head): string {
  const lines = Object.entries({
    host: 'localhost:3000',
    origin: PUBLIC_ORIGIN,
    ...(method === 'POST' && { 'content-type': 'application/json' }),
    ...(length !== undefined && { 'content-length': String(length) }),
    ...headers,
  })
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

export type PageViews = { served: number; shed: number; p50: number; p95: number }

/** Visitors who open a page each, ten at a time, with separate visits so that no cached page answers. */
export async function measurePageViews(origin: string, views: number, path = '/gethelp'): Promise<PageViews> {
  const times: number[] = []
  let shed = 0
  let next = 0
  async function visitor(): Promise<void> {
    while (next < views) {
      next += 1
      const began = performance.now()
      const answer = await fetch(`${origin}${path}`, { headers: { accept: 'text/html', cookie: `sid=${'v'.repeat(22)}` } })
      await answer.text()
      if (answer.status === 200) times.push(performance.now() - began)
      if (answer.status === 503) shed += 1
    }
  }
  await Promise.all(Array.from({ length: 10 }, visitor))
  const sorted = times.toSorted((first, second) => first - second)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { served: times.length, shed, p50: at(0.5), p95: at(0.95) }
}
