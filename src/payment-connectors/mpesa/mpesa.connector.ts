import { Type } from 'typebox'
import { keepAccessToken, type IssuedToken } from '../access-token.ts'
import { addressAt, internationalNumber, refuseBeforeCalling } from '../card-gateway.ts'
import {
  ProviderUnavailable,
  type AttemptRef,
  type ConnectorContext,
  type ConnectorInfo,
  type Observation,
  type PaymentConnector,
} from '../payment-connector.ts'
import { callProvider, readJson, unreadable, type ProviderAnswer } from '../provider-http.ts'
import { said } from '../provider-words.ts'
import { rememberCallbacks } from './heard-callbacks.ts'
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
  id: 'mpesa',
  paymentMode: 'MPESA',
  currencies: [MPESA_CURRENCY],
  wireExponent: MPESA_WIRE.wireExponent,
  payerProof: 'none',
  resolves: ['query', 'notice'],
  // Daraja knows no repetition: the same reference twice is two payments.
  repeat: 'second-payment',
  refund: 'none',
  queryLadderSeconds: [15, 30, 60, 90, 300],
}

const NO_ID = said('no-id', 'the answer to the push was lost, and no callback has come')

export function mpesaConnector(options: MpesaOptions): PaymentConnector {
  const merchant = { shortCode: options.shortCode, passkey: options.passkey }
  const call = authorizedCall(options)
  const heard = rememberCallbacks()

  return {
    info: INFO,
    async start(context, order) {
      const refusal = refuseBeforeCalling(order, INFO)
      if (refusal) return refusal
      const msisdn = internationalNumber(order.payer.msisdn)
      if (!msisdn) return { kind: 'not-attempted', reason: 'payer_unknown', note: "mpesa needs the payer's number" }
      const now = context.now()
      const body = pushRequest(order, { merchant, msisdn, notifyUrl: context.urls.notify, now })
      return readPushed(await call(context, '/mpesa/stkpush/v1/processrequest', body), new Date(now.getTime() + PROMPT_LIFE_MS))
    },
    async query(context, attempt) {
      const told = heard.of(attempt.ref, context.urls.notify)
      const checkoutRequestId = attempt.providerRef ?? told?.checkoutRequestId
      // Without its id a payment can neither be asked about nor ended: it may have been paid.
      if (!checkoutRequestId) return withoutId(attempt, context.now())
      const answer = await call(context, '/mpesa/stkpushquery/v1/query', queryRequest(merchant, checkoutRequestId, context.now()))
      const amount = told?.checkoutRequestId === checkoutRequestId ? told.amount : null
      return readQueried(answer, checkoutRequestId, amount ?? attempt.amount)
    },
    readNotice(request) {
      const read = readCallback(request)
      if (!read) return 'unauthentic'
      heard.hear(request, read)
      return read.notice
    },
    acknowledge: () => ACCEPTED,
  }
}

/** The only callback comes within minutes or never: after that a person must look for the payment. */
const CALLBACK_COMES_WITHIN_MS = 10 * 60_000

function withoutId({ createdAt }: AttemptRef, now: Date): Observation {
  const isTooLate = now.getTime() - createdAt.getTime() > CALLBACK_COMES_WITHIN_MS
  return { state: 'unrecognised', provider: NO_ID, ...(isTooLate && { needsPerson: true }) }
}

const IssuedAnswer = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  expires_in: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[0-9]{1,9}$' })]),
})

/** A refused token is answered before anything is done, so the call may be repeated once with a new one. */
function authorizedCall({ baseUrl, consumerKey, consumerSecret }: MpesaOptions) {
  async function issue(context: ConnectorContext): Promise<IssuedToken> {
    const answer = await callProvider(context, {
      provider: 'mpesa',
      method: 'GET',
      url: addressAt(baseUrl, '/oauth/v1/generate?grant_type=client_credentials'),
      headers: { authorization: `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}` },
    })
    if (answer.status >= 400) throw new ProviderUnavailable(`mpesa gives us no access token (HTTP ${answer.status})`, false)
    const issued = readJson(answer.text, IssuedAnswer)
    if (!issued) throw unreadable(answer)
    return { token: issued.access_token, lifeSeconds: Number(issued.expires_in) }
  }
  const tokens = keepAccessToken(issue)

  return async function call(context: ConnectorContext, path: string, body: string): Promise<ProviderAnswer> {
    const send = (token: string) =>
      callProvider(context, {
        provider: 'mpesa',
        method: 'POST',
        url: addressAt(baseUrl, path),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
      })
    const token = await tokens.current(context)
    const answer = await send(token)
    if (!isTokenRefused(answer)) return answer
    tokens.forget(token)
    return send(await tokens.current(context))
  }
}
