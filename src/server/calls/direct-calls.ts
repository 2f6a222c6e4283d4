import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientOf, type Api } from '#calls/api.ts'
import { CALLS } from '#calls/contracts.ts'
import type { Call } from '#calls/define-call.ts'
import { Problem } from '#shared/problem.ts'
import type { Metrics } from '../logging/metrics.ts'
import { isPrepared } from '../pages/prepared-answer.ts'
import type { FailureOf } from './problem-replies.ts'
import { inputSchemaOf, type Served } from './serve.ts'
import type { Visitors } from './visitor.ts'

/**
 * The calls as a page makes them while it is rendered: no socket, no JSON, the same rules. Cookies that they set are sent with the page.
 * `onPrivate` is called when a response is private.
 */
export type DirectCalls = (request: FastifyRequest, reply: FastifyReply, onPrivate?: () => void) => Api

type Deps = { visitors: Visitors; failureOf: FailureOf; metrics: Pick<Metrics, 'observeRequest'> }
type Check = (input: unknown) => boolean
type Known = Served & { check: Check | null }

export function directCalls(served: readonly Served[], { visitors, failureOf, metrics }: Deps): DirectCalls {
  const known = new Map<Call, Known>(served.map((each) => [each.contract, { ...each, check: null }]))

  return (request, reply, onPrivate) =>
    clientOf(CALLS, async ({ name, call, input, extras }) => {
      const answering = known.get(call)
      if (!answering) throw new Error(`no handler for ${name}`)
      const { method, url, caching } = answering.contract
      const began = performance.now()
      const observe = (status: number) => metrics.observeRequest({ route: url, method, status, milliseconds: performance.now() - began })
      // Also on failure: the reason why a private call was refused is private.
      if (caching === 'private') onPrivate?.()
      try {
        answering.check ??= checkOf(answering, request)
        if (!answering.check(input)) throw new Problem('bad-request', 'the input does not fit the contract')
        const visitor = visitors.of(request, reply, { call: `${method} ${url}`, isDirect: true, bearer: extras.bearer })
        const answer = await answering.handle(input, visitor)
        if (isPrepared(answer)) throw new Error(`${name} is made for browsers`)
        if (typeof caching === 'function' && 'result' in answer && caching(answer.result as never) === 'private') onPrivate?.()
        observe(200)
        return answer
      } catch (error) {
        const { httpStatus, failure } = await failureOf(error, request)
        observe(httpStatus)
        return failure
      }
    })
}

/** By the same validator that fetched calls pass. */
function checkOf({ contract }: Served, request: FastifyRequest): Check {
  const input = inputSchemaOf(contract)
  if (!input) return () => true
  const validate = request.compileValidationSchema(input.schema, input.part)
  return (value) => validate(value ?? null)
}
