import { hash } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { maskAddress } from '#shared/mask-address.ts'
import { PART_HEADER } from '#shared/page-part.ts'
import { Problem } from '#shared/problem.ts'
import { pathInsidePortal } from '#shared/safe-addresses.ts'
import { rememberBodies } from './encoded-body.ts'
import type { SealedInput } from '#features/sealing/server/open-sealed.ts'
import type { OwnAddresses } from '../security/own-addresses.ts'
import type { FinishedPage } from './page-cache.ts'
import type { FailureOf } from '../calls/problem-replies.ts'
import type { Visits } from '#features/visit/server/visits.ts'
import type { PageAnswers } from './page-answers.ts'
import { CACHED_QUALITY, EVERY_PAGE, FAST_QUALITY, type SentPages } from './sent-pages.ts'

/** A request for a page, as whoever runs pages needs it. */
export type PageAsk = { path: string; params: Record<string, string>; url: URL; request: FastifyRequest; reply: FastifyReply }

type Shown = { kind: 'page'; status: number; html: string; policy: string; headers: Record<string, string>; problem?: unknown }
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
  answers: PageAnswers
  visits: Pick<Visits, 'find'>
  addresses: Pick<OwnAddresses, 'originOf'>
  sealedInput: Pick<SealedInput, 'openForm'>
  failureOf: FailureOf
}

/** The name of an answer in the address of the page that shows it. */
const ANSWER = 'answer'

/** The character that is none: no field means it, and the database takes no text with it. */
const NOTHING = /%00|\0/g

/**
 * A private answer belongs to the visit, also to one that the post itself began; without any it is not kept. Any other is bound only to a visit
 * that came with its cookie: whoever keeps no cookies sees it too.
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
  return async function answerFor({ path, url, request }: PageAsk): Promise<unknown> {
    const id = url.searchParams.get(ANSWER)
    if (!id) return null
    const visit = await visits.find(request)
    return answers.find(id, { path, visitId: visit?.id ?? null })
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
    // The address is built from one of our own, never from a Host header somebody else wrote.
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
  const asked = readingAddresses({ addresses })

  async function show(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const key = await sent.keyOf(request)
    const kept = key ? sent.find(key) : undefined
    if (kept) return sent.send(request, reply, { page: kept, isShared: true })
    const ask = asked(path, request, reply)
    const here = ask.url.pathname + ask.url.search
    const masked = maskAddress(here)
    // Abuse 86: an address that holds a secret is left for the same one without it, before anything is shown.
    if (masked !== here) return redirect(reply, { location: pathInsidePortal(masked), headers: {} })
    const outcome = await pages.show(ask, await answerFor(ask))
    if (outcome.kind === 'redirect') return redirect(reply, outcome)
    return send(request, reply, { outcome, key: reply.hasHeader('set-cookie') ? null : key })
  }

  async function post(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const ask = asked(path, request, reply)
    const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8').replaceAll(NOTHING, '') : '')
    const opened = await sealedInput.openForm(form).catch((error: unknown) => failureOf(error, request))
    const outcome = opened instanceof URLSearchParams ? await pages.post(ask, opened) : await pages.fail(ask, said(opened))
    if (outcome.kind === 'page') return send(request, reply, { outcome, key: null })
    if (outcome.kind === 'redirect') return redirect(reply, outcome)
    await keepAnswer(ask, outcome)
    return redirect(reply, { location: ask.url.pathname + ask.url.search, headers: {} })
  }

  /** What fails around a page, such as the visit that nobody can look up now, is told on a page too. */
  async function orFailurePage(path: string, request: FastifyRequest, reply: FastifyReply, work: typeof show): Promise<FastifyReply> {
    try {
      return await work(path, request, reply)
    } catch (error) {
      if (error instanceof Problem && error.kind === 'not-found') throw error
      request.log.error({ err: error }, 'page failed')
      const outcome = await pages.fail(asked(path, request, reply), said(await failureOf(error, request)))
      return outcome.kind === 'redirect' ? redirect(reply, outcome) : send(request, reply, { outcome, key: null })
    }
  }

  function send(request: FastifyRequest, reply: FastifyReply, { outcome, key }: { outcome: Shown; key: string | null }) {
    if (outcome.problem) request.log.error({ err: outcome.problem }, 'page failed')
    const isShared = key !== null && outcome.status === 200 && !('cache-control' in outcome.headers)
    const isPart = key === null && request.headers[PART_HEADER] !== undefined
    const page = finished(isPart ? mainPartOf(outcome) : outcome, isShared ? CACHED_QUALITY : FAST_QUALITY)
    if (isShared && key) sent.keep(key, page)
    return sent.send(request, reply, { page, isShared })
  }

  return async function routes(app) {
    // Form bodies come whole. Our forms have no files, and only the plain kind cannot be broken.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const path of pages.paths) {
      // ROUTE-3: an address that the operator has pointed elsewhere is taken already.
      if (!app.hasRoute({ method: 'GET', url: path }))
        app.get(path, { schema: { hide: true } }, async (request, reply) => orFailurePage(path, request, reply, show))
      if (!/[/?*]$/.test(path))
        app.get(`${path}/`, { schema: { hide: true } }, async (request, reply) => leaveSlash(asked(path, request, reply).url, reply))
      app.post(path, { schema: { hide: true } }, async (request, reply) => orFailurePage(path, request, reply, post))
    }
    app.route(REFUSED)
  }
}

function said({ httpStatus, failure }: Awaited<ReturnType<FailureOf>>): { status: number; message: string } {
  return { status: httpStatus, message: failure.message }
}

function redirect(reply: FastifyReply, { location, headers, status }: Omit<Elsewhere, 'kind'>): FastifyReply {
  return reply.headers({ 'cache-control': 'no-store', ...headers }).redirect(location, status ?? 303)
}

/** An address that is written with a slash at its end is the same one. */
function leaveSlash({ pathname, search }: URL, reply: FastifyReply): FastifyReply {
  return redirect(reply, { location: pathInsidePortal(maskAddress(pathname.replace(/\/+$/, '') + search)), headers: {}, status: 301 })
}

/** For a page that is there already and shows what is new: frame and style, two thirds of its weight, are left out. */
function mainPartOf(outcome: Shown): Shown {
  const { html, headers } = outcome
  return {
    ...outcome,
    html: html.slice(html.indexOf('<main'), html.indexOf('</main>')),
    headers: { ...headers, 'cache-control': 'no-store' },
  }
}

const bodyOf = rememberBodies(200)

function finished({ status, html, policy, headers }: Shown, quality: number): FinishedPage {
  const bytes = Buffer.from(html)
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    policy,
    etag,
    body: bodyOf(bytes, quality, etag),
    answers: new Map(),
  }
}
