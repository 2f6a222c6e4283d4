import { isMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import type { QueryData } from './contract.ts'

/** The line that a purchase is for; null for a bill that names no line, or where the number is hidden. */
export function lineOfPurchase({ msisdn }: Pick<QueryData, 'msisdn'>): MobileNumber | null {
  return isMobileNumber(msisdn) ? msisdn : null
}
