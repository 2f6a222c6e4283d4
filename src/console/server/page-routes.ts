import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { appendAudit } from '#features/audit/server/audit-log.ts'
import { ACT_RULES, hasPartIn } from '#features/staff-acts/roles.ts'
import { isDatabaseUnavailable } from '#server/database/database-problems.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import type { ConsoleNotice } from '../console-notice.ts'
import type { ConsolePage } from '../console-page.ts'
import type { ActResult, ConsoleAct, ConsoleRequest } from '../console-request.ts'
import { searchAddress } from '../pages/search/search-address.ts'
import { languageOf, mayRead, type Answers, type Signed } from './answers.ts'
import { isFormOf } from './form-token.ts'
import { watchFullNumbers } from './full-numbers.ts'
import { readForm, type PostedForm } from './read-form.ts'
import { readUpload } from './read-upload.ts'
import type { SessionGate } from './session-gate.ts'
import type { Sessions } from './sessions.ts'

type Parts = { sessions: Sessions; answers: Answers; gate: SessionGate; deps: ConsoleDeps; pages: readonly ConsolePage[] }
type Asked = { asked: ConsoleRequest; numbers: ReturnType<typeof watchFullNumbers> }

const BASE = 'http://console.invalid'

/** CON-2: routes and role checks of every page and act, made from the page table. */
export function pageRoutes(app: FastifyInstance, parts: Parts): void {
  const { pages, gate, answers, deps } = parts
  for (const page of pages) {
    app.get(page.path, (request, reply) => gate.signed(request, reply, (signed) => showPage(parts, page, signed)))
    for (const [name, act] of Object.entries(page.acts)) {
      const path = `${page.path === '/' ? '' : page.path}/${name}`
      app.post(path, (request, reply) => gate.signed(request, reply, (signed) => runAct(parts, { page, act, name }, signed)))
    }
  }
  // It changes nothing: no act, and no token. It is posted because no address may hold a number.
  app.post('/search', (request, reply) =>
    gate.signed(request, reply, async ({ session }) => {
      // Where a search leads says whether a payment exists: the list itself refuses who may not read it.
      const isReader = pages.some((page) => page.path === '/payments' && mayRead(session.staff, page))
      const typed = readForm(typeof request.body === 'string' ? request.body : '').form.get('q')
      return reply.redirect(isReader ? await searchAddress(deps, typed) : '/payments', 303)
    }),
  )
  app.get('/session', (request, reply) => gate.signed(request, reply, async () => reply.code(204).send()))
  if (!pages.some(({ path }) => path === '/'))
    app.get('/', (request, reply) => gate.signed(request, reply, async ({ session }) => reply.redirect(answers.home(session.staff), 303)))
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) =>
    gate.signed(request, reply, (signed) =>
      answers.failure(signed, { asked: askOf(signed, deps).asked, page: null, status: 404 }, 'missing'),
    ),
  )
}

/** What pages see of a request. `name`: the act that was posted, which is no part of the page's address. */
function askOf({ request, session }: Signed, deps: ConsoleDeps, name?: string): Asked {
  const now = deps.clock.now()
  const url = new URL(request.url, BASE)
  if (name !== undefined) url.pathname = url.pathname.slice(0, -name.length - 1) || '/'
  const numbers = watchFullNumbers({ db: deps.db, clock: deps.clock, session })
  const params = Object.fromEntries(Object.entries(Object(request.params)).map(([key, value]) => [key, String(value)]))
  const asked = { staff: session.staff, language: languageOf(request), url, params, now, requestId: request.id, deps, ...numbers.ask }
  return { asked, numbers }
}

async function showPage({ sessions, answers, deps }: Parts, page: ConsolePage, signed: Signed): Promise<FastifyReply> {
  const { asked, numbers } = askOf(signed, deps)
  if (!mayRead(signed.session.staff, page)) {
    await noteRefusal(deps, signed, { act: 'open-page', page, detail: {} })
    return answers.wrongRole(signed, { asked, page, status: 403 }, { refused: 'page', needed: page.mayRead })
  }
  const { notice } = signed.session
  if (notice) await sessions.dropNotice(signed.session)
  return sendLoaded({ answers, page, signed, asked, numbers }, { notice, typed: {}, status: null })
}

