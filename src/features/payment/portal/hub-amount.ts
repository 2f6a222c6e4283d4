import type { Language } from '#shared/language.ts'
import { formatMoney, fromMajor } from '#shared/money.ts'
import type { QueryData } from '#features/purchase/contract.ts'
import type { HubExchange } from './hub-exchange.ts'

/** The amount to pay: the price, or its conversion to the chosen currency (HUB-4). */
export function hubAmount({ amount, currency }: QueryData, exchange: HubExchange | null, language: Language): string {
  return formatMoney(
    exchange?.payIn ? fromMajor(exchange.payIn.amount, exchange.payIn.currencyCode) : fromMajor(amount, currency),
    language,
  )
}

/** The page where the purchase can be changed; LINK-2: for a link, the page that shows its request. */
export function editAddress({ askedLink, redirectPage }: QueryData): string {
  return askedLink === undefined ? redirectPage : `/r/${askedLink}`
}

/** Address of a hub page, with its purchase and currency. */
export function hubAddress(route: string, purchaseId: string, currency: string | null | undefined): string {
  return `/payment/start${route}?purchase=${purchaseId}${currency ? `&currency=${currency}` : ''}`
}
