import { ProviderUnavailable, type ConnectorInfo, type StartResult } from '#payment-connectors/payment-connector.ts'
import { retryTime } from '#payment-connectors/retry-after.ts'
import { addSeconds, PAYMENT_RULES } from './payment-rules.ts'

/** The provider's response to a start, or its absence. `answered`: HTTP status and code, for the ledger. */
export type StartOutcome = Told &
  (
    | StartResult
    /** `otherWaysFrom`: from then on the payer may use another method, whatever becomes of the money. */
    | { kind: 'no-answer'; mayHaveArrived: boolean; otherWaysFrom: Date | null }
  )

type Told = { answered?: string | null; retryAt?: Date | null }

type Started = Pick<ConnectorInfo, 'paymentMode' | 'promptSeconds'>

/**
 * I20: what a start without a usable response means for the payer. F26 still holds for the money: whatever may exist is queried. A page or
 * key missing from a complete response does not exist. A prompt may have rung, unless the wallet rejected further requests.
 */
export function verdictOnFailedStart(error: unknown, info: Started, now: Date): StartOutcome {
  if (!(error instanceof ProviderUnavailable)) return { kind: 'no-answer', mayHaveArrived: true, otherWaysFrom: null }
  const { mayHaveArrived, answered } = error
  const told: Told = answered ? { answered: ledgerCode(answered.status, answered.code), retryAt: retryTime(answered, now) } : {}
  if (answered && mayHaveArrived && answered.status === 429 && isPush(info))
    return { ...told, kind: 'rejected', reason: 'provider', provider: { code: 'HTTP-429', text: '' } }
  return { ...told, kind: 'no-answer', mayHaveArrived, otherWaysFrom: answered ? waysFrom(info, now) : null }
}

function waysFrom(info: Started, now: Date): Date | null {
  if (isPush(info)) return addSeconds(now, info.promptSeconds ?? PAYMENT_RULES.promptSeconds)
  // A start charges the balance itself: only its own response can be a refusal.
  return info.paymentMode === 'AIR_TIME' ? null : now
}

/** The payer approves on a phone. */
export function isPush({ paymentMode }: Pick<ConnectorInfo, 'paymentMode'>): boolean {
  return paymentMode === 'MONEY_PUSH' || paymentMode === 'MPESA'
}

export function ledgerCode(status: number, code: string | null): string {
  return code === null ? `HTTP ${status}` : `HTTP ${status} ${code}`
}
