import type { AttemptRef, Observation } from '../payment-connector.ts'
import type { Money } from '#shared/money.ts'
import type { ProviderResponse } from '../provider-http.ts'
import { providerMessage } from '../provider-message.ts'
import { amountOf, readEnvelope, readQueried, type CellulantService } from './cellulant.messages.ts'

/** Calls after a payment: accepting or rejecting it, and refunding. */

const REFUND_EXPIRED = '191'
export const ACCEPTED = '183'
export const REJECTED = '180'

/** Paid, and neither accepted nor rejected: nothing can have been refunded yet. */
export const isUndecided = (code: string | null): boolean => code === '178' || code === '188'
export const isWhollyReturned = (code: string | null): boolean => code === REJECTED || code === '185' || code === '187'

export function acknowledgementRequest({ serviceCode }: CellulantService, attempt: AttemptRef, isDelivered: boolean): string {
  return JSON.stringify({
    acknowledgement_amount: amountOf(attempt.amount),
    acknowledgement_type: 'Full',
    acknowledgement_narration: isDelivered ? 'delivered' : 'not delivered',
    acknowledgment_reference: `ACK${attempt.ref}`,
    merchant_transaction_id: attempt.ref,
    service_code: serviceCode,
    status_code: isDelivered ? ACCEPTED : REJECTED,
    currency_code: attempt.amount.currency,
  })
}

export function isTakenIn(answer: ProviderResponse): boolean {
  return readEnvelope(answer).code === '200'
}

export function refundRequest(
  { serviceCode }: CellulantService,
  attempt: AttemptRef,
  refund: { ref: string; amount: Money; reason: string },
): string {
  return JSON.stringify({
    merchant_transaction_id: attempt.ref,
    refund_type: refund.amount.minor === attempt.amount.minor ? 'Full' : 'Partial',
    amount: amountOf(refund.amount),
    currency_code: refund.amount.currency,
    refund_narration: refund.reason.slice(0, 100) || refund.ref,
    refund_reference: refund.ref,
    service_code: serviceCode,
  })
}

export function readRefunded(answer: ProviderResponse): Observation {
  const { code, provider } = readEnvelope(answer)
  if (code === '200') return { state: 'refunding', provider }
  // 422 is about the state of the payment, which may change: not final.
  const isRefusal = code !== '422' && answer.status !== 422 && (answer.status >= 400 || /^1[0-9]{3}$/.test(code))
  return isRefusal ? { state: 'declined', final: true, reason: 'provider', provider } : { state: 'unrecognised', provider }
}

/** There is no call for one refund: the state of the request shows it. While it is only "paid", the refund may be on its way. */
export function readQueriedRefund(answer: ProviderResponse, attempt: AttemptRef, service: CellulantService, now: Date): Observation {
  const seen = readQueried(answer, attempt, service, now)
  if (seen.state === 'refunding' || seen.state === 'refunded') return seen
  const provider = seen.provider ?? providerMessage('no-refund', '')
  if (provider.code === REFUND_EXPIRED) return { state: 'declined', final: true, reason: 'expired', provider }
  return { state: 'unrecognised', provider }
}
