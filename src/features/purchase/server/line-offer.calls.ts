import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import type { RunningBundle } from '#features/bundles/contract.ts'
import type { Catalogue } from '#features/bundles/server/catalogue.ts'
import { shownBundle } from '#features/bundles/shown-bundle.ts'
import type { LineType } from '#features/line/contract.ts'
import { fittingPage, KIND_OF_PAGE, pageAccepts, type SellingPage } from '#features/line/rules.ts'
import type { LineChecks } from '#features/line/server/check-line.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Visits } from '#features/visit/server/visits.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Language } from '#shared/language.ts'
import { readLineOffer } from '../contract.ts'

/** What a line has not used up yet, where the visit has proven the line; nothing where it is not known. */
export type RunningBundles = {
  read(question: { msisdn: MobileNumber; visit: Visit | null; caller: () => Promise<Caller>; language: Language }): Promise<RunningBundle[]>
}

type OfferPage = SellingPage | '/'
type Deps = {
  lines: LineChecks
  catalogue: Catalogue
  visits: Pick<Visits, 'saveDraft'>
  running: RunningBundles
  sellsPostpaidBundles: boolean
}

/** The one check of a line, for pages and their islands: its type, its bundles and the visit's memory of it in one call. */
export function lineOfferCalls({ lines, catalogue, visits, running, sellsPostpaidBundles }: Deps): Served[] {
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
    serve(readLineOffer, async ({ msisdn, page, isTyped = true }, visitor) => {
      const { caller, language } = visitor
      const lineType = await lines.lineType(msisdn, await caller())
      if (isTyped) await visits.saveDraft(await visitor.visitOrNew(), { widgetInfo: { type: keptFor(page, lineType), msisdn } })
      else await visitor.startVisitForLookup()
      const offer = await bundlesOf(page, lineType, language)
      const stillRunning = offer.bundles.length > 0 ? await running.read({ msisdn, visit: await visitor.visit(), caller, language }) : []
      return success({ lineType, ...offer, ...(stillRunning.length > 0 && { running: stillRunning }) })
    }),
  ]
}
