import type { Api } from '#calls/api.ts'
import { isFailure } from '#shared/failure.ts'
import type { PaidIn, PaymentOption } from '../contract.ts'
import { dueAddress } from './due-address.ts'

export type PaymentStart = {
  purchaseId: string
  amount: number
  paymentMode: PaymentOption['paymentMode']
  gateway?: string
  email?: string
  msisdn?: string
  /** HUB-4: the amount that the visitor agreed to, when it is not the price itself. */
  payIn?: PaidIn | null
}

/** `address` is where the payment continues; `message` is the sentence of a refusal, null without a response. */
export type Started =
  | { kind: 'started'; address: string; popupAccessCode: string | null; transactionId: string }
  | { kind: 'refused'; code: string | null; message: string | null }

/** CARD-2, MM-2, MP-1: initiate, process, then the address where the payment continues. A repeated post is the same transaction. */
export async function startPayment(
  api: Pick<Api<undefined>, 'initiateTransaction' | 'processTransaction'>,
  start: PaymentStart,
): Promise<Started> {
  const { purchaseId, amount, paymentMode, gateway, email, msisdn, payIn } = start
  const method = { paymentMode, ...(gateway && { paymentGateway: gateway }), ...(msisdn && { paymentMobile: msisdn }) }
  const initiated = await api.initiateTransaction({
    txnId: purchaseId,
    amount,
    ...(email && { emailId: email }),
    ...(payIn && { currencyCode: payIn.currencyCode, convertedAmount: payIn.amount }),
    ...method,
  })
  if (!initiated || isFailure(initiated)) return { kind: 'refused', code: initiated?.code ?? null, message: initiated?.message ?? null }
  const { transactionId } = initiated.result
  const processed = await api.processTransaction({ transactionId, ...method })
  // PAID-1: a subject that is no longer due, or not for this amount, is explained on its own page.
  const due = processed && isFailure(processed) ? dueAddress(processed.code, purchaseId) : null
  if (due) return { kind: 'started', address: due, popupAccessCode: null, transactionId }
  if (!processed || isFailure(processed)) return { kind: 'refused', code: processed?.code ?? null, message: processed?.message ?? null }
  // Already paid, waiting on a phone, or not started: the status page is correct in each case and offers the next step.
  const { redirectUrl, popupAccessCode } = processed.result
  return { kind: 'started', address: redirectUrl ?? `/payment/status?id=${transactionId}`, popupAccessCode, transactionId }
}
