import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { readCookie } from '../security/cookies.ts'
import { encode, encodedBody, encodingFor, type EncodedBody } from './encoded-body.ts'
import { readyAnswer, type FindCachedResponse, type CachedResponse } from './fast-path.ts'
import type { OwnOrigins } from '../security/own-origins.ts'
import { languageOf } from '../calls/problem-replies.ts'

export type SentPagesOptions = {
  mostPages: number
  /** How long a cached page is sent unchanged. */
  lifetimeMs: number
  addresses: Pick<OwnOrigins, 'originOf'>
  visitCookie: string
  contentVersion: () => Promise<string>
  /** Passes on how to find a cached page, for responses that bypass the framework. */
  serveFromFastPath: (find: FindCachedResponse, route: string) => void
  /** Monotonic milliseconds. */
  now?: () => number
}

/** A page as it was rendered, with the policy that allows its own scripts. */
type RenderedPage = { status: number; html: string; headers: Record<string, string>; policy: string }

/** A page as it is sent and, where it is the same for all clients, its cached responses (fast-path.ts). */
type FinishedPage = Omit<RenderedPage, 'html'> & { etag: string; body: EncodedBody; answers?: Map<string, CachedResponse> }

/** Rendered pages: those that are the same for all clients are cached and sent again. */
export type SentPages = {
  /** Null where the page is one visitor's own. */
  keyOf(request: FastifyRequest): Promise<string | null>
  /** Null where nothing is cached under the key. */
  sendKept(request: FastifyRequest, reply: FastifyReply, key: string): Promise<FastifyReply> | null
  /** Caches the page under the key, if there is one and the page allows it. */
  send(request: FastifyRequest, reply: FastifyReply, sent: { page: RenderedPage; key: string | null }): Promise<FastifyReply>
}

const FAST_QUALITY = 6
export const CACHED_QUALITY = 11
export const EVERY_PAGE = '/*'
const VERSION_MS = 250
const UNCHANGED = 'unchanged'

export function createSentPages(options: SentPagesOptions): SentPages {
  const { mostPages, lifetimeMs, addresses, visitCookie, serveFromFastPath, now = () => performance.now() } = options
  // Found by request for a while, and by content; the least recently used one is evicted first.
  const kept = new LRUCache<string, FinishedPage>({ max: mostPages, ttlResolution: 0, perf: { now } })
  const version = rememberVersion({ ...options, now })
  serveFromFastPath((request) => {
    const isOurs = isSharedPage(request, visitCookie) && addresses.originOf(request.headers) !== null
    const known = isOurs ? version.known() : null
    const page = known === null ? undefined : kept.get(cacheKey(request, known))
    return page?.answers?.get(answerName(request, page))
  }, EVERY_PAGE)

  /**
   * Compressing takes as long as rendering, and most visits see the same page as others before them: identical output is not compressed
   * again.
   */
  function finish({ status, html, headers, policy }: RenderedPage, isShared: boolean): FinishedPage {
    const bytes = Buffer.from(html)
    const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
    const quality = isShared ? CACHED_QUALITY : FAST_QUALITY
    const name = `${quality} ${etag}`
    const body = kept.get(name)?.body ?? encodedBody(bytes, quality)
    const typed = { 'content-type': 'text/html; charset=utf-8', ...headers }
    const page = { status, headers: typed, policy, etag, body, ...(isShared && { answers: new Map<string, CachedResponse>() }) }
    kept.set(name, page)
    return page
  }

  return {
    async keyOf(request) {
      return isSharedPage(request, visitCookie) ? cacheKey(request, version.known() ?? (await version.ask())) : null
    },
    sendKept(request, reply, key) {
      const page = kept.get(key)
      return page ? sendPage(request, reply, page) : null
    },
    send(request, reply, { page, key }) {
      const isShared = key !== null && page.status === 200 && !('cache-control' in page.headers)
      const finished = finish(page, isShared)
      if (isShared) kept.set(key, finished, { ttl: lifetimeMs })
      return sendPage(request, reply, finished)
    },
  }
}

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** Without a visit and without a query, a page is the same for all readers of a language. */
function isSharedPage({ method, url = '', headers }: Asked, visitCookie: string): boolean {
  const isPlain = method !== 'POST' && !url.includes('?')
  return isPlain && !readCookie(headers.cookie, visitCookie)
}

function cacheKey(request: Asked, contentVersion: string): string {
  return `${request.url}\n${languageOf(request)}\n${contentVersion}`
}

/** One page has a response per encoding, and a 304. */
function answerName({ headers }: Asked, page: FinishedPage): string {
  if (page.status === 200 && headers['if-none-match'] === page.etag) return UNCHANGED
  return encodingFor(headers['accept-encoding'] ?? '') ?? 'plain'
}

/** Reading the version costs as much as sending a cached page: it is read a few times a second, and cached in between. */
function rememberVersion({ contentVersion, now }: Required<Pick<SentPagesOptions, 'contentVersion' | 'now'>>): {
  known(): string | null
  ask(): Promise<string>
} {
  let last = { version: '', until: 0 }
  return {
    known: () => (now() < last.until ? last.version : null),
    async ask() {
      const version = hash('sha256', await contentVersion(), 'base64url').slice(0, 16)
      last = { version, until: now() + VERSION_MS }
      return version
    },
  }
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: FinishedPage): Promise<FastifyReply> {
  reply
    .headers(page.headers)
    .header('content-security-policy', page.policy)
    .header('vary', 'accept-encoding, cookie')
    .header('etag', page.etag)
  // Cached by the browser, but revalidated each time: an unchanged page then costs a few bytes.
  if (!page.headers['cache-control']) reply.header('cache-control', 'private, no-cache')
  const name = answerName(request, page)
  const body = name === UNCHANGED ? undefined : await encode(request, reply.code(page.status), page.body)
  if (!body) reply.code(304)
  if (request.method === 'GET') page.answers?.set(name, readyAnswer(reply, body))
  return reply.send(body)
}
