import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#shared/problem.ts'
import { readCookie } from './cookies.ts'
import { encodedBody, encodingFor, type EncodedBody } from './encoded-body.ts'
import { readyAnswer, type FindReady } from './front-door.ts'
import type { FinishedPage, PageCache } from './page-cache.ts'
import { keptHeaders, pageFinisher, type FinishPage, type Rendered } from './page-finisher.ts'
import { languageOf } from './problem-replies.ts'

/** Renders one request; its text and what the page sets as cookies come back beside the answer. */
export type RenderPage = (
  request: Request,
  seen: { fastifyRequest: FastifyRequest; scriptMark: string },
) => Promise<{ response: Response; html: string; setCookies: string[] }>

export type PagesOptions = {
  render: RenderPage
  cache: PageCache
  publicOrigin: string
  visitCookie: string
  contentVersion: () => Promise<string>
  finishPage: FinishPage
  /** Hands over how to find a page that was sent before, for whoever answers without the framework. */
  answerEarly: (find: FindReady, route: string) => void
  /** Milliseconds that only grow. */
  now?: () => number
}

const EVERY_PAGE = '/*'

const FAST_QUALITY = 6
const CACHED_QUALITY = 10
const VERSION_MS = 250
const UNCHANGED = 'unchanged'

/** Every address that is not a call: pages, the data of pages, and form posts to pages. */
export function pageRoutes(options: PagesOptions): FastifyPluginAsync {
  return async function routes(app) {
    // Form bodies go to the page as they came, once they have come whole. Our forms have no files, and only the plain kind cannot be broken.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    const version = rememberVersion(options)
    const finisher = pageFinisher(options.finishPage)
    options.answerEarly((request) => {
      const known = isSharedPage(request, options.visitCookie) ? version.known() : null
      const kept = known === null ? undefined : options.cache.get(cacheKey(request, known))
      return kept?.answers.get(answerName(request, kept))
    }, EVERY_PAGE)
    app.route({
      method: ['GET', 'POST'],
      url: EVERY_PAGE,
      schema: { hide: true },
      async handler(request, reply) {
        const key = isSharedPage(request, options.visitCookie) ? cacheKey(request, version.known() ?? (await version.ask())) : null
        const kept = key ? options.cache.get(key) : undefined
        if (kept) return sendPage(request, reply, { page: kept, isShared: true })
        const rendered = await renderRequest(request, reply, { ...options, scriptMark: finisher.scriptMark() })
        const { response } = rendered
        if (!response.headers.get('content-type')?.startsWith('text/html')) return sendPlain(request, reply, rendered)
        const isShared = key !== null && response.status === 200 && !reply.hasHeader('set-cookie') && !response.headers.has('cache-control')
        const page = finisher.finish(rendered, isShared ? CACHED_QUALITY : FAST_QUALITY)
        if (isShared && key) options.cache.set(key, page)
        return sendPage(request, reply, { page, isShared })
      },
    })
    app.route({
      method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: EVERY_PAGE,
      schema: { hide: true },
      async handler(_request, reply) {
        await reply.code(405).header('allow', 'GET, HEAD, POST').send()
      },
    })
  }
}

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** Without a visit and without a query, a page is the same for everybody who reads the same language. */
function isSharedPage({ method, url = '', headers }: Asked, visitCookie: string): boolean {
  const isPlain = method !== 'POST' && !url.includes('?') && !url.endsWith('.data')
  return isPlain && !readCookie(headers.cookie, visitCookie)
}

function cacheKey(request: Asked, contentVersion: string): string {
  return `${request.url}\n${languageOf(request)}\n${contentVersion}`
}

/** The answers that one page has: by its encoding, and that it did not change. */
function answerName({ headers }: Asked, page: FinishedPage): string {
  if (page.status === 200 && headers['if-none-match'] === page.etag) return UNCHANGED
  return encodingFor(headers['accept-encoding'] ?? '') ?? 'plain'
}

/** Asking for the version costs as much as sending a finished page: it is asked for a few times a second, and short. */
function rememberVersion({ contentVersion, now = () => performance.now() }: Pick<PagesOptions, 'contentVersion' | 'now'>): {
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

async function renderRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { render, publicOrigin, scriptMark }: PagesOptions & { scriptMark: string },
): Promise<Rendered> {
  const { response, html, setCookies } = await render(toWebRequest(request, reply, publicOrigin), { fastifyRequest: request, scriptMark })
  const cookies = [...setCookies, ...response.headers.getSetCookie()]
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  return { response, html, scriptMark }
}

/** The address is built from our own setting, never from a Host header somebody else wrote. */
function toWebRequest(request: FastifyRequest, reply: FastifyReply, publicOrigin: string): Request {
  if (!URL.canParse(request.url, publicOrigin) || new URL(request.url, publicOrigin).origin !== publicOrigin) throw new Problem('not-found')
  const stopped = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) stopped.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (name !== 'host' && value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  headers.set('host', new URL(publicOrigin).host)
  const isPost = request.method === 'POST'
  return new Request(new URL(request.url, publicOrigin), {
    // A HEAD is answered as its GET would be; Fastify leaves the body out.
    method: isPost ? 'POST' : 'GET',
    headers,
    signal: stopped.signal,
    ...(isPost && Buffer.isBuffer(request.body) ? { body: new Uint8Array(request.body) } : {}),
  })
}

type Sent = { page: FinishedPage; isShared: boolean }

async function sendPage(request: FastifyRequest, reply: FastifyReply, { page, isShared }: Sent): Promise<FastifyReply> {
  reply
    .headers(page.headers)
    .header('content-security-policy', page.policy)
    .header('vary', 'accept-encoding, cookie')
    .header('etag', page.etag)
  // Kept by the browser, but asked for again each time: an unchanged page then costs a few bytes.
  if (!page.headers['cache-control']) reply.header('cache-control', 'private, no-cache')
  const name = answerName(request, page)
  const body = name === UNCHANGED ? undefined : await encode(request, reply.code(page.status), page.body)
  if (!body) reply.code(304)
  if (isShared && request.method === 'GET') page.answers.set(name, readyAnswer(reply, body))
  return reply.send(body)
}

/** The data of a page that script asks for, redirects, and answers without a body. */
async function sendPlain(request: FastifyRequest, reply: FastifyReply, { response, html: text }: Rendered): Promise<FastifyReply> {
  reply.code(response.status).headers(keptHeaders(response)).header('vary', 'accept-encoding, cookie')
  if (!response.headers.has('cache-control')) reply.header('cache-control', 'no-store')
  return text === '' ? reply.send() : reply.send(await encode(request, reply, encodedBody(text, FAST_QUALITY)))
}

async function encode(request: FastifyRequest, reply: FastifyReply, body: EncodedBody): Promise<Buffer> {
  const { encoding, bytes } = await body.encode(request.headers['accept-encoding'] ?? '')
  if (encoding) reply.header('content-encoding', encoding)
  return bytes
}
