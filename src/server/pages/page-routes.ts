import type { FastifyPluginAsync, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { ERASED_COOKIE } from '#shared/erased-cookie.ts'
import { maskAddress } from '#shared/mask-address.ts'
import { PART_HEADER } from '#shared/page-part.ts'
import { Problem } from '#shared/problem.ts'
import { pathInsidePortal } from '#shared/safe-addresses.ts'
import type { EncryptedInput } from '#features/field-encryption/server/decrypt-input.ts'
import { readCookie } from '../security/cookies.ts'
import type { OwnOrigins } from '../security/own-origins.ts'
import type { FailureOf } from '../calls/problem-replies.ts'
import type { Visits } from '#features/visit/server/visits.ts'
import type { FormResults } from './form-results.ts'
import { knownSpelling } from './known-spelling.ts'
import { EVERY_PAGE, type SentPages } from './sent-pages.ts'

/** A request for a page, as the code that runs pages needs it. */
export type PageAsk = { path: string; params: Record<string, string>; url: URL; request: FastifyRequest; reply: FastifyReply }

type Shown = {
  kind: 'page'
  status: number
  html: string
  /** The content of its `main`. */ main: string
  policy: string
  headers: Record<string, string>
  problem?: unknown
}
type Elsewhere = { kind: 'redirect'; location: string; headers: Record<string, string>; status?: 301 }

type Again = { kind: 'again'; answer: unknown; isPrivate: boolean }

export type RunPages = {
  paths: readonly string[]
  show(ask: PageAsk, answer: unknown): Promise<Shown | Elsewhere>
  post(ask: PageAsk, form: URLSearchParams): Promise<Shown | Elsewhere | Again>
  /** For a form that could not be read. */
  fail(ask: PageAsk, problem: { status: number; message: string }): Promise<Shown | Elsewhere>
}

export type PageRoutesOptions = {
  pages: RunPages
  sent: SentPages
  answers: FormResults
  visits: Pick<Visits, 'find'>
  addresses: Pick<OwnOrigins, 'originOf'>
  sealedInput: Pick<EncryptedInput, 'decryptForm'>
  failureOf: FailureOf
}

const NOT_STORED = { 'cache-control': 'no-store' }

/** The id of a result in the address of the page that shows it. */
const ANSWER = 'answer'

/** The null character: no field needs it, and the database accepts no text with it. */
const NOTHING = /%00|\0/g

/**
 * A private result belongs to the visit, also to one that the post itself created; without any it is not stored. Any other is bound only to
 * a visit that came with its cookie, so that browsers that store no cookies see it too.
 */
function keepingAnswers({ answers, visits }: Pick<PageRoutesOptions, 'answers' | 'visits'>) {
  return async function keepAnswer({ path, url, request }: PageAsk, { answer, isPrivate }: Again): Promise<void> {
    const visit = await visits.find(request)
    if (isPrivate && !visit) return url.searchParams.delete(ANSWER)
    const visitId = visit && (isPrivate || !visit.isNew) ? visit.id : null
    url.searchParams.set(ANSWER, await answers.keep(answer, { path, visitId, isPrivate }))
  }
}

function findingAnswers({ answers, visits }: Pick<PageRoutesOptions, 'answers' | 'visits'>) {
  return async function answerFor({ path, url, request }: PageAsk) {
    const id = url.searchParams.get(ANSWER)
    if (!id) return null
    const visit = await visits.find(request)
    const since = Number(readCookie(request.headers.cookie, ERASED_COOKIE))
    return answers.find(id, { path, visitId: visit?.id ?? null, since: Number.isSafeInteger(since) ? Math.max(since, 0) : 0 })
  }
}

function forgettingAnswers({ answers, visits }: Pick<PageRoutesOptions, 'answers' | 'visits'>) {
  return async function forgetAnswer({ path, url, request }: PageAsk): Promise<void> {
    const id = url.searchParams.get(ANSWER)
    if (id) await answers.forget(id, { path, visitId: (await visits.find(request))?.id ?? null })
  }
}

const REFUSED: RouteOptions = {
  method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  url: EVERY_PAGE,
  schema: { hide: true },
  async handler(_request, reply) {
    await reply.code(405).header('allow', 'GET, HEAD, POST').send()
  },
}

function readingAddresses({ addresses }: Pick<PageRoutesOptions, 'addresses'>) {
  return function asked(path: string, request: FastifyRequest, reply: FastifyReply): PageAsk {
    // The address is built from one of our own, never from the client's Host header.
    const own = addresses.originOf(request.headers)
    const url = own === null ? null : URL.parse(request.url, own)
    if (url === null || url.origin !== own) throw new Problem('not-found')
    return { path, params: request.params as Record<string, string>, url, request, reply }
  }
}

/** Pages: match → load → render; a post → act → 303, always. */
export function htmlPageRoutes(options: PageRoutesOptions): FastifyPluginAsync {
  const { pages, sent, answers, visits, addresses, sealedInput, failureOf } = options
  const keepAnswer = keepingAnswers({ answers, visits })
  const answerFor = findingAnswers({ answers, visits })
  const forgetAnswer = forgettingAnswers({ answers, visits })
  const asked = readingAddresses({ addresses })

  async function show(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const key = await sent.keyOf(request)
    const kept = key && sent.sendKept(request, reply, key)
    if (kept) return kept
    const ask = asked(path, request, reply)
    const elsewhere = betterAddress(path === EVERY_PAGE ? knownSpelling(pages.paths, ask.url.pathname) : null, ask.url)
    if (elsewhere) return redirect(reply, elsewhere)
    const found = await answerFor(ask)
    const outcome = await pages.show(ask, found?.answer ?? null)
    if (outcome.kind === 'redirect') return redirect(reply, outcome)
    if (found?.isPrivate) outcome.headers = { ...outcome.headers, ...NOT_STORED }
    return send(request, reply, { outcome, key: reply.hasHeader('set-cookie') ? null : key })
  }

  async function post(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const ask = asked(path, request, reply)
    const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8').replaceAll(NOTHING, '') : '')
    const opened = await sealedInput.decryptForm(form).catch((error: unknown) => failureOf(error, request))
    const outcome = opened instanceof URLSearchParams ? await pages.post(ask, opened) : await pages.fail(ask, failureMessage(opened))
    if (outcome.kind === 'page') return send(request, reply, { outcome, key: null })
    if (outcome.kind === 'redirect') return forgetAnswer(ask).then(() => redirect(reply, outcome))
    await keepAnswer(ask, outcome)
    return redirect(reply, { location: ask.url.pathname + ask.url.search, headers: {} })
  }

  /** Failures around a page, such as a visit that cannot be looked up now, are shown as a page too. */
  async function orFailurePage(path: string, request: FastifyRequest, reply: FastifyReply, work: typeof show): Promise<FastifyReply> {
    try {
      return await work(path, request, reply)
    } catch (error) {
      if (error instanceof Problem && error.kind === 'not-found') throw error
      request.log.error({ err: error }, 'page failed')
      const outcome = await pages.fail(asked(path, request, reply), failureMessage(await failureOf(error, request)))
      return outcome.kind === 'redirect' ? redirect(reply, outcome) : send(request, reply, { outcome, key: null })
    }
  }

  function send(request: FastifyRequest, reply: FastifyReply, { outcome, key }: { outcome: Shown; key: string | null }) {
    if (outcome.problem) request.log.error({ err: outcome.problem }, 'page failed')
    const isPart = key === null && request.headers[PART_HEADER] !== undefined
    return sent.send(request, reply, { page: isPart ? mainPartOf(outcome) : outcome, key })
  }

  return async function routes(app) {
    // Form bodies are read completely. Our forms have no files, and only the plain encoding cannot be malformed.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const path of pages.paths) {
      // ROUTE-3: an address that the operator redirects elsewhere is registered already.
      if (!app.hasRoute({ method: 'GET', url: path }))
        app.get(path, { schema: { hide: true } }, async (request, reply) => orFailurePage(path, request, reply, show))
      if (!/[/?*]$/.test(path))
        app.get(`${path}/`, { schema: { hide: true } }, async (request, reply) => leaveSlash(asked(path, request, reply).url, reply))
      app.post(path, { schema: { hide: true } }, async (request, reply) => orFailurePage(path, request, reply, post))
    }
    app.route(REFUSED)
  }
}

