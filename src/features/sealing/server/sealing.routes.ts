import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { success } from '#shared/reply.ts'
import type { Sealing } from '#server/sealing.ts'
import { offerSealingKey } from '../contract.ts'

export function sealingRoutes(sealing: Sealing): FastifyPluginAsyncTypebox {
  return async function routes(app) {
    app.route({
      ...offerSealingKey,
      async handler(_request, reply) {
        reply.header('cache-control', 'no-store')
        return success(await sealing.offer())
      },
    })
  }
}
