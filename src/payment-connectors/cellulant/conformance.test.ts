import { anAttempt, anOrder, aRequest } from '../testing/connector-testing.ts'
import { testReadings, type ScriptedReading } from '#tests/protocols/document-tests.ts'
import { summaryOf, summaryOfWebhook } from '#tests/protocols/summary-of.ts'
import { TINGG } from '#tests/protocols/tingg/tingg-document.ts'
import { ProviderUnavailable, type ConnectorContext } from '../payment-connector.ts'
import { cellulantConnector } from './cellulant.connector.ts'

const baseUrl = 'https://api.tingg.africa'
const options = {
  baseUrl,
  apiKey: 'k',
  clientId: 'c',
  clientSecret: 's',
  serviceCode: 'OWN',
  payPageOrigins: ['https://checkout.tingg.africa'],
}
const refund = { ref: 'REFUND222222', amount: anOrder().amount, reason: 'not delivered' }

testReadings(TINGG, baseUrl, async ({ of, text, context }: ScriptedReading) => {
  const connector = cellulantConnector(options)
  switch (of) {
    case 'query':
      return summaryOf(connector.query?.(context, anAttempt()))
    case 'refund':
      return summaryOf(connector.refund?.(context, anAttempt(), refund))
    case 'acknowledgement':
      return noted(context)
    case 'notice':
      return summaryOfWebhook(connector.parseWebhook?.(aRequest({ body: text })))
    default:
      return summaryOf(connector.start(context, anOrder()))
  }
})

async function noted(context: ConnectorContext): Promise<string> {
  try {
    await cellulantConnector(options).reportDelivery?.(context, anAttempt(), true)
    return 'noted'
  } catch (error) {
    if (error instanceof ProviderUnavailable) return 'no answer'
    throw error
  }
}
