import type { FastifyReply, FastifyRequest } from 'fastify'
import { CALL_ADDRESSES, type CallName } from '#calls/addresses.ts'
import { namedCalls, type Api } from '#calls/api.ts'
import { Problem } from '#shared/problem.ts'
import type { Metrics } from '../logging/metrics.ts'
import { isPrepared } from '../pages/prepared-answer.ts'
import type { FailureOf } from './problem-replies.ts'
import { inputSchemaOf, type Served } from './serve.ts'
import type { Visitors } from './visitor.ts'

/** The calls as a page makes them while it is made: no socket, no JSON, the same rules. What they set as cookies goes out with the page. */
export type DirectCalls = (request: FastifyRequest, reply: FastifyReply) => Api

type Parts = { visitors: Visitors; failureOf: FailureOf; metrics: Pick<Metrics, 'observeRequest'> }
type Check = (input: unknown) => boolean

export function directCalls(served: readonly Served[], { visitors, failureOf, metrics }: Parts): DirectCalls {
  const byName = new Map<string, Served & { check: Check | null }>(served.map((each) => [each.contract.name, { ...each, check: null }]))

  return (request, reply) =>
    namedCalls<CallName>(CALL_ADDRESSES, async ({ name, input, extras }) => {
      const known = byName.get(name)
      if (!known) throw new Error(`nobody serves ${name}`)
      const { method, url } = known.contract
      const began = performance.now()
      const observe = (status: number) => metrics.observeRequest({ route: url, method, status, milliseconds: performance.now() - began })
      try {
        known.check ??= checkOf(known, request)
        if (!known.check(input)) throw new Problem('bad-request', 'the input does not fit the contract')
        const answer = await known.handle(
          input,
          visitors.of(request, reply, { call: `${method} ${url}`, isDirect: true, bearer: extras.bearer }),
        )
        if (isPrepared(answer)) throw new Error(`${name} is made for browsers`)
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
