import { anAttempt, anOrder, aRequest } from '../testing/connector-testing.ts'
import { testReadings, type ScriptedReading } from '#tests/protocols/document-tests.ts'
import { DPO } from '#tests/protocols/dpo/dpo-document.ts'
import { summaryOf, summaryOfWebhook } from '#tests/protocols/summary-of.ts'
import { dpoConnector } from './dpo.connector.ts'

const baseUrl = 'https://secure.3gdirectpay.com'
const connector = dpoConnector({ baseUrl, companyToken: '8D3DA73D-9D7F-4E09-96D4-3D44E7A83EA3', serviceType: '77' })
const refund = { ref: 'REFUND222222', amount: anOrder().amount, reason: 'not delivered' }

testReadings(DPO, baseUrl, async ({ of, text, context }: ScriptedReading) => {
  const attempt = anAttempt({ providerRef: '8D3DA73D-9D7F-4E09-96D4-3D44E7A83EA3' })
  switch (of) {
    case 'createToken':
      return summaryOf(connector.start(context, anOrder()))
    case 'verifyToken':
      return summaryOf(connector.query?.(context, attempt))
    case 'refundToken':
      return summaryOf(connector.refund?.(context, attempt, refund))
    case 'verifyRefund':
      return summaryOf(connector.queryRefund?.(context, attempt, refund.ref))
    default:
      return summaryOfWebhook(connector.parseWebhook?.(aRequest({ body: text })))
  }
})
