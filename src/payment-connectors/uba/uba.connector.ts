import { OPERATOR } from '#operator-record'
import { readBrowserReturn } from '../browser-return.ts'
import { addressAt, CARD_QUERY_LADDER_SECONDS, refuseBeforeCalling } from '../card-gateway.ts'
import type { ConnectorInfo, PaymentConnector } from '../payment-connector.ts'
import { callProvider } from '../provider-http.ts'
import { isKnownToUba, readRegistered, readVerified, registerRequest, UBA_WIRE, verifyQuery, type BareApproval } from './uba.messages.ts'
import { factsOf } from '#shared/connector-table.ts'

export type UbaOptions = {
  /** https://ucollect.ubagroup.com/cipg-payportal, or the sandbox's. */
  baseUrl: string
  merchantId: string
  serviceKey: string
  /** What "Approved Transaction" counts for when nothing follows it; in doubt, if unset. */
  bareApproval?: BareApproval
}

const INFO: ConnectorInfo = {
  ...factsOf('uba'),
  currencies: OPERATOR.money.payIn.filter(isKnownToUba),
  wireExponent: UBA_WIRE.wireExponent,
  pollScheduleSeconds: CARD_QUERY_LADDER_SECONDS,
}

export function ubaConnector({ baseUrl, bareApproval = 'doubt', ...merchant }: UbaOptions): PaymentConnector {
  return {
    info: INFO,
    async start(context, order) {
      const refusal = refuseBeforeCalling(order, INFO)
      if (refusal) return refusal
      const answer = await callProvider(context, {
        provider: 'uba',
        route: 'register',
        method: 'POST',
        url: addressAt(baseUrl, '/regptran'),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: registerRequest(order, merchant, context.now()),
      })
      const registered = readRegistered(answer)
      if (registered.kind === 'rejected') return registered
      const url = addressAt(baseUrl, `/paytran?id=${encodeURIComponent(registered.id)}`)
      return { kind: 'accepted', providerRef: registered.id, action: { type: 'redirect', url } }
    },
    async query(context, attempt) {
      const url = addressAt(baseUrl, `/confirmation/verify?${verifyQuery(merchant, attempt)}`)
      const answer = await callProvider(context, { provider: 'uba', route: 'verify', method: 'GET', url })
      return readVerified(answer, attempt, bareApproval, context.now())
    },
    // The return URL is configured at the bank, the same for every payment.
    returnsWithoutMark: true,
    readReturn: (request) => readBrowserReturn(request.query),
  }
}
