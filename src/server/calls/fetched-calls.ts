import type { FastifyPluginAsync } from 'fastify'
import { SEALING_HEADER } from '#features/sealing/may-be-sealed.ts'
import { openSealedInput } from '#features/sealing/server/open-sealed.ts'
import { isPrepared, sendPrepared } from '../pages/prepared-answer.ts'
import type { Sealing } from '#features/sealing/server/sealing.ts'
import { inputSchemaOf, type Caching, type Served } from './serve.ts'
import type { Visitors } from './visitor.ts'

/** The calls at their addresses, for browsers and whoever else knows the specification. */
export function fetchedCalls(served: readonly Served[], visitors: Visitors, sealing: Pick<Sealing, 'open'>): FastifyPluginAsync {
  const sealed = openSealedInput(sealing)
  return async function routes(app) {
    for (const { contract, caching, alsoAt, handle } of served) {
      const { method, schema } = contract
      const part = inputSchemaOf(contract)?.part
      for (const url of [contract.url, ...alsoAt]) {
        app.route({
          method,
          url,
          schema,
          // GEN-7: before the contract looks at it.
          async preValidation(request) {
            if (part === 'body') request.body = await sealed.openBody(request.body, request.headers[SEALING_HEADER] !== undefined)
          },
          async handler(request, reply) {
            const visitor = visitors.of(request, reply, { call: `${method} ${url}`, isDirect: false })
            const answer = await handle(part === 'body' ? request.body : request.query, visitor)
            if (isPrepared(answer)) return sendPrepared(request, reply, answer)
            return reply.headers(cachingHeaders(caching)).send(answer)
          },
        })
      }
    }
  }
}

function cachingHeaders(caching: Caching): Record<string, string> {
  if (caching === 'no-store') return { 'cache-control': 'no-store' }
  return { 'cache-control': `public, max-age=${caching.seconds}`, ...(caching.vary && { vary: caching.vary }) }
}
