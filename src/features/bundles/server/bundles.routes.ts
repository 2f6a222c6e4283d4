import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { success } from '#shared/reply.ts'
import { languageOf } from '#server/problem-replies.ts'
import { listBundles, readTariffs } from '../contract.ts'
import type { Catalogue, LineKind } from './catalogue.ts'

const LINE_KINDS = ['PREPAID', 'POSTPAID', 'HYBRID', 'BROADBAND'] as const satisfies readonly LineKind[]

export function bundleRoutes(catalogue: Catalogue): FastifyPluginAsyncTypebox {
  return async function routes(app) {
    app.route({
      ...listBundles,
      async handler(request) {
        const { lineType, serviceType } = request.body
        const { bundles, isStale } = await catalogue.list({ lineType, serviceType: serviceType ?? null, language: languageOf(request) })
        return { ...success(bundles), isStale }
      },
    })

    app.route({
      ...readTariffs,
      async handler(request) {
        const lineType = LINE_KINDS.find((kind) => kind === request.query.lineType) ?? null
        return success(await catalogue.list({ lineType, serviceType: null, language: languageOf(request) }))
      },
    })
  }
}
