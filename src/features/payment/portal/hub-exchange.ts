import { OPERATOR } from '#operator-record'
import { localeOf } from '#shared/language.ts'
import { isFailure } from '#shared/failure.ts'
import type { QueryData } from '#features/purchase/contract.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import type { PaidIn } from '../contract.ts'
import type { PageRequest } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'

/** HUB-4: the hub's data when a price may be paid in more than one currency. */
export type HubExchange = {
  texts: ContentPackages['currency-translation']
  currencies: { code: string; name: string }[]
  /** The amount paid instead of the price; null when the price itself is paid. */
  payIn: (PaidIn & ShownRate) | null
  /** Why the requested currency is not shown. */
  problem: Unconverted | null
}

type Unconverted = { currency: string; message: string }

/** The rate and when it was read: it holds for this payment. */
type ShownRate = { rate: string; rateAt: string }

export type Converted = { payIn: PaidIn & ShownRate } | { problem: Unconverted } | null

/** The currency in the address; none means the price's own. */
export function wantedCurrency({ url }: PageRequest): string | null {
  const named = url.searchParams.get('currency')
  return named !== null && /^[A-Z]{3}$/.test(named) ? named : null
}

export async function convertPrice({ api }: PageRequest, { amount, currency }: QueryData, wanted: string | null): Promise<Converted> {
  if (wanted === null || wanted === currency || OPERATOR.money.payIn.length < 2) return null
  const answer = await api.readExchangeRate({
    fromCurrency: currency,
    toCurrency: wanted,
    amount: String(amount),
  })
  if (!isFailure(answer)) {
    const { convertedAmount, rate, rateAt } = answer.result
    return { payIn: { currencyCode: wanted, amount: convertedAmount, rate, rateAt } }
  }
  return answer.code === 'not-found' ? null : { problem: { currency: wanted, message: answer.message } }
}

/** Null with only one currency. */
export async function hubExchange(request: PageRequest, currencies: readonly string[], converted: Converted): Promise<HubExchange | null> {
  if (currencies.length < 2) return null
  const names = new Intl.DisplayNames(localeOf(request.language), { type: 'currency' })
  const payIn = converted && 'payIn' in converted && currencies.includes(converted.payIn.currencyCode) ? converted.payIn : null
  return {
    texts: await readContent(request, 'currency-translation'),
    // Browsers differ in these names, so the server sends them.
    currencies: currencies.map((code) => ({ code, name: names.of(code) ?? code })),
    payIn,
    problem: converted && 'problem' in converted ? converted.problem : null,
  }
}

/** STATE-1: the pending payment as the hub saves it. The recharge pages do not support a second currency. */
export function withExchange(queryData: QueryData, exchange: HubExchange | null): QueryData {
  if (!exchange) return queryData
  const [, first] = OPERATOR.money.payIn
  return {
    ...queryData,
    enableDualCurrency: true,
    usdAmount: exchange.payIn && exchange.payIn.currencyCode === first ? exchange.payIn.amount : null,
  }
}
