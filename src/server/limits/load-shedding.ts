import { createHash } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { doFor } from '#outbound/outside-wait.ts'
import { BRAND } from '#shared/brand.ts'
import { API_PREFIX } from '#calls/addresses.ts'
import { Problem } from '#shared/problem.ts'
import { languageOf, type ProblemWords } from '../calls/problem-replies.ts'
import { countWork, type Busy, type Work } from './work-in-flight.ts'

/** How busy the portal is, as the shedding sees it. */
export type Pressure = { isHigh(busy: Busy): boolean }

export type Shedding = { pressure: Pressure; words: ProblemWords; onShed: () => void }

/** At some hundred answers a second, so many waiting mean that the last one waits for half a second. */
const MOST_IN_FLIGHT = 120
/** A late loop alone says that the machine is busy, perhaps with something else: turning a few visitors away would not help. */
const MANY_IN_FLIGHT = 30
const LONGEST_DELAY_MS = 500
const WINDOW_MS = 1_000
const RESOLUTION_MS = 20
const RETRY_AFTER_SECONDS = 10
/** Nothing that is worked takes longer. Whoever left without waiting for an answer is worked for all the same. */
const LONGEST_WORK_MS = 20_000

/**
 * Too many requests at once, or many and an event loop that answers nobody in time. Those who come back from a slow outside system all at
 * once have little left to be done: their number alone turns nobody away, the loop tells whether they are too many.
 */
export function measurePressure(app: FastifyInstance): Pressure {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let isLoopLate = false
  delay.enable()
  const timer = setInterval(() => {
    isLoopLate = delay.mean / 1e6 > LONGEST_DELAY_MS
    delay.reset()
  }, WINDOW_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delay.disable()
  })
  return { isHigh: ({ fresh, back }) => fresh >= MOST_IN_FLIGHT || (isLoopLate && fresh + back >= MANY_IN_FLIGHT) }
}

/**
 * More visitors than the machine can serve: those who come now are asked to come back, so that those who are paying can finish.
 * What belongs to a payment under way, what providers tell us and what keeps the portal watched is never turned away.
 * A request counts from the moment when all of it has arrived until its answer is ready, without the time it waits outside (decision 0025).
 * Tells whoever answers without the framework whether it sheds at the moment.
 */
export function shedLoad(app: FastifyInstance, { pressure, words, onShed }: Shedding): { isShedding(): boolean } {
  const work = countWork()
  const begun = new WeakMap<FastifyRequest, Work>()

  async function turnAway(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    onShed()
    reply.header('retry-after', RETRY_AFTER_SECONDS)
    if (!isPage(request)) return reply.send(new Problem('unavailable', 'too many requests at once'))
    const page = busyPage(await words('unavailable', languageOf(request)), languageOf(request))
    reply.header('content-security-policy', BUSY_POLICY).header('cache-control', 'no-store')
    return reply.code(503).type('text/html; charset=utf-8').send(page)
  }

  // The first hook after the body was read.
  app.addHook('preValidation', (request, reply, done) => {
    // A page that calls the API while it is rendered was let in already; what was cut off while its body came is answered already.
    if (!(request.raw instanceof IncomingMessage) || reply.sent) return done()
    if (!mustServe(request) && pressure.isHigh(work.busy())) {
      turnAway(request, reply).catch((error: unknown) => reply.send(error))
      return undefined
    }
    const one = work.begin()
    begun.set(request, one)
    reply.raw.once('close', () => {
      if (begun.has(request)) setTimeout(one.end, LONGEST_WORK_MS).unref()
    })
    return doFor(one, done)
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
  if (routeOptions.config.isCalledFromOutside || CHEAP.some((start) => url.startsWith(start))) return true
  return BELONGS_TO_PAYMENT.some((start) => url.startsWith(start)) && !url.startsWith(PURCHASE)
}

function isPage({ url, headers }: FastifyRequest): boolean {
  return !url.startsWith(API_PREFIX) && !url.split('?', 1)[0]?.endsWith('.data') && (headers.accept ?? '').includes('text/html')
}

const STYLE = 'body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem;color-scheme:light dark}'
const BUSY_POLICY = `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/** Made without the page renderer, which is what has no time; it asks again by itself. */
function busyPage(sentence: string, language: string): string {
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}"><title>${BRAND.name}</title><style>${STYLE}</style></head>` +
    `<body><main><h1>${BRAND.name}</h1><p>${escaped(sentence)}</p></main></body></html>`
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
