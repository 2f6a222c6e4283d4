import type { OperatorResult } from '#shared/operator-answer.ts'
import type { Money } from '#shared/money.ts'

/** Null for a missing benefit. */
export type Benefit<Amount> = Amount | 'unlimited' | null

export type OperatorBundle = {
  productCode: string
  /** As the operator names it: data, internet, voice, sms, international, roaming. */
  category: string
  name: string
  description: string
  /** The same in English, if the operator has it. */
  english: { name: string; description: string } | null
  data: Benefit<{ value: number; unit: string }>
  voice: Benefit<{ value: number; unit: string }>
  sms: Benefit<number>
  validity: { value: number; unit: 'hour' | 'day' | 'month' } | 'unlimited'
  /** Day, Week, Month …; null when the operator does not say. */
  periodType: string | null
  price: Money
  lineTypes: ('PREPAID' | 'POSTPAID' | 'HYBRID' | 'BROADBAND')[]
  /** Sold for one purpose only, for example HBB_ODU_AW. */
  serviceType: string | null
}

/** The whole catalogue of what is on sale now. Which line may buy what is decided by our rules. */
export type OperatorCatalogue = { readBundles(signal?: AbortSignal): Promise<OperatorResult<OperatorBundle[]>> }
