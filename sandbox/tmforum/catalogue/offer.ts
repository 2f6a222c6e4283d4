import type { LineType, Words } from '../../demo-identities.ts'

/** One product of the operator's catalogue. `offerings.ts` converts it to the wire format. */
export type Offer = {
  code: string
  category: CategoryId
  name: Words
  description: Words
  price: number
  period: PeriodType
  validity: Validity
  data?: Volume
  voice?: Volume
  sms?: Volume
  bonus?: Words
  /** The line types that can order it; none when it is sold through a sales lead only. */
  lineTypes: readonly LineType[]
  serviceType: 'MOBILE' | 'MIFI' | 'HBB_ODU_AW'
  downloadMbps?: number
  isMonthlyFee?: true
  /** Lists contain only the id of its price, which must be queried. */
  isPriceByReference?: true
  /** No longer sold, still listed. */
  isRetired?: true
  /** Tested, and not yet sold. */
  isUnsold?: true
}

export type CategoryId = 'data' | 'internet' | 'voice' | 'sms' | 'international' | 'roaming'
export type PeriodType = 'Day' | 'Week' | 'Month' | 'Night' | 'Others'
export type Volume = { amount: number | 'unlimited'; unit: 'GB' | 'MB' | 'MIN' | 'SMS' }
/** -1 stands for no end, as the standard has no word for it. */
export type Validity = { amount: number; units: 'hour' | 'day' | 'month' }

export const CATEGORIES: readonly { id: CategoryId; name: string; description: string }[] = [
  { id: 'data', name: 'Data', description: 'Forfaits internet mobile' },
  { id: 'internet', name: 'Internet', description: 'Réseaux sociaux, MiFi et internet à la maison' },
  { id: 'voice', name: 'Appels', description: 'Forfaits d’appels et forfaits tout compris' },
  { id: 'sms', name: 'SMS', description: 'Forfaits SMS' },
  { id: 'international', name: 'International', description: 'Appels et SMS vers l’étranger' },
  { id: 'roaming', name: 'Roaming', description: 'Votre ligne à l’étranger' },
]

export const HOUR_MS = 60 * 60 * 1000
const LENGTHS_MS = { hour: HOUR_MS, day: 24 * HOUR_MS, month: 30 * 24 * HOUR_MS } as const

export const NO_END: Validity = { amount: -1, units: 'day' }
export const PREPAID: readonly LineType[] = ['PREPAID', 'HYBRID']
export const MIFI: readonly LineType[] = ['BROADBAND']

export const hours = (amount: number): Validity => ({ amount, units: 'hour' })
export const days = (amount: number): Validity => ({ amount, units: 'day' })
export const gigabytes = (amount: Volume['amount']): Volume => ({ amount, unit: 'GB' })
export const megabytes = (amount: Volume['amount']): Volume => ({ amount, unit: 'MB' })
export const minutes = (amount: Volume['amount']): Volume => ({ amount, unit: 'MIN' })
export const messages = (amount: Volume['amount']): Volume => ({ amount, unit: 'SMS' })

export function endOf({ amount, units }: Validity, startsAt: number): number | 'never' {
  return amount === -1 ? 'never' : startsAt + amount * LENGTHS_MS[units]
}
