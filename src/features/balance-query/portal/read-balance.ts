import type { Api } from '#calls/api.ts'
import { isFailure } from '#shared/failure.ts'
import type { BalanceItem } from '../contract.ts'

/** The result of a query. `unread` may be retried with the same proof; `unproven` needs a new code. */
export type BalanceReading =
  { kind: 'read'; items: BalanceItem[]; readAt: string } | { kind: 'unread'; message: string } | { kind: 'unproven'; message: string }

const UNPROVEN_CODES = new Set([400, 4001])

/** BB-2: the balances of a number whose code was verified in this visit. */
export async function readBalance(api: Api, msisdn: string): Promise<BalanceReading> {
  const answer = await api.readProvenBalance({ msisdn })
  if (!isFailure(answer)) return { kind: 'read', items: answer.result.queryBalanceResult, readAt: new Date().toISOString() }
  const { message, statusCode } = answer
  return { kind: UNPROVEN_CODES.has(Number(statusCode)) ? 'unproven' : 'unread', message }
}
