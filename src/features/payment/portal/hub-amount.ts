import { formatForeign } from '#shared/foreign-money.ts'
import type { Language } from '#shared/language.ts'
import { formatXof, xof } from '#shared/money.ts'
import type { QueryData } from '#features/purchase/contract.ts'
import type { HubExchange } from './hub-exchange.ts'

/** What the visitor pays: the price, or what it is in the currency that was chosen (HUB-4). */
export function hubAmount({ amount }: QueryData, exchange: HubExchange | null, language: Language): string {
  return exchange?.payIn ? formatForeign(exchange.payIn, language) : formatXof(xof(amount), language)
}

/** Where what is bought can be changed; LINK-2: what a link asks for is read there again. */
export function editAddress({ askedLink, redirectPage }: QueryData): string {
  return askedLink === undefined ? redirectPage : `/r/${askedLink}`
}

/** A page of the hub, with the purchase and the currency it is about. */
export function hubAddress(route: string, purchaseId: string, currency: string | null | undefined): string {
  return `/payment/start${route}?purchase=${purchaseId}${currency ? `&currency=${currency}` : ''}`
}
