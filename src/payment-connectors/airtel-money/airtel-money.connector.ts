import { factsOf } from '#shared/connector-table.ts'
import { CURRENCY_EXPONENT } from '#shared/currency-exponent.ts'
import { isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { MONEY } from '#shared/operator.ts'
import { callsWithToken } from '../calls-with-token.ts'
import { addressAt, refuseBeforeCalling } from '../card-gateway.ts'
import {
  ProviderUnavailable,
  type AttemptRef,
  type ConnectorContext,
  type ConnectorInfo,
  type PaymentConnector,
} from '../payment-connector.ts'
import { callProvider, type ProviderCall, type ProviderResponse } from '../provider-http.ts'
import { providerMessage } from '../provider-message.ts'
import {
  accountHeaders,
  isTokenRefused,
  pushRequest,
  readCallback,
  readPushed,
  readQueried,
  readRefunded,
  RECEIVED,
  refundRequest,
} from './airtel-money.messages.ts'
import { readEncryptionKey, signatureHeaders } from './airtel-signature.ts'

export type AirtelMoneyOptions = {
  /** Each country has its own, besides https://openapi.airtel.africa. */
  baseUrl: string
  clientId: string
  clientSecret: string
  /** Whether this country wants the body of a request to be sent encrypted as well. */
  signing: 'on' | 'off'
}

/** No document says how long the request stays on the phone. */
const PROMPT_LIFE_MS = 120_000
const CURRENCY = MONEY.prices

const INFO: ConnectorInfo = {
  ...factsOf('airtel-money'),
  currencies: [CURRENCY],
  wireExponent: { [CURRENCY]: 0 },
  // Whole units only: no document shows decimals.
  amounts: { [CURRENCY]: { step: 10 ** (CURRENCY_EXPONENT[CURRENCY] ?? 0) } },
  pollScheduleSeconds: [30, 60, 90, 180, 300],
  promptSeconds: PROMPT_LIFE_MS / 1000,
}

/** Callbacks go to the one address of the account: they carry no mark of ours, and only make us ask. */
export function airtelMoneyConnector(options: AirtelMoneyOptions): PaymentConnector {
  const call = authorizedCall(options)
  const ask = (context: ConnectorContext, { ref, amount }: AttemptRef) =>
    call(context, 'query', { method: 'GET', path: `/standard/v1/payments/${encodeURIComponent(ref)}`, currency: amount.currency })

  return {
    info: INFO,
    async start(context, order) {
      const refusal = refuseBeforeCalling(order, INFO)
      if (refusal) return refusal
      const msisdn = subscriberNumber(order.payer.msisdn)
      if (!msisdn) return { kind: 'not-attempted', reason: 'payer_unknown', note: "airtel-money needs the payer's number" }
      const body = pushRequest(order, msisdn, INFO)
      const until = new Date(context.now().getTime() + PROMPT_LIFE_MS)
      const sent = { method: 'POST', path: '/merchant/v2/payments/', currency: order.amount.currency, body, readsErrors: true } as const
      return readPushed(await call(context, 'push', sent), order, until)
    },
    query: async (context, attempt) => readQueried(await ask(context, attempt), attempt, context.now()),
    parseWebhook: (request) => readCallback(request) ?? 'unauthentic',
    acknowledge: () => RECEIVED,
    async refund(context, attempt) {
      const { providerTxnId, amount } = attempt
      if (!providerTxnId) return { state: 'unrecognised', provider: NO_ID }
      const sent = {
        method: 'POST',
        path: '/standard/v2/payments/refund',
        currency: amount.currency,
        body: refundRequest(providerTxnId),
      } as const
      const seen = readRefunded(await call(context, 'refund', sent), attempt)
      return seen ?? withoutPayment(readQueried(await afterSending(ask(context, attempt)), attempt, context.now()))
    },
    // There is no call about a refund. A payment that is not shown as reversed may be refunded all the same: it is never `absent`.
    queryRefund: async (context, attempt) => withoutPayment(readQueried(await ask(context, attempt), attempt, context.now())),
  }
}

/** The refund was sent, however the question after it failed, its token included. */
async function afterSending(answer: Promise<ProviderResponse>): Promise<ProviderResponse> {
  try {
    return await answer
  } catch (error) {
    throw error instanceof ProviderUnavailable ? new ProviderUnavailable(error.message, true, error) : error
  }
}

const NO_ID = providerMessage('no-id', 'their id of the payment is not known')
const NOT_REVERSED = providerMessage('not-reversed', 'the payment is shown as paid')

/** That the payment is paid says nothing about its refund. */
function withoutPayment(seen: ReturnType<typeof readQueried>): ReturnType<typeof readQueried> {
  return seen.state === 'refunded' ? seen : { state: 'unrecognised', provider: seen.provider ?? NOT_REVERSED }
}

/** 90123456: without the country code. */
function subscriberNumber(msisdn: string | null): string | null {
  const national = /^\+?[0-9]+$/.test(msisdn ?? '') ? nationalDigits(msisdn ?? '') : ''
  return isMobileNumber(national) ? national : null
}

type Sent = { method: 'GET' | 'POST'; path: string; currency: string; body?: string; readsErrors?: true }

function authorizedCall({ baseUrl, clientId, clientSecret, signing }: AirtelMoneyOptions) {
  const json = { 'content-type': 'application/json', accept: '*/*' }
  const callWithToken = callsWithToken({
    request: {
      provider: 'airtel-money',
      method: 'POST',
      url: addressAt(baseUrl, '/auth/oauth2/token'),
      headers: json,
      body: JSON.stringify({ client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }),
    },
    isRefused: isTokenRefused,
  })

  return (context: ConnectorContext, route: string, { path, currency, method, body, readsErrors }: Sent): Promise<ProviderResponse> =>
    callWithToken(context, async (token) => {
      const headers = { accept: '*/*', authorization: `Bearer ${token}`, ...accountHeaders(currency) }
      const common = { provider: 'airtel-money', method, url: addressAt(baseUrl, path) } as const
      if (body === undefined) return callProvider(context, { ...common, route, headers })
      const answer = signing === 'on' ? await askEncryptionKey(context, { baseUrl, headers }) : null
      if (answer && isTokenRefused(answer)) return answer
      const signature = answer && signatureHeaders(body, encryptionKeyIn(answer))
      const sent: ProviderCall = { ...common, route, headers: { ...json, ...headers, ...signature }, body }
      return callProvider(context, { ...sent, ...(readsErrors && { readsErrors }) })
    })
}

/** Asked for each request: keys end at a time that is given without a zone. Without a key nothing was sent. */
async function askEncryptionKey(context: ConnectorContext, { baseUrl, headers }: { baseUrl: string; headers: Record<string, string> }) {
  const url = addressAt(baseUrl, '/v1/rsa/encryption-keys')
  try {
    return await callProvider(context, { provider: 'airtel-money', route: 'encryption-key', method: 'GET', url, headers, isForToken: true })
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    throw new ProviderUnavailable(error.message, false, { why: error.why, status: error.status })
  }
}

function encryptionKeyIn(answer: ProviderResponse): string {
  const key = readEncryptionKey(answer)
  if (key) return key
  throw new ProviderUnavailable('airtel-money gives us no encryption key', false, { why: 'unreadable', status: answer.status })
}
