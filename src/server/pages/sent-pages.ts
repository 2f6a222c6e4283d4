import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie } from '../security/cookies.ts'
import { encodingFor, type EncodedBody } from './encoded-body.ts'
import { readyAnswer, type FindReady } from './front-door.ts'
import type { OwnAddresses } from '../security/own-addresses.ts'
import type { FinishedPage, PageCache } from './page-cache.ts'
import { languageOf } from '../calls/problem-replies.ts'
import type { PageDictionaries } from './page-dictionaries.ts'

export type SentPagesOptions = {
  cache: PageCache
  addresses: Pick<OwnAddresses, 'originOf'>
  visitCookie: string
  contentVersion: () => Promise<string>
  /** Hands over how to find a page that was sent before, for whoever answers without the framework. */
  answerEarly: (find: FindReady, route: string) => void
  /** Null where pages are sent without. */
  dictionaries?: PageDictionaries | null
  /** Milliseconds that only grow. */
  now?: () => number
}

/** Pages on their way out: those that are the same for everybody are kept and sent again. */
export type SentPages = {
  /** Null where the page is one visitor's own. */
  keyOf(request: FastifyRequest): Promise<string | null>
  find(key: string): FinishedPage | undefined
  keep(key: string, page: FinishedPage): void
  send(request: FastifyRequest, reply: FastifyReply, sent: Sent): Promise<FastifyReply>
}

type Sent = { page: FinishedPage; isShared: boolean }

export const FAST_QUALITY = 6
export const CACHED_QUALITY = 11
export const EVERY_PAGE = '/*'
const VERSION_MS = 250
const UNCHANGED = 'unchanged'

export function openSentPages(options: SentPagesOptions): SentPages {
  const { cache, addresses, visitCookie, answerEarly, dictionaries = null } = options
  const version = rememberVersion(options)
  answerEarly((request) => {
    const isOurs = isSharedPage(request, visitCookie) && addresses.originOf(request.headers) !== null
    const known = isOurs ? version.known() : null
    const kept = known === null ? undefined : cache.get(cacheKey(request, known))
    return kept?.answers.get(answerName(request, kept, dictionaries))
  }, EVERY_PAGE)
  return {
    async keyOf(request) {
      return isSharedPage(request, visitCookie) ? cacheKey(request, version.known() ?? (await version.ask())) : null
    },
    find: (key) => cache.get(key),
    keep: (key, page) => cache.set(key, page),
    send: (request, reply, sent) => sendPage(request, reply, { ...sent, dictionaries: sent.isShared ? dictionaries : null }),
  }
}

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** Without a visit and without a query, a page is the same for everybody who reads the same language. */
function isSharedPage({ method, url = '', headers }: Asked, visitCookie: string): boolean {
  const isPlain = method !== 'POST' && !url.includes('?')
  return isPlain && !readCookie(headers.cookie, visitCookie)
}

function cacheKey(request: Asked, contentVersion: string): string {
  return `${request.url}\n${languageOf(request)}\n${contentVersion}`
}

/** The answers that one page has: by its dictionary or encoding, and that it did not change. */
function answerName({ headers }: Asked, page: FinishedPage, dictionaries: PageDictionaries | null): string {
  if (page.status === 200 && headers['if-none-match'] === page.etag) return UNCHANGED
  return dictionaries?.nameFor(headers, page) ?? encodingFor(headers['accept-encoding'] ?? '') ?? 'plain'
}

/** Asking for the version costs as much as sending a finished page: it is asked for a few times a second, and short. */
function rememberVersion({ contentVersion, now = () => performance.now() }: Pick<SentPagesOptions, 'contentVersion' | 'now'>): {
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

type Sending = Sent & { dictionaries: PageDictionaries | null }

async function sendPage(request: FastifyRequest, reply: FastifyReply, { page, isShared, dictionaries }: Sending): Promise<FastifyReply> {
  reply
    .headers(page.headers)
    .header('content-security-policy', page.policy)
    .header('vary', 'accept-encoding, cookie')
    .header('etag', page.etag)
  // Kept by the browser, but asked for again each time: an unchanged page then costs a few bytes.
  if (!page.headers['cache-control']) reply.header('cache-control', 'private, no-cache')
  if (dictionaries) reply.headers(dictionaries.headers)
  const name = answerName(request, page, dictionaries)
  const body = name === UNCHANGED ? undefined : await bodyOf(request, reply.code(page.status), { page, name, dictionaries })
  if (!body) reply.code(304)
  if (isShared && request.method === 'GET') page.answers.set(name, readyAnswer(reply, body))
  return reply.send(body)
}

type Named = { page: FinishedPage; name: string; dictionaries: PageDictionaries | null }

/** Who has a dictionary of ours keeps it until it lapses: one for all that is read meanwhile. */
async function bodyOf(request: FastifyRequest, reply: FastifyReply, { page, name, dictionaries }: Named): Promise<Buffer> {
  if (!dictionaries) return encode(request, reply, page.body)
  if (name.startsWith(':')) {
    reply.header('content-encoding', 'dcz')
    return dictionaries.shorten(page, name)
  }
  reply.headers(await dictionaries.offer(page))
  return encode(request, reply, page.body)
}

export async function encode(request: FastifyRequest, reply: FastifyReply, body: EncodedBody): Promise<Buffer> {
  const { encoding, bytes } = await body.encode(request.headers['accept-encoding'] ?? '')
  if (encoding) reply.header('content-encoding', encoding)
  return bytes
}
