import type { OperatorAnswer } from '#shared/operator-answer.ts'

/** HUB-4: how many units of `to` one unit of `from` is worth, as plain decimal text: '0.00163265'. */
export type OperatorExchange = {
  readExchangeRate(pair: { from: string; to: string }, signal?: AbortSignal): Promise<OperatorAnswer<string>>
}
