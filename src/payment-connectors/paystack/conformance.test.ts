import { createHmac } from 'node:crypto'
import { anAttempt, anOrder, aRequest } from '../testing/connector-testing.ts'
import { testReadings, type ScriptedReading } from '#tests/protocols/document-tests.ts'
import { PAYSTACK } from '#tests/protocols/paystack/paystack-document.ts'
import { summaryOf, summaryOfWebhook } from '#tests/protocols/summary-of.ts'
import { paystackConnector } from './paystack.connector.ts'

const baseUrl = 'https://api.paystack.co'
const connector = paystackConnector({ baseUrl, secretKey: 'sk_test_x', publicKey: 'pk_test_x' })
const refund = { ref: 'REFUND222222', amount: anOrder().amount, reason: 'not delivered' }

testReadings(PAYSTACK, baseUrl, async ({ of, when, text, context }: ScriptedReading) => {
  switch (of) {
    case 'initialize':
      return summaryOf(connector.start(context, anOrder()))
    case 'verify':
      return summaryOf(
        when === 'refund' ? connector.queryRefund?.(context, anAttempt(), refund.ref) : connector.query?.(context, anAttempt()),
      )
    case 'refund':
      return summaryOf(connector.refund?.(context, anAttempt(), refund))
    case 'refunds':
      return summaryOf(connector.queryRefund?.(context, anAttempt(), refund.ref))
    default: {
      const signature = createHmac('sha512', 'sk_test_x').update(text).digest('hex')
      return summaryOfWebhook(connector.parseWebhook?.(aRequest({ body: text, headers: { 'x-paystack-signature': signature } })))
    }
  }
})
