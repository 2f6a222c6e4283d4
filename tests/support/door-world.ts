import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { onTestFinished } from 'vitest'
import { openSealedInput } from '#features/sealing/server/open-sealed.ts'
import { createPageCache } from '#server/pages/page-cache.ts'
import { openPageAnswers } from '#server/pages/page-answers.ts'
import { htmlPageRoutes } from '#server/pages/page-routes.ts'
import { openSentPages } from '#server/pages/sent-pages.ts'
import type { PortalParts } from '../../src/join/portal-app.ts'
import { testPortal, type TestPortal } from './test-portal.ts'

const PUBLIC_ORIGIN = 'http://localhost:3000'

export type DoorWorld = { portal: TestPortal; origin: string; port: number; connections(): Promise<number> }

/** The portal with pages, on a real port: what is tried here cannot be tried without sockets. */
export async function doorWorld(options: Omit<NonNullable<Parameters<typeof testPortal>[0]>, 'register'> = {}): Promise<DoorWorld> {
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

const page = (typed: string) => ({ kind: 'page', status: 200, html: `<p>${typed}</p>`, policy: "default-src 'self'", headers: {} }) as const

/** Pages that cost next to nothing: what is measured is the way to them. What a form sends comes back in the page. */
async function servePages({ app, db, answerEarly, addresses, visits, contentVersion, sealing, failureOf }: PortalParts): Promise<void> {
  await app.register(
    htmlPageRoutes({
      pages: { paths: ['/*'], show: async () => page(''), post: async (_ask, form) => page(form.toString()), fail: async () => page('') },
      sent: openSentPages({
        cache: createPageCache({ mostPages: 10, lifetimeMs: 60_000, now: Date.now }),
        addresses,
        visitCookie: visits.cookieName,
        contentVersion,
        answerEarly,
      }),
      answers: openPageAnswers({ db, version: 'this' }),
      visits,
      addresses,
      sealedInput: openSealedInput(sealing),
      failureOf,
    }),
  )
}

export type RawConnection = {
  socket: Socket
  /** All that came back so far. */
  received(): string
  isClosed(): boolean
  /** Sends these bytes one by one. */
  drip(text: string, everyMs: number): void
}

/** A caller that writes what it likes, when it likes. */
export function rawConnection(port: number, firstBytes = ''): RawConnection {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  let isClosed = false
  socket.setNoDelay(true)
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  // Being cut off is what many of these callers are there for.
  socket.on('error', () => {})
  socket.on('close', () => (isClosed = true))
  if (firstBytes !== '') socket.write(firstBytes)
  onTestFinished(() => void socket.destroy())
  return {
    socket,
    received: () => received,
    isClosed: () => isClosed,
    drip(text, everyMs) {
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

/** The head of a call as our pages make it, its body still to come. */
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

/** Visitors who look at a page each, ten at a time, with a visit of their own so that no kept page answers for it. */
export async function lookAtPages(origin: string, views: number, path = '/gethelp'): Promise<PageViews> {
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
