import { Type } from 'typebox'
import { readShape } from '#outbound/json-text.ts'
import type { OperatorBundle, OperatorCatalogue } from '#features/bundles/server/operator-catalogue.ts'
import type { Money } from '#shared/money.ts'
import type { OperatorResult } from '#shared/operator-answer.ts'
import { good } from '../answers.ts'
import { bundleOf, isOnlyNamed, isOnSale, OfferingPrice, priceEntryOf, priceOf, ProductOffering } from './catalogue.messages.ts'
import { idOf } from './shapes.ts'
import { pathSegment, type TmforumClient } from './tmforum-client.ts'

const PRICES_AT_ONCE = 8

export function operatorCatalogue(client: TmforumClient): OperatorCatalogue {
  /** Prices that offers contain only as references, each read once, a few at a time. */
  async function readPrices(ids: string[], signal?: AbortSignal): Promise<OperatorResult<Map<string, Money>>> {
    const prices = new Map<string, Money>()
    for (let at = 0; at < ids.length; at += PRICES_AT_ONCE) {
      const some = ids.slice(at, at + PRICES_AT_ONCE)
      const answers = await Promise.all(some.map(async (id) => ({ id, answer: await readPrice(id, signal) })))
      for (const { id, answer } of answers) {
        // An unreadable price would hide its bundle: the whole catalogue fails instead and is read again a moment later.
        if (!answer.ok && answer.fault.kind === 'unavailable') return answer
        const price = answer.ok ? priceOf(answer.value) : null
        if (price !== null) prices.set(id, price)
      }
    }
    return good(prices)
  }

  async function readPrice(id: string, signal?: AbortSignal): Promise<OperatorResult<OfferingPrice>> {
    return client.readOne({ system: '620', path: `/productOfferingPrice/${pathSegment(id) ?? '-'}`, signal }, OfferingPrice)
  }

  return {
    async readBundles(signal) {
      const { catalogue, filters } = client.profile
      const { soldStates } = catalogue
      const [onlyState = ''] = soldStates
      // The documents' filter accepts one value; for several states all offers are read.
      const query: Record<string, string> =
        soldStates.length === 1 && filters.offerState !== null ? { [filters.offerState]: onlyState } : {}
      const answer = await client.readAll({ system: '620', path: '/productOffering', query, signal }, Type.Unknown())
      if (!answer.ok) return answer
      // One wrong offer must not hide the others.
      const readable = answer.value.map((item) => readShape(ProductOffering, item)).filter((offering) => offering !== null)
      const offerings = readable.filter((offering) => isOnSale(offering, soldStates, client.clock.now()))
      const prices = await readPrices(referencedPrices(offerings), signal)
      if (!prices.ok) return prices
      const bundles = offerings.map((offering) => toBundle(offering, prices.value))
      const sold = bundles.filter((bundle) => bundle !== null)
      const leftOut = answer.value.length - readable.length + offerings.length - sold.length
      if (leftOut > 0) client.log.warn({ system: '620', leftOut }, 'offers of the catalogue could not be read')
      return good(sold)
    },
  }

  function toBundle(offering: ProductOffering, prices: Map<string, Money>): OperatorBundle | null {
    const entry = priceEntryOf(offering)
    const price = entry ? (priceOf(entry) ?? prices.get(idOf(entry) ?? '')) : undefined
    return price === undefined ? null : bundleOf(offering, price, client.profile)
  }
}

function referencedPrices(offerings: readonly ProductOffering[]): string[] {
  const ids = offerings
    .map(priceEntryOf)
    .filter((entry) => entry !== null)
    .filter(isOnlyNamed)
    .map(idOf)
    .filter((id) => id !== null)
  return [...new Set(ids)]
}
