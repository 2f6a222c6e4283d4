import type { MobileNumber } from '#shared/mobile-number.ts'
import type { OperatorAnswer } from '#shared/operator-answer.ts'

export type OperatorLineType = 'PREPAID' | 'POSTPAID' | 'HYBRID' | 'BROADBAND'

export type OperatorLine = { msisdn: MobileNumber; type: OperatorLineType; isActive: boolean; accountNo: string | null }

export type OperatorBalance = {
  id: string
  kind: 'AIRTIME' | 'DATA' | 'VOICE' | 'SMS' | 'OTHER'
  label: string
  remaining: { value: number; unit: string } | 'unlimited'
  /** What the bundle began with, where the operator tells. */
  total: { value: number; unit: string } | null
  expiresAt: Date | null
}

/** What we ask the operator about a line. A number that is not the operator's is `not-found`. */
export type OperatorLines = {
  findLine(msisdn: MobileNumber, signal?: AbortSignal): Promise<OperatorAnswer<OperatorLine>>
  readBalances(msisdn: MobileNumber, signal?: AbortSignal): Promise<OperatorAnswer<OperatorBalance[]>>
}
