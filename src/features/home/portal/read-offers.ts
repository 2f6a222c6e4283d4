import { isFailure } from '#shared/failure.ts'
import type { ShownBundle } from '#features/bundles/contract.ts'
import type { PageRequest } from '#portal/page/page.ts'
import { inTime } from '#portal/network/in-time.ts'

/** The home page never waits for the operator: without its catalogue it shows amounts and a link to all bundles. */
const CATALOGUE_MS = 500
const MAX_BUNDLES = 2

export type Offers = {
  amounts: number[]
  prepaid: ShownBundle[]
  broadband: ShownBundle[]
  /** Whether the catalogue was available: a page without it is not cached. */
  isWhole: boolean
}

/** The offers of the card once a line is known, the same for all visitors: rendered hidden with the page. */
export async function readOffers(request: PageRequest): Promise<Offers> {
  const [config, prepaid, broadband] = await Promise.all([
    request.api.readProductConfig(),
    popularFor(request, 'PREPAID'),
    popularFor(request, 'BROADBAND'),
  ])
  return {
    amounts: isFailure(config) ? [] : config.result.configData.quickAmounts,
    prepaid: prepaid ?? [],
    broadband: broadband ?? [],
    isWhole: prepaid !== null && broadband !== null,
  }
}

async function popularFor(request: PageRequest, lineType: 'PREPAID' | 'BROADBAND'): Promise<ShownBundle[] | null> {
  const tariffs = await inTime(request.api.readTariffs({ lineType }), CATALOGUE_MS).catch(() => null)
  if (!tariffs || isFailure(tariffs)) return null
  return tariffs.result.bundles.filter(({ isPopular }) => isPopular === true).slice(0, MAX_BUNDLES)
}
