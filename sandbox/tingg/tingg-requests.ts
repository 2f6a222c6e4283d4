import { randomInt } from 'node:crypto'
import type { Card } from '../card-gateways/card-form.ts'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { World } from '../world/world.ts'

/** Tingg's request_status_code, as far as a card payment reaches them. Expiry (129) is what the clock makes of an open one. */
export const CODES = {
  130: 'New checkout request',
  99: 'Failed payment, request still open',
  102: 'Payer has insufficient funds',
  178: 'Request fully paid',
  129: 'Request expired with no payment',
  180: 'Payment rejected by the merchant',
  183: 'Payment accepted by the merchant',
  188: 'Payment received, to be acknowledged later',
  184: 'Partial refund initiated',
  185: 'Full refund initiated',
  186: 'Partial refund processed',
  187: 'Full refund processed',
} as const
export type Code = keyof typeof CODES
/** What a merchant says of a payment: rejected, accepted, later. */
export type Decision = 180 | 183 | 188

const OPEN_CODES: ReadonlySet<Code> = new Set([130, 99, 102])
/** Paid, and not yet accepted or rejected for good. */
const UNDECIDED_CODES: ReadonlySet<Code> = new Set([178, 188])

export type TinggPayment = { payerTransactionId: string; gatewayTransactionId: number; at: number; card: Card }

export type TinggRequest = {
  checkoutRequestId: number
  merchantTransactionId: string
  serviceCode: string
  accountNumber: string
  msisdn: string
  amount: number
  currency: string
  callbackUrl: string
  successUrl: string
  failUrl: string
  pendingUrl: string
  description: string
  language: 'fr' | 'en'
  customerName: string
  customerEmail: string
  createdAt: number
  dueAt: number
  code: Code
  payment?: TinggPayment
  failedPayments: readonly TinggPayment[]
  refunded: number
  noticeFaults: WebhookEffects
}

export type NewTinggRequest = Omit<
  TinggRequest,
  'checkoutRequestId' | 'serviceCode' | 'createdAt' | 'code' | 'payment' | 'failedPayments' | 'refunded' | 'noticeFaults'
>

export type TinggRequests = {
  create(asked: NewTinggRequest & { serviceCode: string }, noticeFaults: WebhookEffects): TinggRequest
  find(merchantTransactionId: string): TinggRequest | undefined
  put(request: TinggRequest): TinggRequest
  /** Its code, with the due date of the sandbox's clock. */
  codeOf(request: TinggRequest): Code
}

export function createTinggRequests(world: World): TinggRequests {
  const records = world.store.collection<TinggRequest>('tingg.requests')

  function put(request: TinggRequest): TinggRequest {
    records.put(request.merchantTransactionId, request)
    return request
  }

  return {
    create: (asked, noticeFaults) =>
      put({
        ...asked,
        checkoutRequestId: randomInt(10_000_000, 99_999_999),
        createdAt: world.clock.now(),
        code: 130,
        failedPayments: [],
        refunded: 0,
        noticeFaults,
      }),
    find: (merchantTransactionId) => records.get(merchantTransactionId),
    put,
    codeOf: ({ code, dueAt }) => (OPEN_CODES.has(code) && dueAt <= world.clock.now() ? 129 : code),
  }
}

export function isOpen(code: Code): boolean {
  return OPEN_CODES.has(code)
}

export function isUndecided(code: Code): boolean {
  return UNDECIDED_CODES.has(code)
}

/** `YYYY-MM-DD HH:mm:ss`, in UTC. */
export function tinggTime(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

/** The request as callbacks show it; the query answers the same fields. */
export function requestData(request: TinggRequest, code: Code): object {
  const { amount, currency, payment, failedPayments, msisdn, accountNumber, serviceCode } = request
  return {
    checkout_request_id: request.checkoutRequestId,
    merchant_transaction_id: request.merchantTransactionId,
    request_amount: amount,
    original_request_amount: amount,
    request_currency_code: currency,
    original_request_currency_code: currency,
    account_number: accountNumber,
    currency_code: currency,
    amount_paid: payment ? amount : 0,
    service_charge_amount: 0,
    request_date: tinggTime(request.createdAt),
    service_code: serviceCode,
    request_status_code: String(code),
    request_status_description: CODES[code],
    msisdn,
    payments: payment ? [paymentData(request, payment)] : [],
    failed_payments: failedPayments.map((failed) => paymentData(request, failed)),
  }
}

function paymentData({ amount, currency, accountNumber, serviceCode, msisdn, customerName }: TinggRequest, payment: TinggPayment): object {
  return {
    customer_name: customerName,
    account_number: accountNumber,
    cpg_transaction_id: String(payment.gatewayTransactionId),
    cpp_transaction_id: String(payment.gatewayTransactionId),
    currency_code: currency,
    payer_client_code: 'CARD',
    payer_client_name: `Card ending ${payment.card.last4}`,
    amount_paid: payment.card.outcome === 'pays' ? amount : 0,
    service_code: serviceCode,
    date_payment_received: tinggTime(payment.at),
    msisdn,
    payer_transaction_id: payment.payerTransactionId,
  }
}