type Loading = Asked & { answers: Answers; page: ConsolePage; signed: Signed }
type Around = { notice: ConsoleNotice | null; typed: Readonly<Record<string, string>>; status: number | null }

async function sendLoaded({ answers, page, signed, asked, numbers }: Loading, { notice, typed, status }: Around): Promise<FastifyReply> {
  const { reply, request } = signed
  try {
    const result = await page.load(asked)
    if (result.kind === 'redirect') return reply.redirect(result.to, 303)
    if (result.kind === 'file') return sendFile(reply, result)
    if (result.kind === 'not-found') return await answers.failure(signed, { asked, page, status: 404 }, 'missing')
    const endsAt = numbers.endsAt()
    // By itself the page goes back to masked numbers.
    if (endsAt) reply.header('refresh', String(Math.ceil((endsAt.getTime() - asked.now.getTime()) / 1000) + 1))
    const shown = {
      asked,
      page,
      status: status ?? result.status ?? 200,
      notice,
      isDone: status === null && notice !== null,
      typed,
      showsNumbers: endsAt !== null,
    }
    return await answers.page(signed, shown, { title: result.title, name: page.view, props: result.props })
  } catch (error) {
    request.log.error({ err: error }, 'a page of the console could not be read')
    return answers.failure(
      signed,
      { asked, page, status: error instanceof Error && isDatabaseUnavailable(error) ? 503 : 500, notice },
      'unread',
    )
  }
}

type Posted = { page: ConsolePage; act: ConsoleAct; name: string }

async function runAct({ sessions, answers, deps }: Parts, { page, act, name }: Posted, signed: Signed): Promise<FastifyReply> {
  const { request, reply, session } = signed
  const { asked, numbers } = askOf(signed, deps, name)
  const posted = act.takesFile ? await readUpload(request) : readForm(typeof request.body === 'string' ? request.body : '')
  if (!isFormOf(session, posted.token) || posted.form.idempotencyKey === '') {
    await noteRefusal(deps, signed, { act: 'post-form', page, detail: { wanted: act.act } })
    return answers.failure(signed, { asked, page, status: 403 }, 'oldForm')
  }
  if (!mayRead(session.staff, page) || !hasPartIn(session.staff, act.act)) {
    await noteRefusal(deps, signed, { act: act.act, page, detail: { why: 'role' } })
    return answers.wrongRole(signed, { asked, page, status: 403 }, { refused: 'act', needed: rolesFor(act) })
  }
  const result = await resultOf(act, asked, posted, request)
  if (result === null) return answers.failure(signed, { asked, page, status: 500 }, 'unknownResult')
  if (result.kind === 'file') return sendFile(reply, result)
  if (result.kind === 'refused')
    return sendLoaded(
      { answers, page, signed, asked, numbers },
      { notice: result.notice, typed: posted.typed, status: result.status ?? 409 },
    )
  await sessions.putNotice(session, result.notice)
  return reply.redirect(result.to, 303)
}

/** Null when it is not known whether the act was done: an act that refuses says so by its result. */
async function resultOf(act: ConsoleAct, asked: ConsoleRequest, { form }: PostedForm, { log }: FastifyRequest): Promise<ActResult | null> {
  try {
    return await act.run(asked, form)
  } catch (error) {
    log.error({ err: error, act: act.act }, 'an act of the console failed')
    return null
  }
}

function rolesFor({ act }: ConsoleAct) {
  const { does, proposes, approves } = ACT_RULES[act]
  return [...new Set([...does, ...proposes, ...approves])]
}

type Refusal = { act: string; page: ConsolePage; detail: Record<string, string> }

function noteRefusal({ db }: ConsoleDeps, { session }: Signed, { act, page, detail }: Refusal): Promise<void> {
  return appendAudit(db, { actor: session.staff, act, outcome: 'refused', target: { kind: 'page', id: page.path }, detail })
}

function sendFile(reply: FastifyReply, { name, type, body }: { name: string; type: string; body: string }): FastifyReply {
  const safeName = name.replaceAll(/[^A-Za-z0-9._-]/g, '-')
  return reply.header('content-disposition', `attachment; filename="${safeName}"`).type(type).send(body)
}
