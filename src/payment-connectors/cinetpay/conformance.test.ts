import { createHmac } from 'node:crypto'
import { CINETPAY } from '#tests/protocols/cinetpay/cinetpay-document.ts'
import { testReadings } from '#tests/protocols/document-tests.ts'
import { summaryOf, summaryOfWebhook } from '#tests/protocols/summary-of.ts'
import { anAttempt, anOrder, aRequest } from '../testing/connector-testing.ts'
import { cinetpayConnector } from './cinetpay.connector.ts'

const baseUrl = 'https://api-checkout.cinetpay.com'
const account = { apiKey: 'k', siteId: '227001', secretKey: 's', currency: 'XOF' }
const connector = cinetpayConnector({ baseUrl, ...account, payPageOrigins: ['https://checkout.cinetpay.com'] })

testReadings(CINETPAY, baseUrl, async ({ of, text, context }) => {
  switch (of) {
    case 'check':
      return summaryOf(connector.query?.(context, anAttempt()))
    case 'notice': {
      // The form has its fields in the order in which they are signed.
      const joined = [...new URLSearchParams(text).values()].join('')
      const token = createHmac('sha256', account.secretKey).update(joined).digest('hex')
      return summaryOfWebhook(connector.parseWebhook?.(aRequest({ body: text, headers: { 'x-token': token } })))
    }
    default:
      return summaryOf(connector.start(context, anOrder()))
  }
})
