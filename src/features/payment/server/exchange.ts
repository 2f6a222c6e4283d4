import type { Clock } from '#server/clock.ts'
import type { CountryProfile } from '#shared/country-profiles.ts'
import type { OperatorAnswer } from '#shared/operator-answer.ts'
import { Problem } from '#shared/problem.ts'
import type { Money } from '#payment-connectors/payment-connector.ts'
import type { Quote } from '../engine/records.ts'
import { convertMoney, majorUnits } from './convert-money.ts'
import type { OperatorExchange } from './operator-exchange.ts'

/** HUB-4: what a price is in the other currencies of the country, and what follows from that. */
export type Exchange = {
  /** Throws `exchange-failed` when the operator tells no rate, `not-found` for a currency the country does not know. */
  convert(money: Money, currency: string): Promise<Quote>
  /** In which currencies a price may be paid, its own first; `isSmall`: only the operator's wallet takes so little. */
  choicesFor(price: Money): Promise<Choices>
}

export type Choices = { currencies: string[]; isSmall: boolean }

const FRESH_MS = 60_000

type Country = Pick<CountryProfile, 'currency' | 'hasDualCurrency' | 'switchCurrencies'>
type Kept = { answer: Promise<OperatorAnswer<string>>; until: number }

export function openExchange({ operator, clock, country }: { operator: OperatorExchange; clock: Clock; country: Country }): Exchange {
  const kept = new Map<string, Kept>()
  const others = country.hasDualCurrency ? country.switchCurrencies.filter((each) => each !== country.currency) : []
  const known: readonly string[] = others.length > 0 ? [country.currency, ...others] : []

  /** One question a minute for each pair, however many visitors look (a scraper asks the operator nothing). */
  function rateOf(from: string, to: string): Promise<OperatorAnswer<string>> {
    const now = clock.now().getTime()
    const pair = `${from}/${to}`
    const found = kept.get(pair)
    if (found && found.until > now) return found.answer
    const answer = operator.readExchangeRate({ from, to })
    const forget = () => void kept.delete(pair)
    kept.set(pair, { answer, until: now + FRESH_MS })
    answer.then(({ isGood }) => isGood || forget(), forget)
    return answer
  }

  async function convert(money: Money, currency: string): Promise<Quote> {
    if (!known.includes(money.currency) || !known.includes(currency)) throw new Problem('not-found', 'no such currency here')
    const rate = await rateOf(money.currency, currency)
    const asked = rate.isGood ? convertMoney(money, currency, rate.value) : null
    if (!rate.isGood || !asked) throw new Problem('exchange-failed')
    return { asked, rate: rate.value }
  }

  /** Less than one unit of the first currency. Nobody is kept from paying because a rate could not be read. */
  async function isBelowOne(price: Money): Promise<boolean> {
    const [first] = country.switchCurrencies
    if (price.currency === first) return majorUnits(price) < 1
    const rate = await rateOf(price.currency, first)
    const amount = rate.isGood ? convertMoney(price, first, rate.value) : null
    return amount !== null && majorUnits(amount) < 1
  }

  return {
    convert,
    async choicesFor(price) {
      const own = [price.currency]
      if (!known.includes(price.currency)) return { currencies: own, isSmall: false }
      return (await isBelowOne(price)) ? { currencies: own, isSmall: true } : { currencies: [...own, ...others], isSmall: false }
    },
  }
}
