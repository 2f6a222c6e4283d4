import { createHash } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { observeUpstreamWait } from '#outbound/upstream-wait.ts'
import { OPERATOR } from '#operator-record'
import { DUNE } from '#shared/dune.ts'
import { API_PREFIX } from '#calls/addresses.ts'
import { Problem } from '#shared/problem.ts'
import { languageOf, type ProblemWords } from '../calls/problem-replies.ts'
import { countWork, type Busy, type Work } from './in-flight-requests.ts'

/** The load as load shedding measures it. */
export type Pressure = { isHigh(busy: Busy): boolean }

export type Shedding = { pressure: Pressure; words: ProblemWords; onShed: () => void }

/** At some hundred responses a second, so many pending requests mean that the last one waits for half a second. */
const MAX_IN_FLIGHT = 120
/** A lagging event loop alone says that the machine is busy, perhaps with something else: rejecting a few requests would not help. */
const MANY_IN_FLIGHT = 30
const MAX_DELAY_MS = 500
const WINDOW_MS = 1_000
const RESOLUTION_MS = 20
const RETRY_AFTER_SECONDS = 10
/** No request is processed for longer. A request whose client left is processed all the same. */
const MAX_WORK_MS = 20_000

/**
 * Too many requests at once, or many together with an event loop that lags. Requests that resume together after a slow upstream have little
 * work left: their number alone sheds no request; the loop's delay tells whether they are too many.
 */
export function measurePressure(app: FastifyInstance): Pressure {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let isLoopLate = false
  delay.enable()
  const timer = setInterval(() => {
    isLoopLate = delay.mean / 1e6 > MAX_DELAY_MS
    delay.reset()
  }, WINDOW_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delay.disable()
  })
  return { isHigh: ({ fresh, back }) => fresh >= MAX_IN_FLIGHT || (isLoopLate && fresh + back >= MANY_IN_FLIGHT) }
}

/**
 * More visitors than the machine can serve: new requests are asked to come back, so that payments under way can finish. Requests of a
 * payment under way, webhooks and monitoring are never rejected. A request counts from its complete arrival until its response is ready,
 * without the time it waits for upstreams (decision 0025). Returns whether it sheds at the moment, for responses that bypass the framework.
 */
export function shedLoad(app: FastifyInstance, { pressure, words, onShed }: Shedding): { isShedding(): boolean } {
  const work = countWork()
  const begun = new WeakMap<FastifyRequest, Work>()

  async function turnAway(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    onShed()
    reply.header('retry-after', RETRY_AFTER_SECONDS)
    if (!isPage(request)) return reply.send(new Problem('unavailable', 'too many requests at once'))
    const language = languageOf(request)
    const [title, text, again] = await Promise.all((['busyTitle', 'busyText', 'busyAgain'] as const).map((word) => words(word, language)))
    const page = busyPage({ title, text, again }, language)
    reply.header('content-security-policy', BUSY_POLICY).header('cache-control', 'no-store')
    return reply.code(503).type('text/html; charset=utf-8').send(page)
  }

  // The first hook after the body was read.
  app.addHook('preValidation', (request, reply, done) => {
    // A page that calls the API while it is rendered was admitted already; a request cut off while its body arrived is answered already.
    if (!(request.raw instanceof IncomingMessage) || reply.sent) return done()
    if (!mustServe(request) && pressure.isHigh(work.busy())) {
      turnAway(request, reply).catch((error: unknown) => reply.send(error))
      return undefined
    }
    const one = work.begin()
    begun.set(request, one)
    reply.raw.once('close', () => {
      if (begun.has(request)) setTimeout(one.end, MAX_WORK_MS).unref()
    })
    return observeUpstreamWait(one, done)
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    begun.get(request)?.end()
    begun.delete(request)
    done()
  })
  return { isShedding: () => pressure.isHigh(work.busy()) }
}

/** Paying begins with choosing a purchase; from there on a visitor is served to the end. */
const PURCHASE = `${API_PREFIX}/transaction/v1/purchase`
const BELONGS_TO_PAYMENT = [`${API_PREFIX}/transaction/`, `${API_PREFIX}/otp/`, '/auth/', '/payment/']
const CHEAP = ['/assets/', '/healthz', '/readyz']

function mustServe({ url, routeOptions }: FastifyRequest): boolean {
  if (routeOptions.config.isExternalEndpoint || CHEAP.some((start) => url.startsWith(start))) return true
  return BELONGS_TO_PAYMENT.some((start) => url.startsWith(start)) && !url.startsWith(PURCHASE)
}

function isPage({ url, headers }: FastifyRequest): boolean {
  return !url.startsWith(API_PREFIX) && !url.split('?', 1)[0]?.endsWith('.data') && (headers.accept ?? '').includes('text/html')
}

const STYLE = [
  OPERATOR.look.style,
  ':root{color-scheme:light dark}body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}',
  'header{padding:.5rem 1rem;background:var(--night);color:var(--on-night)}header>*,main{max-width:70rem;margin:0 auto}',
  'p{display:flex;align-items:center;gap:.75rem;min-height:2.75rem;font-weight:700}h1{font-size:1.75rem;line-height:1.2}',
  'svg{display:block}.dune{width:100%;height:2.125rem;background:var(--night);fill:var(--page)}',
  'main{padding:1rem}main p{display:block;max-width:36rem;font-weight:400}',
  'a{display:inline-block;padding:.875rem 1.5rem;border-radius:8px;background:var(--action);color:var(--on-action);font-weight:700;text-decoration:none}',
].join('')
const BUSY_POLICY = `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

type BusyWords = { title?: string | undefined; text?: string | undefined; again?: string | undefined }

/** Built without the page renderer, which is what is overloaded; it reloads by itself, or at a press. */
function busyPage({ title = '', text = '', again = '' }: BusyWords, language: string): string {
  const { brand, look } = OPERATOR
  const sentence = text.replace('{seconds}', String(RETRY_AFTER_SECONDS))
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}"><title>${escaped(title)}</title><style>${STYLE}</style></head>` +
    `<body><header><p><svg viewBox="${look.logo.viewBox}" width="34" height="34" aria-hidden="true">${look.logo.shapes}</svg>${escaped(brand.name)}</p>` +
    `<h1>${escaped(title)}</h1></header><svg class="dune" viewBox="${DUNE.box}" preserveAspectRatio="none" aria-hidden="true"><path d="${DUNE.path}"/></svg>` +
    `<main><p>${escaped(sentence)}</p><a href="">${escaped(again)}</a></main></body></html>`
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
