import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { coordinatesOf } from '#features/places/server/places.routes.ts'
import { sendPrepared } from '#server/prepared-answer.ts'
import { success } from '#shared/reply.ts'
import { readCompactSites, readCoverageAt, readCoverageSummary } from '../contract.ts'
import type { Sites } from './sites.ts'

const SITE_CACHE = 'public, max-age=300'

export function coverageRoutes(sites: Sites): FastifyPluginAsyncTypebox {
  return async function routes(app) {
    app.route({
      ...readCoverageSummary,
      async handler(_request, reply) {
        reply.header('cache-control', SITE_CACHE)
        return success(await sites.summary())
      },
    })

    app.route({
      ...readCoverageAt,
      async handler(request, reply) {
        const point = coordinatesOf(request.query)
        reply.header('cache-control', SITE_CACHE)
        return success(await sites.at(point))
      },
    })

    app.route({
      ...readCompactSites,
      handler: async (request, reply) => sendPrepared(request, reply, await sites.compact()),
    })
  }
}
