import { callsWithToken } from '../calls-with-token.ts'
import { addressAt, internationalNumber, refuseBeforeCalling } from '../card-gateway.ts'
import type { AttemptRef, ConnectorContext, ConnectorInfo, Observation, PaymentConnector } from '../payment-connector.ts'
import { callProvider, type ProviderResponse } from '../provider-http.ts'
import { providerMessage } from '../provider-message.ts'
import {
  ACCEPTED,
  isTokenRefused,
  MPESA_CURRENCY,
  MPESA_WIRE,
  pushRequest,
  queryRequest,
  readCallback,
  readPushed,
  readQueried,
} from './mpesa.messages.ts'
import { factsOf } from '#shared/connector-table.ts'

export type MpesaOptions = {
  /** https://api.safaricom.co.ke, or the sandbox's. */
  baseUrl: string
  consumerKey: string
  consumerSecret: string
  shortCode: string
  passkey: string
}

/** A prompt stays on the phone for about a minute. */
const PROMPT_LIFE_MS = 60_000

const INFO: ConnectorInfo = {
  ...factsOf('mpesa'),
  currencies: [MPESA_CURRENCY],
  wireExponent: MPESA_WIRE.wireExponent,
  pollScheduleSeconds: [15, 30, 60, 90, 300],
  promptSeconds: PROMPT_LIFE_MS / 1000,
}

const NO_ID = providerMessage('no-id', 'the answer to the push was lost, and no callback has come')

export function mpesaConnector(options: MpesaOptions): PaymentConnector {
  const merchant = { shortCode: options.shortCode, passkey: options.passkey }
  const call = authorizedCall(options)

  return {
    info: INFO,
    async start(context, order) {
      const refusal = refuseBeforeCalling(order, INFO)
      if (refusal) return refusal
      const msisdn = internationalNumber(order.payer.msisdn)
      if (!msisdn) return { kind: 'not-attempted', reason: 'payer_unknown', note: "mpesa needs the payer's number" }
      const now = context.now()
      const body = pushRequest(order, { merchant, msisdn, notifyUrl: context.urls.notify, now })
      return readPushed(await call(context, 'stk-push', '/mpesa/stkpush/v1/processrequest', body), new Date(now.getTime() + PROMPT_LIFE_MS))
    },
    async query(context, attempt) {
      const { providerRef, amount } = attempt
      // Without its id a payment can neither be queried nor ended: it may have been paid.
      if (!providerRef) return withoutId(attempt, context.now())
      const body = queryRequest(merchant, providerRef, context.now())
      return readQueried(await call(context, 'stk-query', '/mpesa/stkpushquery/v1/query', body), providerRef, amount)
    },
    parseWebhook: (request) => readCallback(request) ?? 'unauthentic',
    acknowledge: () => ACCEPTED,
  }
}

/** The only callback comes within minutes or never: after that the payment needs review. */
const CALLBACK_COMES_WITHIN_MS = 10 * 60_000

function withoutId({ createdAt }: AttemptRef, now: Date): Observation {
  const isTooLate = now.getTime() - createdAt.getTime() > CALLBACK_COMES_WITHIN_MS
  return { state: 'unrecognised', provider: NO_ID, ...(isTooLate && { needsReview: 'cannot-be-asked' }) }
}

/** A refused token is reported before anything is done, so the call may be repeated once with a new one. */
function authorizedCall({ baseUrl, consumerKey, consumerSecret }: MpesaOptions) {
  const callWithToken = callsWithToken({
    request: {
      provider: 'mpesa',
      method: 'GET',
      url: addressAt(baseUrl, '/oauth/v1/generate?grant_type=client_credentials'),
      headers: { authorization: `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}` },
    },
    isRefused: isTokenRefused,
  })
  return (context: ConnectorContext, route: string, path: string, body: string): Promise<ProviderResponse> =>
    callWithToken(context, (token) =>
      callProvider(context, {
        provider: 'mpesa',
        route,
        method: 'POST',
        url: addressAt(baseUrl, path),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
        ...(route === 'stk-push' && { readsErrors: true }),
      }),
    )
}
