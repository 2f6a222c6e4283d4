import { Problem } from '#shared/problem.ts'
import type { Clock } from '#server/clock.ts'
import type { ConnectorInfo } from '#payment-connectors/payment-connector.ts'
import { toMajor, type Money } from '#shared/money.ts'
import type { Exchange } from './exchange.ts'
import { canTake, isOperatorMoney } from '../methods/payment-options.ts'
import type { StoredQuote } from '../orders/payment.store.ts'

type Deps = { exchange: Exchange; clock: Clock }

/** The chosen currency, and the amount that was shown for the price. */
export type PayIn = { currency: string; shown: number | undefined }

/** How long a rate is held after the payer agreed to it. */
const QUOTE_MS = 15 * 60_000

/** HUB-4: the payer is charged the agreed amount: a rate that changed meanwhile is shown again first. Null: the price itself. */
export async function quoteFor({ exchange, clock }: Deps, price: Money, payIn: PayIn | undefined): Promise<StoredQuote | null> {
  if (!payIn || payIn.currency === price.currency) return null
  const { currencies } = await exchange.choicesFor(price)
  if (!currencies.includes(payIn.currency)) throw new Problem('method-unavailable', 'not in this currency')
  const quote = await exchange.convert(price, payIn.currency)
  if (toMajor(quote.asked) !== payIn.shown) throw new Problem('amount-changed')
  return { ...quote, until: new Date(clock.now().getTime() + QUOTE_MS).toISOString() }
}

/** HUB-4: repeats the rules of the list of methods, for calls that did not come through the list. */
export async function refuseWrongCurrency(
  { exchange, clock }: Deps,
  info: ConnectorInfo,
  { price, quote }: { price: Money; quote: StoredQuote | null },
): Promise<void> {
  const { isSmall } = await exchange.choicesFor(price)
  if (isSmall && (quote || !isOperatorMoney(info.id))) throw new Problem('method-unavailable', 'too little for this method')
  const asked = quote?.asked ?? price
  if (!canTake(info, asked)) throw new Problem('method-unavailable', `does not take ${asked.minor} ${asked.currency}`)
  if (!quote) return
  if (new Date(quote.until) < clock.now()) throw new Problem('amount-changed', 'the rate was not held so long')
}
