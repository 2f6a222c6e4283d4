import { nameIn } from '../answer-fields.ts'
import { fingerprint, webhookText } from '../webhook-body.ts'
import type { Webhook, RawResponse } from '../payment-connector.ts'
import { readJson } from '../provider-http.ts'
import { askedAbout, observeRequest, PaymentRequest, type CellulantService } from './cellulant.messages.ts'

/**
 * Nothing is signed: anyone who knows the URL can send this. It only triggers a query; what it says of another service is not trusted
 * either.
 */
export function parseCellulantWebhook(body: Buffer, service: CellulantService): Webhook | 'unauthentic' | 'irrelevant' {
  const request = readJson(webhookText(body) ?? '', PaymentRequest)
  const ref = request?.merchant_transaction_id
  if (!request || typeof ref !== 'string' || !/^[A-Za-z0-9_-]{1,100}$/.test(ref)) return 'unauthentic'
  const seen = observeRequest(request, askedAbout({ ref, amount: null }, service))
  if (!seen) return 'irrelevant'
  return {
    trust: 'hint',
    dedupeKey: `${checkoutIdOf(request)}:${request.request_status_code}:${fingerprint(body)}`,
    attempt: { by: 'ref', value: ref },
    seen,
  }
}

function checkoutIdOf({ checkout_request_id: id }: PaymentRequest): string {
  const name = nameIn(id) ?? ''
  return /^[A-Za-z0-9_-]{1,64}$/.test(name) ? name : ''
}

/** The body is the acknowledgement: without a code in it Tingg posts again every 30 seconds for a day. 188 postpones the decision. */
export function acknowledgeWebhook({ dedupeKey, attempt }: Webhook): RawResponse {
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
