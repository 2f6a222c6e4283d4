import { fingerprint, noticeText } from '../notice-bytes.ts'
import type { Notice, RawResponse } from '../payment-connector.ts'
import { readJson } from '../provider-http.ts'
import { observeRequest, PaymentRequest, type CellulantService } from './cellulant.messages.ts'

/** Nothing is signed: whoever knows the address can write this. It only makes us ask. */
export function readCellulantNotice(body: Buffer, { serviceCode }: CellulantService): Notice | 'unauthentic' | 'irrelevant' {
  const request = readJson(noticeText(body) ?? '', PaymentRequest)
  const ref = request?.merchant_transaction_id
  if (!request || !ref || !/^[A-Za-z0-9_-]{1,100}$/.test(ref)) return 'unauthentic'
  if (request.service_code !== undefined && request.service_code !== serviceCode) return 'irrelevant'
  return {
    trust: 'hint',
    dedupeKey: `${request.checkout_request_id ?? ''}:${request.request_status_code}:${fingerprint(body)}`,
    attempt: { by: 'ref', value: ref },
    seen: observeRequest(request, null),
  }
}

/** The body is the protocol: without a code in it Tingg posts again every 30 seconds for a day. 188 keeps the decision for later. */
export function acknowledgeNotice({ dedupeKey, attempt }: Notice): RawResponse {
  const [checkoutRequestId = ''] = dedupeKey.split(':')
  const body = {
    status_code: '188',
    status_description: 'received, accepted or rejected later',
    checkout_request_id: checkoutRequestId,
    merchant_transaction_id: attempt.value,
    receipt_number: attempt.value,
  }
  return { status: 200, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}
