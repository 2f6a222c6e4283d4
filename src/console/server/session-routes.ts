import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { appendAudit } from '#features/audit/server/audit-log.ts'
import type { Staff } from '#shared/staff-role.ts'
import type { AloneKind } from '../console-bundle.tsx'
import type { ConsoleDeps } from '../console-deps.ts'
import { isConsoleLanguage } from '../console-language.ts'
import { LANGUAGE_COOKIE, type Answers } from './answers.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { readForm } from './read-form.ts'
import { safePath } from './safe-path.ts'
import type { SessionGate } from './session-gate.ts'
import { isFormOf } from './form-token.ts'
import type { Sessions } from './sessions.ts'
import { UnknownSignIn, type SignIns } from './sign-ins.ts'

export const CALLBACK_PATH = '/sign-in/return'
const ONE_YEAR_SECONDS = 31_536_000
/** A failed sign-in has no person. */
const UNKNOWN: Staff = { id: 'unknown', name: 'unknown', roles: [] }
const REASONS: readonly AloneKind[] = ['first', 'idle', 'hours', 'roles']

type Parts = {
  sessions: Sessions
  signIns: SignIns
  answers: Answers
  gate: SessionGate
  deps: ConsoleDeps
  provider: IdentityProvider
  url: URL
}

type Query = Readonly<Record<string, unknown>>

/** CON-1: signing in and out, by the operator's identity provider. */
export function sessionRoutes(app: FastifyInstance, parts: Parts): void {
  const { signIns, answers, gate } = parts

  app.get<{ Querystring: Query }>('/sign-in', async (request, reply) => {
    const { why, to } = request.query
    const kind = REASONS.find((reason) => reason === why) ?? 'first'
    return answers.alone(request, reply, { status: 200, kind, to: safePath(to) })
  })

  app.get<{ Querystring: Query }>('/sign-in/start', (request, reply) =>
    gate.paced(request, reply, async () => {
      const to = safePath(request.query.to)
      try {
        return reply.redirect((await signIns.begin(reply, to)).href, 303)
      } catch (error) {
        request.log.warn({ failure: failureOf(error) }, 'the identity provider does not answer')
        return answers.alone(request, reply, { status: 503, kind: 'silent', to })
      }
    }),
  )

  app.get(CALLBACK_PATH, (request, reply) => gate.paced(request, reply, () => finishSignIn(parts, request, reply)))

  app.get('/signed-out', (request, reply) => answers.alone(request, reply, { status: 200, kind: 'out', to: '/' }))
  app.post<{ Body: unknown }>('/sign-out', (request, reply) => signOut(parts, request, reply))

  app.get<{ Params: { language: string }; Querystring: Query }>('/language/:language', async (request, reply) => {
    const { language } = request.params
    if (isConsoleLanguage(language))
      reply.header('set-cookie', `${LANGUAGE_COOKIE}=${language}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${ONE_YEAR_SECONDS}`)
    return reply.redirect(safePath(request.query.to), 303)
  })
}

async function finishSignIn({ signIns, sessions, answers, deps: { db }, url }: Parts, request: FastifyRequest, reply: FastifyReply) {
  try {
    const { identity, to } = await signIns.finish(request.headers.cookie, new URL(request.url, url), reply)
    const { staff } = identity
    if (staff.roles.length === 0) {
      await appendAudit(db, { actor: staff, act: 'sign-in', outcome: 'refused', target: null, detail: { why: 'no role' } })
      return await answers.alone(request, reply, { status: 403, kind: 'noRole', to: '/' })
    }
    await appendAudit(db, { actor: staff, act: 'sign-in', outcome: 'done', target: null, detail: {} })
    await sessions.begin(identity, { cookies: request.headers.cookie, reply })
    return await reply.redirect(to, 303)
  } catch (error) {
    request.log.warn({ failure: failureOf(error) }, 'sign-in refused')
    const why = error instanceof UnknownSignIn ? 'no open sign-in' : 'answer not valid'
    await appendAudit(db, { actor: UNKNOWN, act: 'sign-in', outcome: 'refused', target: null, detail: { why } })
    return answers.alone(request, reply, { status: 403, kind: 'refused', to: '/' })
  }
}

/** Here first: the provider may not answer. Its own page follows by a refresh, which no form policy of ours concerns. */
function signOut({ sessions, answers, gate, deps: { db }, provider, url }: Parts, request: FastifyRequest, reply: FastifyReply) {
  return gate.signed(request, reply, async ({ session }) => {
    if (!isFormOf(session, readForm(String(request.body)).token))
      return answers.alone(request, reply, { status: 403, kind: 'foreign', to: '/' })
    const idToken = await sessions.end(session, reply)
    await appendAudit(db, { actor: session.staff, act: 'sign-out', outcome: 'done', target: null, detail: {} })
    const address = await provider.signOutAddress(idToken, new URL('/signed-out', url)).catch((error: unknown) => {
      request.log.warn({ failure: failureOf(error) }, 'sign-out at the identity provider')
      return null
    })
    if (address) reply.header('refresh', `0; url=${address.href}`)
    return answers.alone(request, reply, { status: 200, kind: 'out', to: '/' })
  })
}

/** Names and codes only: the library's errors carry claims and answers of the provider. */
function failureOf(error: unknown): string {
  const { name, code, cause }: { name?: unknown; code?: unknown; cause?: unknown } = Object(error)
  const known = [name, code].filter((part) => typeof part === 'string')
  return [...known, ...(cause instanceof Error ? [failureOf(cause)] : [])].join(' ')
}
