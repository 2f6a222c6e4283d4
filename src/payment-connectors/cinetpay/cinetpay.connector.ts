import { CURRENCY_EXPONENT } from '#shared/currency-exponent.ts'
import { factsOf } from '#shared/connector-table.ts'
import { readBrowserReturn } from '../browser-return.ts'
import { addressAt, CARD_QUERY_LADDER_SECONDS, refuseBeforeCalling } from '../card-gateway.ts'
import type { ConnectorContext, ConnectorInfo, PaymentConnector } from '../payment-connector.ts'
import { callProvider, type ProviderResponse } from '../provider-http.ts'
import { parseCinetpayWebhook } from './cinetpay-webhook.messages.ts'
import { checkRequest, paymentRequest, readChecked, readCreated } from './cinetpay.messages.ts'

export type CinetpayOptions = {
  /** https://api-checkout.cinetpay.com, or the sandbox's. */
  baseUrl: string
  apiKey: string
  siteId: string
  secretKey: string
  /** Of the service: each has one. */
  currency: string
  /** Origins of the pay pages; by default that of the API. */
  payPageOrigins?: readonly string[]
}

/** In whole units of the currency. */
const LEAST_AMOUNT = 100
const STEP = 5

export function cinetpayConnector({ baseUrl, currency, ...account }: CinetpayOptions): PaymentConnector {
  const payPageOrigins = account.payPageOrigins ?? [new URL(baseUrl).origin]
  const info = infoOf(currency)

  const post = (context: ConnectorContext, route: string, path: string, body: string): Promise<ProviderResponse> =>
    callProvider(context, {
      provider: 'cinetpay',
      route,
      method: 'POST',
      url: addressAt(baseUrl, path),
      // Its proxy refuses callers that do not name themselves (1010).
      headers: { 'content-type': 'application/json', 'user-agent': 'guichet' },
      body,
    })

  return {
    info,
    async start(context, order) {
      const refusal = refuseBeforeCalling(order, info)
      if (refusal) return refusal
      const body = paymentRequest(order, account, { urls: context.urls, info })
      return readCreated(await post(context, 'payment', '/v2/payment', body), payPageOrigins)
    },
    async query(context, attempt) {
      const answer = await post(context, 'check', '/v2/payment/check', checkRequest(account, attempt))
      return readChecked(answer, attempt, { info, now: context.now() })
    },
    readReturn: (request) => readBrowserReturn(request.query),
    parseWebhook: (request) => parseCinetpayWebhook(request, account, info),
    triesWebhook: true,
    acknowledge: () => ({ status: 200, contentType: 'text/plain; charset=utf-8', body: 'OK' }),
  }
}

/** Amounts are whole units on the wire, also where the currency has cents. */
function infoOf(currency: string): ConnectorInfo {
  const unit = 10 ** (CURRENCY_EXPONENT[currency] ?? 0)
  return {
    ...factsOf('cinetpay'),
    currencies: [currency],
    wireExponent: { [currency]: 0 },
    amounts: { [currency]: { min: LEAST_AMOUNT * unit, step: STEP * unit } },
    pollScheduleSeconds: CARD_QUERY_LADDER_SECONDS,
  }
}
