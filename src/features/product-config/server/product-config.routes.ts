import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { success } from '#shared/reply.ts'
import { readProductConfig } from '../contract.ts'
import type { ProductConfig } from './product-config.ts'

export function productConfigRoutes(config: ProductConfig): FastifyPluginAsyncTypebox {
  return async function routes(app) {
    app.route({
      ...readProductConfig,
      async handler(_request, reply) {
        reply.header('cache-control', 'public, max-age=60')
        return success({ configData: await config.read() })
      },
    })
  }
}
