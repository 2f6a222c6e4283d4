import type { RouterContextProvider } from 'react-router'
import type { ForeignMoney } from '#shared/foreign-money.ts'
import { LOCALES } from '#shared/language.ts'
import { isFailure } from '#shared/reply.ts'
import type { QueryData } from '#features/purchase/contract.ts'
import type { ContentPackages } from '#portal/content-packages.ts'
import { portalApi, surroundings } from '#portal/page-context.ts'
import { readContent } from '#portal/texts.ts'

type Context = Readonly<RouterContextProvider>

/** HUB-4: what the hub shows where a price may be paid in more than one currency. */
export type HubExchange = {
  texts: ContentPackages['currency-translation']
  currencies: { code: string; name: string }[]
  /** What is paid instead of the price; null where the price itself is. */
  payIn: ForeignMoney | null
  /** Why the currency that was asked for is not shown. */
  problem: Unconverted | null
}

type Unconverted = { currency: string; message: string }

export type Converted = { payIn: ForeignMoney } | { problem: Unconverted } | null

/** The currency that the address names; the price's own is named by none. */
export function wantedCurrency(request: Request): string | null {
  const named = new URL(request.url).searchParams.get('currency')
  return named !== null && /^[A-Z]{3}$/.test(named) ? named : null
}

export async function convertPrice(context: Context, { amount, currency }: QueryData, wanted: string | null): Promise<Converted> {
  if (wanted === null || wanted === currency || !context.get(surroundings).country.hasDualCurrency) return null
  const answer = await context.get(portalApi).readExchangeRate({
    fromCurrency: currency,
    toCurrency: wanted,
    amount: String(amount),
  })
  if (!isFailure(answer)) return { payIn: { currencyCode: wanted, amount: answer.result.convertedAmount } }
  return answer.code === 'not-found' ? null : { problem: { currency: wanted, message: answer.message } }
}

/** Null where there is nothing to switch. */
export async function hubExchange(context: Context, currencies: readonly string[], converted: Converted): Promise<HubExchange | null> {
  if (currencies.length < 2) return null
  const { language } = context.get(surroundings)
  const names = new Intl.DisplayNames(LOCALES[language], { type: 'currency' })
  const payIn = converted && 'payIn' in converted && currencies.includes(converted.payIn.currencyCode) ? converted.payIn : null
  return {
    texts: await readContent(context, 'currency-translation'),
    // Browsers differ in these names, so that they come from here.
    currencies: currencies.map((code) => ({ code, name: names.of(code) ?? code })),
    payIn,
    problem: converted && 'problem' in converted ? converted.problem : null,
  }
}

/** STATE-1: the pending payment as the hub keeps it. The recharge pages know nothing of a second currency. */
export function withExchange(context: Context, queryData: QueryData, exchange: HubExchange | null): QueryData {
  if (!exchange) return queryData
  const [first] = context.get(surroundings).country.switchCurrencies
  return { ...queryData, enableDualCurrency: true, usdAmount: exchange.payIn?.currencyCode === first ? exchange.payIn.amount : null }
}