/** Abuse 86: an address that contains a secret redirects to the same one without it, before anything is shown. */
function betterAddress(known: string | null, { pathname, search }: URL) {
  if (known) return { location: pathInsidePortal(maskAddress(known + search)), headers: {}, status: 301 } as const
  const here = pathname + search
  const masked = maskAddress(here)
  return masked === here ? null : { location: pathInsidePortal(masked), headers: {} }
}

function failureMessage({ httpStatus, failure }: Awaited<ReturnType<FailureOf>>): { status: number; message: string } {
  return { status: httpStatus, message: failure.message }
}

function redirect(reply: FastifyReply, { location, headers, status }: Omit<Elsewhere, 'kind'>): FastifyReply {
  return reply.headers({ ...NOT_STORED, ...headers }).redirect(location, status ?? 303)
}

/** An address with a slash at its end is the same page. */
function leaveSlash({ pathname, search }: URL, reply: FastifyReply): FastifyReply {
  return redirect(reply, { location: pathInsidePortal(maskAddress(pathname.replace(/\/+$/, '') + search)), headers: {}, status: 301 })
}

/** For a page that is loaded already and shows new content: frame and style, two thirds of its weight, are left out. */
function mainPartOf(outcome: Shown): Shown {
  return { ...outcome, html: outcome.main, headers: { ...outcome.headers, ...NOT_STORED } }
}
