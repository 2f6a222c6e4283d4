import type { FastifyPluginAsync } from 'fastify'
import type { Call } from '#calls/define-call.ts'
import { SEALING_HEADER } from '#features/field-encryption/may-be-sealed.ts'
import { createEncryptedInput } from '#features/field-encryption/server/decrypt-input.ts'
import { isPrepared, sendPrepared } from '../pages/prepared-answer.ts'
import type { FieldEncryption } from '#features/field-encryption/server/field-encryption.ts'
import { inputSchemaOf, type Served } from './serve.ts'
import type { Visitors } from './visitor.ts'

/** The calls at their URLs, for browsers and other clients of the specification. */
export function fetchedCalls(served: readonly Served[], visitors: Visitors, sealing: Pick<FieldEncryption, 'open'>): FastifyPluginAsync {
  const sealed = createEncryptedInput(sealing)
  return async function routes(app) {
    for (const { contract, handle } of served) {
      const { method, schema, caching } = contract
      const part = inputSchemaOf(contract)?.part
      for (const url of contract.urls) {
        app.route({
          method,
          url,
          schema,
          // GEN-7: decrypts before the contract validates.
          async preValidation(request) {
            if (part === 'body') request.body = await sealed.decryptBody(request.body, request.headers[SEALING_HEADER] !== undefined)
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

function cachingHeaders(caching: Call['caching']): Record<string, string> {
  if (typeof caching !== 'object') return { 'cache-control': 'no-store' }
  return { 'cache-control': `public, max-age=${caching.seconds}`, ...(caching.vary && { vary: caching.vary }) }
}
