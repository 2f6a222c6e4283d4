import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#shared/problem.ts'
import { encodedBody } from './encoded-body.ts'
import type { OwnAddresses } from './own-addresses.ts'
import { keptHeaders, pageFinisher, type FinishPage, type Rendered } from './page-finisher.ts'
import { CACHED_QUALITY, encode, EVERY_PAGE, FAST_QUALITY, type SentPages } from './pages/sent-pages.ts'

/** Renders one request; its text comes back beside the answer. */
export type RenderPage = (
  request: Request,
  seen: { fastifyRequest: FastifyRequest; reply: FastifyReply; scriptMark: string },
) => Promise<{ response: Response; html: string }>

export type PagesOptions = {
  render: RenderPage
  sent: SentPages
  addresses: OwnAddresses
  finishPage: FinishPage
}

/** Every address that is not a call: pages, the data of pages, and form posts to pages. */
export function pageRoutes(options: PagesOptions): FastifyPluginAsync {
  return async function routes(app) {
    // Form bodies go to the page as they came, once they have come whole. Our forms have no files, and only the plain kind cannot be broken.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    const { sent } = options
    const finisher = pageFinisher(options.finishPage)
    app.route({
      method: ['GET', 'POST'],
      url: EVERY_PAGE,
      schema: { hide: true },
      async handler(request, reply) {
        const key = await sent.keyOf(request)
        const kept = key ? sent.find(key) : undefined
        if (kept) return sent.send(request, reply, { page: kept, isShared: true })
        const rendered = await renderRequest(request, reply, { ...options, scriptMark: finisher.scriptMark() })
        const { response } = rendered
        if (!response.headers.get('content-type')?.startsWith('text/html')) return sendPlain(request, reply, rendered)
        const isShared = key !== null && response.status === 200 && !reply.hasHeader('set-cookie') && !response.headers.has('cache-control')
        const page = finisher.finish(rendered, isShared ? CACHED_QUALITY : FAST_QUALITY)
        if (isShared && key) sent.keep(key, page)
        return sent.send(request, reply, { page, isShared })
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

async function renderRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { render, addresses, scriptMark }: PagesOptions & { scriptMark: string },
): Promise<Rendered> {
  const origin = addresses.originOf(request.headers)
  if (origin === null) throw new Problem('foreign-origin')
  const seen = { fastifyRequest: request, reply, scriptMark }
  const { response, html } = await render(toWebRequest(request, reply, origin), seen)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  return { response, html, scriptMark }
}

/** The address is built from one of our own, never from a Host header somebody else wrote. */
function toWebRequest(request: FastifyRequest, reply: FastifyReply, own: string): Request {
  if (!URL.canParse(request.url, own) || new URL(request.url, own).origin !== own) throw new Problem('not-found')
  const stopped = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) stopped.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (name !== 'host' && value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  headers.set('host', new URL(own).host)
  const isPost = request.method === 'POST'
  return new Request(new URL(request.url, own), {
    // A HEAD is answered as its GET would be; Fastify leaves the body out.
    method: isPost ? 'POST' : 'GET',
    headers,
    signal: stopped.signal,
    ...(isPost && Buffer.isBuffer(request.body) ? { body: new Uint8Array(request.body) } : {}),
  })
}

/** The data of a page that script asks for, redirects, and answers without a body. */
async function sendPlain(request: FastifyRequest, reply: FastifyReply, { response, html: text }: Rendered): Promise<FastifyReply> {
  reply.code(response.status).headers(keptHeaders(response)).header('vary', 'accept-encoding, cookie')
  if (!response.headers.has('cache-control')) reply.header('cache-control', 'no-store')
  return text === '' ? reply.send() : reply.send(await encode(request, reply, encodedBody(text, FAST_QUALITY)))
}
