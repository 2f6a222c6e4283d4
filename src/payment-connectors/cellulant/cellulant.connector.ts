import { readBrowserReturn } from '../browser-return.ts'
import { callsWithToken } from '../calls-with-token.ts'
import { addressAt, CARD_QUERY_LADDER_SECONDS, internationalNumber, refuseBeforeCalling } from '../card-gateway.ts'
import {
  ProviderUnavailable,
  type AttemptRef,
  type ConnectorContext,
  type ConnectorInfo,
  type PaymentConnector,
} from '../payment-connector.ts'
import { callProvider, type ProviderResponse } from '../provider-http.ts'
import { acknowledgeWebhook, parseCellulantWebhook } from './cellulant-webhook.messages.ts'
import { ACCEPTED, acknowledgementRequest, isTakenIn, isUndecided, readQueriedRefund, REJECTED } from './cellulant-settlement.messages.ts'
import { expressRequest, readExpress, readQueried, readRequestCode, CELLULANT_WIRE } from './cellulant.messages.ts'
import { giveBack } from './give-back.ts'
import { factsOf } from '#shared/connector-table.ts'
import { MONEY } from '#shared/operator.ts'

export type CellulantOptions = {
  /** https://api.tingg.africa, or the sandbox's. */
  baseUrl: string
  apiKey: string
  clientId: string
  clientSecret: string
  serviceCode: string
  /** Origins of the pay pages; by default that of the API. */
  payPageOrigins?: readonly string[]
}

const INFO: ConnectorInfo = {
  ...factsOf('cellulant'),
  currencies: [MONEY.prices],
  wireExponent: CELLULANT_WIRE.wireExponent,
  pollScheduleSeconds: CARD_QUERY_LADDER_SECONDS,
}

export function cellulantConnector(options: CellulantOptions): PaymentConnector {
  const { serviceCode } = options
  const payPageOrigins = options.payPageOrigins ?? [new URL(options.baseUrl).origin]
  const call = authorizedCall(options)
  const ask = (context: ConnectorContext, { ref }: AttemptRef) =>
    call(context, 'query', `/v3/checkout-api/query/${encodeURIComponent(serviceCode)}/${encodeURIComponent(ref)}`)
  const post = (context: ConnectorContext, route: 'acknowledgement' | 'refund', body: string) =>
    call(context, route, `/v3/checkout-api/${route}/request`, body)
  const calls = { serviceCode, ask, post }

  return {
    info: INFO,
    async start(context, order) {
      const refusal = refuseBeforeCalling(order, INFO)
      if (refusal) return refusal
      const msisdn = internationalNumber(order.payer.msisdn)
      if (!msisdn) return { kind: 'not-attempted', reason: 'payer_unknown', note: "cellulant needs the payer's number" }
      const body = expressRequest(order, context.urls, { serviceCode, msisdn, now: context.now() })
      return readExpress(await call(context, 'express-request', '/v3/checkout-api/checkout-request/express-request', body), payPageOrigins)
    },
    async query(context, attempt) {
      return readQueried(await ask(context, attempt), attempt, calls, context.now())
    },
    readReturn: (request) => readBrowserReturn(request.query),
    parseWebhook: (request) => parseCellulantWebhook(request.body, { serviceCode }),
    acknowledge: acknowledgeWebhook,
    async reportDelivery(context, attempt, isDelivered) {
      if (isTakenIn(await post(context, 'acknowledgement', acknowledgementRequest(calls, attempt, isDelivered)))) return
      // Tingg accepts one acknowledgement and refuses the next: a refusal of a known one is no failure.
      const code = readRequestCode(await ask(context, attempt), attempt, calls)
      if (code !== (isDelivered ? ACCEPTED : REJECTED))
        throw new ProviderUnavailable(`cellulant did not take note of the delivery (${code ?? 'no state'})`, true)
    },
    refund: (context, attempt, refund) => giveBack(calls, context, attempt, refund),
    async queryRefund(context, attempt) {
      const answer = await ask(context, attempt)
      if (isUndecided(readRequestCode(answer, attempt, calls))) return { state: 'absent' }
      return readQueriedRefund(answer, attempt, calls, context.now())
    },
  }
}

type Call = (context: ConnectorContext, route: string, path: string, body?: string) => Promise<ProviderResponse>

/** Two credentials: the key on every call, and a token that is valid for an hour. A 401 is sent before anything is done. */
function authorizedCall({ baseUrl, apiKey, clientId, clientSecret }: CellulantOptions): Call {
  const callWithToken = callsWithToken({
    request: {
      provider: 'cellulant',
      method: 'POST',
      url: addressAt(baseUrl, '/v1/oauth/token/request'),
      headers: { apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }),
    },
    isRefused: ({ status }) => status === 401,
  })
  return (context, route, path, body) =>
    callWithToken(context, (token) =>
      callProvider(context, {
        provider: 'cellulant',
        route,
        method: body === undefined ? 'GET' : 'POST',
        url: addressAt(baseUrl, path),
        headers: { apiKey, authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body }),
      }),
    )
}
