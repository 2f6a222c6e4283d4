import type { MobileNumber } from '#shared/mobile-number.ts'
import type { OperatorResult } from '#shared/operator-answer.ts'

export type OperatorLineType = 'PREPAID' | 'POSTPAID' | 'HYBRID' | 'BROADBAND'

export type OperatorLine = { msisdn: MobileNumber; type: OperatorLineType; isActive: boolean; accountNo: string | null }

export type OperatorBalance = {
  id: string
  kind: 'AIRTIME' | 'DATA' | 'VOICE' | 'SMS' | 'OTHER'
  label: string
  /** The bundle in the catalogue, which knows its name in other languages, if the operator sends it. */
  productCode?: string | undefined
  remaining: { value: number; unit: string } | 'unlimited'
  /** The initial amount of the bundle, if the operator sends it. */
  total: { value: number; unit: string } | null
  expiresAt: Date | null
}

/** The operator's calls for a line. A number of another operator is `not-found`. */
export type OperatorLines = {
  findLine(msisdn: MobileNumber, signal?: AbortSignal): Promise<OperatorResult<OperatorLine>>
  readBalances(msisdn: MobileNumber, signal?: AbortSignal): Promise<OperatorResult<OperatorBalance[]>>
}
