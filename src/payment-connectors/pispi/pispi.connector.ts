import { factsOf } from '#shared/connector-table.ts'
import { fetchWithCertificate } from '#outbound/client-certificate.ts'
import { callsWithToken } from '../calls-with-token.ts'
import { addressAt, internationalNumber, refuseBeforeCalling } from '../card-gateway.ts'
import type { AttemptRef, ConnectorContext, ConnectorInfo, Observation, PaymentConnector } from '../payment-connector.ts'
import { callProvider, type ProviderCall, type ProviderResponse } from '../provider-http.ts'
import { providerMessage } from '../provider-message.ts'
import { parsePispiWebhook } from './pispi-webhook.messages.ts'
import {
  AMOUNT_UNITS,
  PAYABLE_MS,
  paymentRequest,
  PISPI_CURRENCY,
  readPaid,
  readReceived,
  readRequested,
  readRequestState,
  readReturn,
  readReturned,
  type AmountUnit,
} from './pispi.messages.ts'

export type PispiOptions = {
  /** The participant's, with its version. */
  baseUrl: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  scope: string
  apiKey: string
  alias: string
  amountUnit: AmountUnit
  webhookSecret: string
  /** PEM texts, for mutual TLS. */
  clientCertificate: string | null
  clientKey: string | null
  /** Authorities for the participant's own certificate; those of the machine where null. */
  authority?: string | null
}

export function pispiConnector(options: PispiOptions): PaymentConnector {
  const info: ConnectorInfo = {
    ...factsOf('pispi'),
    currencies: [PISPI_CURRENCY],
    wireExponent: { [PISPI_CURRENCY]: AMOUNT_UNITS[options.amountUnit] },
    pollScheduleSeconds: [15, 30, 60, 90, 300],
    promptSeconds: PAYABLE_MS / 1000,
  }
  const account = { alias: options.alias, wire: info }
  const identified = showingCertificate(options)
  const call = authorizedCall(options)
  const pathOf = (name: string, id: string) => `/${name}/${encodeURIComponent(id)}`
  const received = async (context: ConnectorContext, attempt: AttemptRef) =>
    readReceived(await call(context, 'received', 'GET', pathOf('paiements-recus', attempt.ref)), attempt, account)

  return {
    info,
    async start(given, order) {
      const context = identified(given)
      const refusal = refuseBeforeCalling(order, info)
      if (refusal) return refusal
      const phone = internationalNumber(order.payer.msisdn)
      if (!phone) return { kind: 'not-attempted', reason: 'payer_unknown', note: "pispi needs the payer's number" }
      const now = context.now()
      const body = paymentRequest(order, account, { phone, now })
      return readRequested(await call(context, 'request', 'POST', '/demandes-paiements', body), order, now)
    },
    async query(given, attempt) {
      const context = identified(given)
      const answer = await call(context, 'request-state', 'GET', pathOf('demandes-paiements', attempt.ref))
      const state = readRequestState(answer, attempt, context.now())
      return state === 'accepted' ? readPaid(answer, await received(context, attempt), attempt, account) : state
    },
    parseWebhook: (request) => parsePispiWebhook(request, account, options.webhookSecret),
    acknowledge: () => ({ status: 204, contentType: 'text/plain; charset=utf-8', body: '' }),
    // A return is known by the payment alone: asked for twice, it is the same one.
    async refund(given, attempt, { amount }): Promise<Observation> {
      const context = identified(given)
      const isWhole = amount.minor === attempt.amount.minor && amount.currency === attempt.amount.currency
      if (!isWhole)
        return { state: 'declined', final: true, reason: 'amount', provider: providerMessage('part', 'only a whole payment returns') }
      const payment = await received(context, attempt)
      if (!payment) return { state: 'unrecognised', provider: providerMessage('no-payment', 'nothing was received under our reference') }
      return readReturned(await call(context, 'return', 'PUT', `${pathOf('paiements', payment.end2endId)}/retours`), attempt, account)
    },
    async queryRefund(given, attempt) {
      const payment = await received(identified(given), attempt)
      if (!payment) return { state: 'unrecognised', provider: providerMessage('no-payment', 'nothing was received under our reference') }
      return payment.retourStatut === undefined ? { state: 'absent' } : readReturn(payment, attempt, account)
    },
  }
}

/** The same context for all calls of one operation, the token's included: a token is bound to the certificate. */
function showingCertificate({
  clientCertificate,
  clientKey,
  authority = null,
}: PispiOptions): (context: ConnectorContext) => ConnectorContext {
  if (clientCertificate === null || clientKey === null) return (context) => context
  const fetch = fetchWithCertificate({ certificate: clientCertificate, key: clientKey, authority })
  return (context) => ({ ...context, fetch })
}

type Call = (
  context: ConnectorContext,
  route: string,
  method: ProviderCall['method'],
  path: string,
  body?: string,
) => Promise<ProviderResponse>

function authorizedCall({ baseUrl, tokenUrl, clientId, clientSecret, scope, apiKey }: PispiOptions): Call {
  const callWithToken = callsWithToken({
    request: {
      provider: 'pispi',
      method: 'POST',
      url: tokenUrl,
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope }).toString(),
    },
    isRefused: ({ status }) => status === 401,
  })
  return (context, route, method, path, body) =>
    callWithToken(context, (token) =>
      callProvider(context, {
        provider: 'pispi',
        route,
        method,
        url: addressAt(baseUrl, path),
        headers: {
          authorization: `Bearer ${token}`,
          'x-api-key': apiKey,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
      }),
    )
}
