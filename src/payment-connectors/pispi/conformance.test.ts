import { createHmac } from 'node:crypto'
import { PISPI } from '#tests/protocols/pispi/pispi-document.ts'
import { testReadings } from '#tests/protocols/document-tests.ts'
import { summaryOf, summaryOfWebhook } from '#tests/protocols/summary-of.ts'
import { anAttempt, anOrder, aRequest } from '../testing/connector-testing.ts'
import { pispiConnector } from './pispi.connector.ts'

const apiUrl = 'https://api.participant.example'
const options = {
  baseUrl: `${apiUrl}/piz/v1`,
  tokenUrl: `${apiUrl}/oauth/token`,
  clientId: 'c',
  clientSecret: 's',
  scope: 'demande_paiement.write',
  apiKey: 'k',
  alias: '9b1b2499-3e50-435b-b757-ac7a83d8aa8c',
  amountUnit: 'units',
  webhookSecret: 'hush',
  clientCertificate: null,
  clientKey: null,
} as const
const refund = { ref: 'REFUND222222', amount: anOrder().amount, reason: 'not delivered' }

testReadings(PISPI, apiUrl, async ({ of, text, context }) => {
  const connector = pispiConnector(options)
  switch (of) {
    case 'state':
      return summaryOf(connector.query?.(context, anAttempt()))
    case 'received':
      return summaryOf(connector.queryRefund?.(context, anAttempt(), refund.ref))
    case 'return':
      return summaryOf(connector.refund?.(context, anAttempt(), refund))
    case 'notice': {
      const signature = createHmac('sha256', options.webhookSecret).update(text).digest('hex')
      return summaryOfWebhook(connector.parseWebhook?.(aRequest({ body: text, headers: { 'x-signature': signature } })))
    }
    default:
      return summaryOf(connector.start(context, anOrder()))
  }
})
