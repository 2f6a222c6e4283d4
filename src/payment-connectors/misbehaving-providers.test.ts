import { expect, test } from 'vitest'
import {
  aClosedAddress,
  aContext,
  anAttempt,
  anOrder,
  aScriptedProvider,
  NON_ANSWERS,
  type ScriptedAnswer,
} from './testing/connector-testing.ts'
import { dpoConnector } from './dpo/dpo.connector.ts'
import { moneyPinConnector, moneyPushConnector, smartcashConnector } from './gsma-money/gsma-money.connector.ts'
import { mpesaConnector } from './mpesa/mpesa.connector.ts'
import { ProviderUnavailable, type PaymentConnector } from './payment-connector.ts'
import { paystackConnector } from './paystack/paystack.connector.ts'
import { airtelMoneyConnector } from './airtel-money/airtel-money.connector.ts'
import { cellulantConnector } from './cellulant/cellulant.connector.ts'
import { ubaConnector } from './uba/uba.connector.ts'

const SECRETS = [
  'sk_test_hidden',
  'COMPANY-TOKEN-HIDDEN',
  'api-key-hidden',
  'client-secret-hidden',
  'service-key-hidden',
  'consumer-secret-hidden',
  'passkey-hidden',
  '90000001',
  'amina@example.ne',
]

const CONNECTORS: Readonly<Record<string, (baseUrl: string) => PaymentConnector>> = {
  paystack: (baseUrl) => paystackConnector({ baseUrl, secretKey: 'sk_test_hidden', publicKey: 'pk_test_x' }),
  dpo: (baseUrl) => dpoConnector({ baseUrl, companyToken: 'COMPANY-TOKEN-HIDDEN', serviceType: '3854' }),
  cellulant: (baseUrl) =>
    cellulantConnector({
      baseUrl,
      apiKey: 'api-key-hidden',
      clientId: 'guichet',
      clientSecret: 'client-secret-hidden',
      serviceCode: 'GUICHET',
    }),
  uba: (baseUrl) => ubaConnector({ baseUrl, merchantId: 'GUICHETNE', serviceKey: 'service-key-hidden' }),
  'money-push': (baseUrl) => moneyPushConnector({ baseUrl, apiKey: 'api-key-hidden', merchant: 'GUICHET' }),
  'money-pin': (baseUrl) => moneyPinConnector({ baseUrl, apiKey: 'api-key-hidden', merchant: 'GUICHET' }),
  smartcash: (baseUrl) => smartcashConnector({ baseUrl, apiKey: 'api-key-hidden', merchant: 'GUICHET' }),
  mpesa: (baseUrl) =>
    mpesaConnector({
      baseUrl,
      consumerKey: 'guichet',
      consumerSecret: 'consumer-secret-hidden',
      shortCode: '600227',
      passkey: 'passkey-hidden',
    }),
  'airtel-money': (baseUrl) => airtelMoneyConnector({ baseUrl, clientId: 'guichet', clientSecret: 'client-secret-hidden', signing: 'off' }),
}

const TOKEN_ANSWER: ScriptedAnswer = { body: '{"access_token":"access-token-hidden","token_type":"bearer","expires_in":3600}' }

const calls = {
  start: (connector: PaymentConnector, timeoutMs?: number) => connector.start(aContext({ timeoutMs }), anOrder()),
  query: (connector: PaymentConnector, timeoutMs?: number) =>
    connector.query?.(aContext({ timeoutMs }), anAttempt({ providerRef: 'TOKEN-0001', secretsSent: 1 })),
}

/** Only these end by the time limit; a short one for all would cut off the token on a busy machine. */
const HANGS: ReadonlySet<string> = new Set(['says nothing', 'never stops'])

const cases = Object.keys(CONNECTORS).flatMap((name) =>
  NON_ANSWERS.flatMap(([how, answer]) => (['start', 'query'] as const).map((call) => [name, call, how, answer] as const)),
)

test.for(cases)('%s: %s to a provider that %s is unknown, never refused (F25, F26)', async ([name, call, how, answer]) => {
  const { url } = await aScriptedProvider(({ path }) => (/\/oauth2?\//.test(path) ? TOKEN_ANSWER : answer))
  const failure = await Promise.resolve(
    calls[call]((CONNECTORS[name] as (url: string) => PaymentConnector)(url), HANGS.has(how) ? 250 : undefined),
  ).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ProviderUnavailable)
  expect(failure).toMatchObject({ mayHaveArrived: true })
  for (const secret of [...SECRETS, 'access-token-hidden']) expect(String(failure)).not.toContain(secret)
})

test.for(Object.keys(CONNECTORS))('%s: an unreachable provider received nothing (F33)', async (name) => {
  const connector = (CONNECTORS[name] as (url: string) => PaymentConnector)(await aClosedAddress())
  await expect(calls.start(connector)).rejects.toMatchObject({ name: 'ProviderUnavailable', mayHaveArrived: false })
  await expect(calls.query(connector)).rejects.toMatchObject({ name: 'ProviderUnavailable', mayHaveArrived: false })
})
