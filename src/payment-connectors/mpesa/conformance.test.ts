import { anAttempt, anOrder, aRequest } from '../testing/connector-testing.ts'
import { DARAJA } from '../testing/documents/daraja-document.ts'
import { testReadings, type Asked } from '../testing/documents/document-tests.ts'
import { summaryOf, summaryOfNotice } from '../testing/documents/summary-of.ts'
import { mpesaConnector } from './mpesa.connector.ts'

const baseUrl = 'https://api.safaricom.co.ke'
const options = { baseUrl, consumerKey: 'key', consumerSecret: 'secret', shortCode: '600227', passkey: 'pass' }

testReadings(DARAJA, baseUrl, async ({ of, text, context }: Asked) => {
  const connector = mpesaConnector(options)
  if (of === 'question') return summaryOf(connector.query?.(context, anAttempt({ providerRef: 'ws_CO_1' })))
  if (of !== 'notice') return summaryOf(connector.start(context, anOrder()))
  return summaryOfNotice(connector.readNotice?.({ ...aRequest({ body: text }), path: '/notice/daraja/ABCDEFGH2345/mac' }))
})
