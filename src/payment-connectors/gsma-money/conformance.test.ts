import { anAttempt, anOrder, aRequest } from '../testing/connector-testing.ts'
import { testReadings, type ScriptedReading } from '#tests/protocols/document-tests.ts'
import { GSMA_MONEY } from '#tests/protocols/gsma-money/gsma-money-document.ts'
import { summaryOf, summaryOfWebhook } from '#tests/protocols/summary-of.ts'
import { moneyPinConnector, moneyPushConnector } from './gsma-money.connector.ts'

const options = { baseUrl: 'https://wallet.test/1.2/mm', apiKey: 'key', merchant: 'GUICHET' }
const push = moneyPushConnector(options)
const pin = moneyPinConnector(options)
const SERVER_ID = '5c5b7b1e-6b0a-4f0e-9a52-1f7f8f1c2d3e'
const refund = { ref: 'REFUND222222', amount: anOrder().amount, reason: 'not delivered' }
const secret = { kid: 'K', ciphertext: 'A'.repeat(344) }

testReadings(GSMA_MONEY, options.baseUrl, async ({ of, when, text, context }: ScriptedReading) => {
  const known = anAttempt({ providerRef: SERVER_ID })
  switch (of) {
    case 'merchantpay':
      if (when === 'pin') return summaryOf(pin.submitSecret?.(context, anAttempt({ secretsSent: 1 }), secret))
      return summaryOf(push.start(context, anOrder()))
    case 'key':
      return summaryOf(pin.start(context, anOrder()))
    case 'requestState':
      return summaryOf(push.query?.(context, known))
    case 'response':
    case 'transaction':
      if (when === 'refund') return summaryOf(push.queryRefund?.(context, known, refund.ref))
      return summaryOf(push.query?.(context, anAttempt()))
    case 'reversal':
      return summaryOf(push.refund?.(context, anAttempt(), refund))
    case 'heartbeat':
      return (await push.isUp?.(context)) ? 'up' : 'down'
    default:
      return summaryOfWebhook(push.parseWebhook?.({ ...aRequest({ body: text }), path: '/notice/money-push/ABCDEFGH2345/mac' }))
  }
})
