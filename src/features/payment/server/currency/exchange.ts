import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/clock.ts'
import type { OperatorResult } from '#shared/operator-answer.ts'
import { Problem } from '#shared/problem.ts'
import { toMajor, type Money } from '#shared/money.ts'
import type { MoneyRecord } from '#shared/operator-record.ts'
import type { Quote } from '../../engine/records.ts'
import { convertMoney } from './convert-money.ts'
import type { OperatorExchange } from './operator-exchange.ts'

/** HUB-4: the price in the other currencies of the country, and which methods and currencies follow from it. */
export type Exchange = {
  /** Throws `exchange-failed` when the operator returns no rate, `not-found` for a currency that the country does not list. */
  convert(money: Money, currency: string): Promise<Converted>
  /** The currencies in which a price may be paid, its own first; `isSmall`: only the operator's wallet accepts so little. */
  choicesFor(price: Money): Promise<Choices>
}

/** `at`: when the operator was asked for the rate. */
export type Converted = Quote & { at: string }

export type Choices = { currencies: string[]; isSmall: boolean }

const CACHE_TTL_MS = 60_000
const MAX_CACHED_RATES = 100

type Rate = { rate: string; at: string }

type Deps = { operator: OperatorExchange; clock: Clock; payIn: MoneyRecord['payIn'] }

export function createExchange({ operator, clock, payIn }: Deps): Exchange {
  const cache = new LRUCache<string, Promise<OperatorResult<Rate>>>({
    max: MAX_CACHED_RATES,
    ttl: CACHE_TTL_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })
  const [own, ...others] = payIn
  const known: readonly string[] = others.length > 0 ? payIn : []

  async function readRate(from: string, to: string): Promise<OperatorResult<Rate>> {
    const at = clock.now().toISOString()
    const answer = await operator.readExchangeRate({ from, to })
    return answer.ok ? { ok: true, value: { rate: answer.value, at } } : answer
  }

  /** One operator call a minute for each pair, however many visitors look (a scraper causes no calls). */
  function rateOf(from: string, to: string): Promise<OperatorResult<Rate>> {
    const pair = `${from}/${to}`
    const cached = cache.get(pair)
    if (cached) return cached
    const answer = readRate(from, to)
    const forget = () => void cache.delete(pair)
    cache.set(pair, answer)
    answer.then(({ ok }) => ok || forget(), forget)
    return answer
  }

  async function convert(money: Money, currency: string): Promise<Converted> {
    if (!known.includes(money.currency) || !known.includes(currency)) throw new Problem('not-found', 'no such currency here')
    const found = await rateOf(money.currency, currency)
    const asked = found.ok ? convertMoney(money, currency, found.value.rate) : null
    if (!found.ok || !asked) throw new Problem('exchange-failed')
    return { asked, ...found.value }
  }

  /** Less than one unit of the first of the other currencies. A missing rate must not stop a payment. */
  async function isBelowOne(price: Money): Promise<boolean> {
    const [first = own] = others
    if (price.currency === first) return toMajor(price) < 1
    const rate = await rateOf(price.currency, first)
    const amount = rate.ok ? convertMoney(price, first, rate.value.rate) : null
    return amount !== null && toMajor(amount) < 1
  }

  return {
    convert,
    async choicesFor(price) {
      const only = [price.currency]
      if (!known.includes(price.currency)) return { currencies: only, isSmall: false }
      return (await isBelowOne(price)) ? { currencies: only, isSmall: true } : { currencies: [...only, ...others], isSmall: false }
    },
  }
}
