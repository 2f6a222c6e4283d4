import { Type } from 'typebox'
import type { OperatorExchange } from '#features/payment/server/currency/operator-exchange.ts'
import { good, NOT_FOUND, UNAVAILABLE } from '../answers.ts'
import { rateOf } from './exchange-rate.messages.ts'
import type { TmforumClient } from './tmforum-client.ts'

export function operatorExchange(client: TmforumClient): OperatorExchange {
  const { exchangeRate } = client.profile
  return {
    async readExchangeRate({ from, to }, signal) {
      if (!exchangeRate) return NOT_FOUND
      const { path, parameters, field } = exchangeRate
      const query = { [parameters.from]: from, [parameters.to]: to }
      const answer = await client.readOne({ system: 'exchange-rate', path, query, signal }, Type.Unknown())
      if (!answer.ok) return answer
      const rate = rateOf(answer.value, field)
      return rate === null ? UNAVAILABLE : good(rate)
    },
  }
}
