import type { RouterContextProvider } from 'react-router'
import { isFailure } from '#shared/reply.ts'
import { portalApi } from '#portal/page-context.ts'
import type { BalanceItem } from '../contract.ts'

/** What came of asking. `unread` may be asked again with the same proof; `unproven` needs a new code. */
export type BalanceReading =
  | { kind: 'read'; items: BalanceItem[]; readAt: string; uniqueCode: string }
  | { kind: 'unread'; message: string; uniqueCode: string }
  | { kind: 'unproven'; message: string }

const UNPROVEN_CODES = new Set([400, 4001])

/** BB-2: the balances of a number whose code was answered in this visit. */
export async function readBalance(context: Readonly<RouterContextProvider>, msisdn: string, uniqueCode: string): Promise<BalanceReading> {
  const answer = await context.get(portalApi).queryBalance({ msisdn, uniqueCode })
  if (!isFailure(answer)) return { kind: 'read', items: answer.result.queryBalanceResult, readAt: new Date().toISOString(), uniqueCode }
  const { message, statusCode } = answer
  return UNPROVEN_CODES.has(Number(statusCode)) ? { kind: 'unproven', message } : { kind: 'unread', message, uniqueCode }
}
