import type { OperatorResult } from '#shared/operator-answer.ts'

/** HUB-4: the number of units of `to` for one unit of `from`, as plain decimal text: '0.00163265'. */
export type OperatorExchange = {
  readExchangeRate(pair: { from: string; to: string }, signal?: AbortSignal): Promise<OperatorResult<string>>
}
