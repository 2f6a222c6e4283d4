import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ConsoleDeps } from '../console-deps.ts'
import { hashIp } from '#server/limits/caller.ts'
import { isWithinLimit } from '#server/limits/limits.ts'
import { addressOf, type Answers, type Signed } from './answers.ts'
import type { Sessions } from './sessions.ts'

/** Requests of one person: far above what hands do, far below what a loop does. */
const PER_PERSON = { everySeconds: 0.25, burst: 120 }
/** Sign-ins from one address: a whole office may share it. */
const PER_ADDRESS = { everySeconds: 2, burst: 30 }

/** Requests that a page makes by itself keep no session open. */
const BACKGROUND = 'x-console-background'

export type SessionGate = {
  /** Runs with an open session, or answers why there is none. */
  signed(request: FastifyRequest, reply: FastifyReply, work: (signed: Signed) => Promise<FastifyReply>): Promise<FastifyReply>
  /** Runs unless this address signs in too often. */
  paced(request: FastifyRequest, reply: FastifyReply, work: () => Promise<FastifyReply>): Promise<FastifyReply>
}

type Deps = { sessions: Sessions; answers: Answers; deps: ConsoleDeps; secret: string }

export function createSessionGate({ sessions, answers, deps: { db }, secret }: Deps): SessionGate {
  return {
    async signed(request, reply, work) {
      const isForm = request.method === 'POST'
      const address = addressOf(new URL(request.url, 'http://console.invalid'))
      const state = await sessions.read(request.headers.cookie, { isUse: request.headers[BACKGROUND] === undefined })
      if (state.kind === 'unconfirmed')
        return answers.alone(request, reply, { status: 503, kind: 'unconfirmed', to: isForm ? '/' : address })
      if (state.kind !== 'open') {
        if (isForm) return answers.alone(request, reply, { status: 401, kind: 'notSent', to: pageOf(address) })
        const why = state.kind === 'ended' ? state.why : 'first'
        return reply.redirect(`/sign-in?${new URLSearchParams({ why, to: address }).toString()}`, 303)
      }
      const { session } = state
      if (!(await isWithinLimit(db, { key: `console:${session.staff.id}`, ...PER_PERSON })))
        return answers.alone(request, reply, { status: 429, kind: 'often', to: isForm ? '/' : address })
      return work({ request, reply, session })
    },
    async paced(request, reply, work) {
      const key = `console-sign-in:${hashIp(secret, request.ip)}`
      return (await isWithinLimit(db, { key, ...PER_ADDRESS }))
        ? work()
        : answers.alone(request, reply, { status: 429, kind: 'often', to: '/' })
    },
  }
}

/** The page that a form belongs to: its address without the name of the act. */
function pageOf(address: string): string {
  const path = address.split('?')[0] ?? '/'
  return path.slice(0, path.lastIndexOf('/')) || '/'
}
