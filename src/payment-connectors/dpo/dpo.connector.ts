import { OPERATOR } from '#operator-record'
import { readBrowserReturn } from '../browser-return.ts'
import { addressAt, CARD_QUERY_LADDER_SECONDS, refuseBeforeCalling } from '../card-gateway.ts'
import {
  ProviderUnavailable,
  type ConnectorContext,
  type ConnectorInfo,
  type PaymentConnector,
  type RawRequest,
} from '../payment-connector.ts'
import { callProvider, type ProviderResponse } from '../provider-http.ts'
import { providerMessage } from '../provider-message.ts'
import { readRefundedToken, readVerifiedRefund, refundTokenRequest, verifyRefundRequest } from './dpo-refund.messages.ts'
import {
  createTokenRequest,
  DPO_WIRE,
  readCreatedToken,
  parseDpoWebhook,
  readTransactionRef,
  readVerifiedToken,
  verifyTokenRequest,
} from './dpo.messages.ts'
import { factsOf } from '#shared/connector-table.ts'

export type DpoOptions = {
  /** https://secure.3gdirectpay.com, or the sandbox's. */
  baseUrl: string
  companyToken: string
  /** The number that DPO assigned to our service type. */
  serviceType: string
}

const INFO: ConnectorInfo = {
  ...factsOf('dpo'),
  currencies: OPERATOR.money.payIn,
  wireExponent: DPO_WIRE.wireExponent,
  pollScheduleSeconds: CARD_QUERY_LADDER_SECONDS,
}

export function dpoConnector({ baseUrl, ...account }: DpoOptions): PaymentConnector {
  function call(context: ConnectorContext, route: string, body: string): Promise<ProviderResponse> {
    const headers = { 'content-type': 'application/xml; charset=utf-8' }
    // The document has a separate URL for this one call.
    const url = addressAt(baseUrl, route === 'verifyRefund' ? '/API/v7/' : '/API/v6/')
    return callProvider(context, { provider: 'dpo', route, method: 'POST', url, headers, body })
  }

  return {
    info: INFO,
    async start(context, order) {
      const refusal = refuseBeforeCalling(order, INFO)
      if (refusal) return refusal
      const created = readCreatedToken(await call(context, 'createToken', createTokenRequest(order, context.urls, account, context.now())))
      if (created.kind === 'rejected') return created
      const url = addressAt(baseUrl, `/payv2.php?ID=${encodeURIComponent(created.token)}`)
      return { kind: 'accepted', providerRef: created.token, action: { type: 'redirect', url } }
    },
    async query(context, attempt) {
      return readVerifiedToken(await call(context, 'verifyToken', verifyTokenRequest(account, attempt, false)), attempt)
    },
    readReturn,
    parseWebhook: (request) => parseDpoWebhook(request.body),
    acknowledge: () => ({ status: 200, contentType: 'text/plain; charset=utf-8', body: 'OK' }),
    async reportDelivery(context, attempt, isDelivered) {
      // DPO has no call for "not delivered": that is a refund.
      if (!isDelivered) return
      const seen = readVerifiedToken(await call(context, 'verifyToken', verifyTokenRequest(account, attempt, true)), attempt)
      if (seen.state !== 'paid') throw new ProviderUnavailable(`dpo did not take note of the delivery (${seen.state})`, true)
    },
    async refund(context, attempt, refund) {
      if (!attempt.providerRef) return { state: 'unrecognised', provider: NO_TOKEN }
      return readRefundedToken(await call(context, 'refundToken', refundTokenRequest(account, attempt.providerRef, refund)))
    },
    async queryRefund(context, attempt, refundRef) {
      if (!attempt.providerRef) return { state: 'unrecognised', provider: NO_TOKEN }
      const transRef = readTransactionRef(await call(context, 'verifyToken', verifyTokenRequest(account, attempt, false)), attempt)
      return readVerifiedRefund(
        await call(context, 'verifyRefund', verifyRefundRequest(account, attempt.providerRef, transRef)),
        attempt,
        refundRef,
        transRef,
      )
    },
  }
}

const NO_TOKEN = providerMessage('no-token', 'the token of this payment is not known: refund it by hand')

/** A completed page returns with an approval or a PNR; the "back" URL has only token and reference. */
function readReturn({ query }: RawRequest) {
  const found = readBrowserReturn(query)
  const isFromBackLink = !query.has('TransID') && !query.has('CCDapproval') && !query.has('PnrID')
  return found && { ...found, isCancelled: found.isCancelled || isFromBackLink }
}
