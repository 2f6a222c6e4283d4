import { retryAt } from '#outbound/retry-after.ts'
import type { PlainAnswer } from './payment-connector.ts'

/** When the provider accepts another start, where it named a time. */
export function retryTime(answered: PlainAnswer | null, now: Date): Date | null {
  return retryAt(answered?.retryAfter ?? null, now)
}
