import { AIRTEL_MONEY } from '#tests/protocols/airtel-money/airtel-money-document.ts'
import { testReadings, type ScriptedReading } from '#tests/protocols/document-tests.ts'
import { summaryOf, summaryOfWebhook } from '#tests/protocols/summary-of.ts'
import { anAttempt, anOrder, aRequest } from '../testing/connector-testing.ts'
import { airtelMoneyConnector } from './airtel-money.connector.ts'

const baseUrl = 'https://openapi.airtel.example'
const account = { baseUrl, clientId: 'c', clientSecret: 's' }
const attempt = anAttempt({ providerTxnId: 'MP1' })

testReadings(AIRTEL_MONEY, baseUrl, async ({ of, text, context }: ScriptedReading) => {
  const connector = airtelMoneyConnector({ ...account, signing: of === 'key' ? 'on' : 'off' })
  const refund = { ref: 'REFUND222222', amount: attempt.amount, reason: 'late' }
  if (of === 'query') return summaryOf(connector.query?.(context, attempt))
  if (of === 'refund') return summaryOf(connector.refund?.(context, attempt, refund))
  if (of !== 'notice') return summaryOf(connector.start(context, anOrder()))
  return summaryOfWebhook(connector.parseWebhook?.(aRequest({ body: text })))
})
