import { anAttempt, anOrder, aRequest } from '../testing/connector-testing.ts'
import { DARAJA } from '#tests/protocols/daraja/daraja-document.ts'
import { testReadings, type ScriptedReading } from '#tests/protocols/document-tests.ts'
import { summaryOf, summaryOfWebhook } from '#tests/protocols/summary-of.ts'
import { mpesaConnector } from './mpesa.connector.ts'

const baseUrl = 'https://api.safaricom.co.ke'
const options = { baseUrl, consumerKey: 'key', consumerSecret: 'secret', shortCode: '600227', passkey: 'pass' }

testReadings(DARAJA, baseUrl, async ({ of, text, context }: ScriptedReading) => {
  const connector = mpesaConnector(options)
  if (of === 'question') return summaryOf(connector.query?.(context, anAttempt({ providerRef: 'ws_CO_1' })))
  if (of !== 'notice') return summaryOf(connector.start(context, anOrder()))
  return summaryOfWebhook(connector.parseWebhook?.({ ...aRequest({ body: text }), path: '/notice/daraja/ABCDEFGH2345/mac' }))
})
