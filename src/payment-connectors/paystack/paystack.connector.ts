import { readBrowserReturn } from '../browser-return.ts'
import { addressAt, CARD_QUERY_LADDER_SECONDS, refuseBeforeCalling } from '../card-gateway.ts'
import { CURRENCY_EXPONENT } from '#shared/currency-exponent.ts'
import type { ConnectorContext, ConnectorInfo, Observation, PaymentConnector } from '../payment-connector.ts'
import { callProvider, type ProviderResponse } from '../provider-http.ts'
import { parsePaystackWebhook } from './paystack-webhook.messages.ts'
import {
  initializeRequest,
  readInitialized,
  readRefunded,
  NOT_LISTED,
  readRefundList,
  readReversed,
  readVerified,
  refundListQuery,
  refundRequest,
  type PaystackChannel,
} from './paystack.messages.ts'
import { factsOf } from '#shared/connector-table.ts'
import { MONEY } from '#shared/operator.ts'

export type PaystackOptions = {
  /** https://api.paystack.co, or the sandbox's. */
  baseUrl: string
  secretKey: string
  /** For the browser. It is not needed to resume a transaction, but a secret key configured in its place must never reach the browser. */
  publicKey: string
  currency?: string
  channels?: readonly PaystackChannel[]
  /** Origins of the pay pages; by default that of the API, and Paystack's checkout for Paystack itself. */
  payPageOrigins?: readonly string[]
}

const ALL_CHANNELS: readonly PaystackChannel[] = ['card', 'bank', 'ussd', 'qr', 'mobile_money', 'bank_transfer']
const PAYSTACK_ORIGIN = 'https://api.paystack.co'
const PAYSTACK_CHECKOUT_ORIGIN = 'https://checkout.paystack.com'

/** Two thousand refunds since the payment: beyond that a person must search by hand. */
const MAX_REFUND_PAGES = 20

/** Paystack's amounts are in hundredths for every currency, including XOF, which has none. Thousandths cannot be written. */
const WIRE_EXPONENT: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(CURRENCY_EXPONENT).flatMap(([currency, exponent]) => (exponent > 2 ? [] : [[currency, 2]])),
)

export function paystackConnector(options: PaystackOptions): PaymentConnector {
  const { baseUrl, secretKey, currency = MONEY.prices, channels = ALL_CHANNELS } = options
  if (WIRE_EXPONENT[currency] === undefined) throw new Error(`paystack: the currency ${currency} is not known`)
  const payPageOrigins = options.payPageOrigins ?? defaultPayPageOrigins(baseUrl)
  const info: ConnectorInfo = {
    ...factsOf('paystack'),
    currencies: [currency],
    wireExponent: WIRE_EXPONENT,
    pollScheduleSeconds: CARD_QUERY_LADDER_SECONDS,
  }

  function call(context: ConnectorContext, route: string, path: string, body?: string): Promise<ProviderResponse> {
    return callProvider(context, {
      provider: 'paystack',
      route,
      method: body === undefined ? 'GET' : 'POST',
      url: addressAt(baseUrl, path),
      headers: { authorization: `Bearer ${secretKey}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body }),
    })
  }

  const verify = (context: ConnectorContext, ref: string) => call(context, 'verify', `/transaction/verify/${encodeURIComponent(ref)}`)

  return {
    info,
    async start(context, order) {
      const refusal = refuseBeforeCalling(order, info)
      if (refusal) return refusal
      if (!order.payer.email) return { kind: 'not-attempted', reason: 'config', note: 'paystack needs an e-mail address' }
      const answer = await call(context, 'initialize', '/transaction/initialize', initializeRequest(order, context.urls, channels, info))
      return readInitialized(answer, order, payPageOrigins)
    },
    async query(context, attempt) {
      return readVerified(await verify(context, attempt.ref), attempt, context.now(), info)
    },
    readReturn: (request) => readBrowserReturn(request.query),
    parseWebhook: (request) => parsePaystackWebhook(request, secretKey, info),
    acknowledge: () => ({ status: 200, contentType: 'text/plain; charset=utf-8', body: 'OK' }),
    async refund(context, attempt, refund) {
      return readRefunded(
        await call(context, 'refund', '/refund', refundRequest(attempt, refund, info)),
        { ref: attempt.ref, amount: refund.amount },
        info,
      )
    },
    async queryRefund(context, attempt, refundRef): Promise<Observation> {
      const reversed = readReversed(await verify(context, attempt.ref), attempt, info)
      if (reversed) return reversed
      for (let page = 1; page <= MAX_REFUND_PAGES; page += 1) {
        const answer = await call(context, 'refunds', `/refund?${refundListQuery(attempt, page)}`)
        const { seen, isLast } = readRefundList(answer, { ref: attempt.ref, refundRef, page }, info)
        if (seen) return seen
        if (isLast) break
      }
      return NOT_LISTED
    },
  }
}

function defaultPayPageOrigins(baseUrl: string): readonly string[] {
  const { origin } = new URL(baseUrl)
  return origin === PAYSTACK_ORIGIN ? [PAYSTACK_CHECKOUT_ORIGIN] : [origin]
}
