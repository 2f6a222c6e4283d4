import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import type { Catalogue } from '#features/bundles/server/catalogue.ts'
import { shownBundle } from '#features/bundles/shown-bundle.ts'
import type { LineType } from '#features/line/contract.ts'
import { KIND_OF_PAGE, pageAccepts, type SellingPage } from '#features/line/rules.ts'
import type { LineChecks } from '#features/line/server/check-line.ts'
import type { Askers } from '#server/asker.ts'
import { languageOf } from '#server/problem-replies.ts'
import type { Visits } from '#server/visits.ts'
import type { Language } from '#shared/language.ts'
import { readLineOffer } from '../contract.ts'

type Parts = { lines: LineChecks; catalogue: Catalogue; visits: Visits; askers: Askers }

/** A typed number costs a phone one round trip: its type, its bundles and the visit's memory of it in one call. */
export function lineOfferRoutes({ lines, catalogue, visits, askers }: Parts): FastifyPluginAsyncTypebox {
  async function bundlesOf(page: SellingPage, lineType: LineType, language: Language) {
    const nothing = { bundles: [], isStale: false, areBundlesUnread: false }
    if (lineType === 'INVALID' || page === '/postpaid-bill-pay' || !pageAccepts(page, lineType)) return nothing
    try {
      const { bundles, isStale } = await catalogue.list({ lineType, serviceType: null, language })
      return { bundles: bundles.map(shownBundle), isStale, areBundlesUnread: false }
    } catch (error) {
      // The line is known all the same.
      if (error instanceof Problem) return { ...nothing, areBundlesUnread: true }
      throw error
    }
  }

  return async function routes(app) {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })

    app.route({
      ...readLineOffer,
      async handler(request, reply) {
        const { msisdn, page } = request.body
        if (!isMobileNumber(msisdn)) throw new Problem('bad-request')
        const lineType = await lines.lineType(msisdn, await askers.of(request))
        const visit = await visits.findOrBegin(request, reply)
        await visits.saveDraft(visit, { widgetInfo: { type: KIND_OF_PAGE[page], msisdn } })
        return success({ lineType, ...(await bundlesOf(page, lineType, languageOf(request))) })
      },
    })
  }
}
