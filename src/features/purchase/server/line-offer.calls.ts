import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import type { RunningBundles } from '#features/balance-query/server/running-bundles.ts'
import type { Catalogue } from '#features/bundles/server/catalogue.ts'
import { shownBundle } from '#features/bundles/shown-bundle.ts'
import type { LineType } from '#features/line/contract.ts'
import { fittingPage, KIND_OF_PAGE, pageAccepts, type SellingPage } from '#features/line/rules.ts'
import type { LineChecks } from '#features/line/server/check-line.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import type { Visits } from '#features/visit/server/visits.ts'
import type { Language } from '#shared/language.ts'
import { readLineOffer } from '../contract.ts'

type OfferPage = SellingPage | '/'
type Parts = {
  lines: LineChecks
  catalogue: Catalogue
  visits: Pick<Visits, 'saveDraft'>
  running: RunningBundles
  sellsPostpaidBundles: boolean
}

/** A typed number costs a phone one round trip: its type, its bundles and the visit's memory of it in one call. */
export function lineOfferCalls({ lines, catalogue, visits, running, sellsPostpaidBundles }: Parts): Served[] {
  async function bundlesOf(page: OfferPage, lineType: LineType, language: Language) {
    const nothing = { bundles: [], isStale: false, areBundlesUnread: false }
    // The home page has what it offers for each kind of line.
    if (page === '/' || lineType === 'INVALID' || page === '/postpaid-bill-pay' || !pageAccepts(page, lineType, sellsPostpaidBundles))
      return nothing
    try {
      const { bundles, isStale } = await catalogue.list({ lineType, serviceType: null, language })
      return { bundles: bundles.map(shownBundle), isStale, areBundlesUnread: false }
    } catch (error) {
      // The line is known all the same.
      if (error instanceof Problem) return { ...nothing, areBundlesUnread: true }
      throw error
    }
  }

  /** NUM-3: the number of another kind of line waits on the page that serves it; from the home page every number does. */
  function keptFor(page: OfferPage, lineType: LineType) {
    if (page !== '/' && pageAccepts(page, lineType, sellsPostpaidBundles)) return KIND_OF_PAGE[page]
    return KIND_OF_PAGE[fittingPage(lineType) ?? (page === '/' ? '/prepaid-recharge' : page)]
  }

  return [
    serve(readLineOffer, async ({ msisdn, page }, visitor) => {
      const lineType = await lines.lineType(msisdn, await visitor.asker())
      const visit = await visitor.visitOrNew()
      await visits.saveDraft(visit, { widgetInfo: { type: keptFor(page, lineType), msisdn } })
      const { asker, language } = visitor
      const offer = await bundlesOf(page, lineType, language)
      if (offer.bundles.length === 0) return success({ lineType, ...offer })
      return success({ lineType, ...offer, running: await running.read({ msisdn, visit, asker, language }) })
    }),
  ]
}
