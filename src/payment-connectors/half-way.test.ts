import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { aContext, anAttempt, anOrder, aScriptedProvider, type ScriptedAnswer } from './testing/connector-testing.ts'
import { moneyPinConnector } from './gsma-money/gsma-money.connector.ts'
import { mpesaConnector } from './mpesa/mpesa.connector.ts'
import type { PaymentConnector } from './payment-connector.ts'
import { airtelMoneyConnector } from './airtel-money/airtel-money.connector.ts'
import { cellulantConnector } from './cellulant/cellulant.connector.ts'

/** What may be reported of a payment when its provider disappears between two calls of the same operation. */

type Answer = { status: number; json: object }

/** Sends these responses in order, and then stops listening. */
async function aVanishingProvider(answers: Answer[]): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const { status, json } = answers[requests.length] ?? { status: 500, json: {} }
    requests.push(`${request.method} ${request.url}`)
    request.resume()
    const isLast = requests.length === answers.length
    if (isLast) server.close()
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(json))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

const wallet = (baseUrl: string) => moneyPinConnector({ baseUrl, apiKey: 'k', merchant: 'GUICHET' })
const cellulant = (baseUrl: string) => cellulantConnector({ baseUrl, apiKey: 'k', clientId: 'c', clientSecret: 's', serviceCode: 'G' })
const mpesa = (baseUrl: string) => mpesaConnector({ baseUrl, consumerKey: 'k', consumerSecret: 's', shortCode: '600227', passkey: 'p' })

const airtel = (baseUrl: string) => airtelMoneyConnector({ baseUrl, clientId: 'c', clientSecret: 's', signing: 'off' })

const COMPLETED = { serverCorrelationId: 'S-1', status: 'completed', objectReference: 'MP1', notificationMethod: 'callback', pollLimit: 9 }
const TRANSACTION = {
  transactionReference: 'MP1',
  transactionStatus: 'completed',
  amount: '1500',
  currency: 'XOF',
  type: 'merchantpay',
  creditParty: [{ key: 'organisationid', value: 'GUICHET' }],
}
const TOKEN: Answer = { status: 200, json: { access_token: 'token-1', expires_in: 3600 } }
const secret = { kid: 'K', ciphertext: 'A'.repeat(344) }

test('F33 a PIN that the wallet accepted has arrived, although its details cannot be read any more', async () => {
  const { url, requests } = await aVanishingProvider([{ status: 202, json: COMPLETED }])
  const entered = wallet(url).submitSecret?.(aContext(), anAttempt({ secretsSent: 1 }), secret)
  await expect(entered).rejects.toMatchObject({ name: 'ProviderUnavailable', why: 'no-connection', mayHaveArrived: true })
  expect(requests).toEqual(['POST /transactions/type/merchantpay'])
})

test('F33 a refund that the wallet accepted has arrived; one whose payment could not be queried has not', async () => {
  const found = [
    { status: 200, json: { link: '/transactions/MP1' } },
    { status: 200, json: TRANSACTION },
  ]
  const refund = { ref: 'R1', amount: { minor: 1500, currency: 'XOF' }, reason: 'refused' }
  const taken = await aVanishingProvider([...found, { status: 202, json: { ...COMPLETED, objectReference: 'RV1' } }])
  const giveBack = (connector: PaymentConnector) => connector.refund?.(aContext(), anAttempt({ secretsSent: 1 }), refund)
  await expect(giveBack(wallet(taken.url))).rejects.toMatchObject({ why: 'no-connection', mayHaveArrived: true })
  expect(taken.requests.at(-1)).toBe('POST /transactions/MP1/reversals')
  const unasked = await aVanishingProvider(found)
  await expect(giveBack(wallet(unasked.url))).rejects.toMatchObject({ why: 'no-connection', mayHaveArrived: false })
})

test.for([
  ['cellulant', cellulant],
  ['mpesa', mpesa],
  ['airtel-money', airtel],
] as const)('F33 %s: a payment with a token but then no connection was not sent', async ([, connect]) => {
  const { url, requests } = await aVanishingProvider([TOKEN])
  await expect(connect(url).start(aContext(), anOrder())).rejects.toMatchObject({ why: 'no-connection', mayHaveArrived: false })
  expect(requests).toHaveLength(1)
})

const NO_TOKENS: [string, ScriptedAnswer][] = [
  ['fails', { status: 500, body: 'oops' }],
  ['sends a page', { body: '<html>' }],
  ['sends nothing', { body: '' }],
  ['hangs up', 'hangs up'],
  ['says nothing', 'says nothing'],
  ['is out of breath', { status: 429, body: 'slow down' }],
]
const TOKEN_PROVIDERS = { cellulant, mpesa, 'airtel-money': airtel }

test.for(
  NO_TOKENS.flatMap(([how, answer]) => (['cellulant', 'mpesa', 'airtel-money'] as const).map((name) => [name, how, answer] as const)),
)('F26 %s: the token endpoint %s, so the payment was not sent', async ([name, , answer]) => {
  const provider = await aScriptedProvider(() => answer)
  const failure = TOKEN_PROVIDERS[name](provider.url).start(aContext({ timeoutMs: 300 }), anOrder())
  await expect(failure).rejects.toMatchObject({ name: 'ProviderUnavailable', mayHaveArrived: false })
  expect(provider.requests.every(({ path }) => /\/oauth2?\//.test(path))).toBe(true)
})

test('F26 a token is refused and no other can be fetched: the payment was not carried out', async () => {
  const { url } = await aVanishingProvider([TOKEN, { status: 401, json: { message: 'expired' } }])
  await expect(cellulant(url).start(aContext(), anOrder())).rejects.toMatchObject({ why: 'no-connection', mayHaveArrived: false })
})

test('F33 a refund that was answered unclearly has arrived, although not even a token can be fetched to ask about it', async () => {
  const answers = [
    { ...TOKEN, json: { access_token: 't', expires_in: 1 } },
    { status: 400, json: { status: { result_code: 'ESB000011' } } },
  ]
  const { url, requests } = await aVanishingProvider(answers)
  const refund = { ref: 'R1', amount: { minor: 1500, currency: 'XOF' }, reason: 'refused' }
  const given = airtel(url).refund?.(aContext(), anAttempt({ providerTxnId: 'MP1' }), refund)
  await expect(given).rejects.toMatchObject({ name: 'ProviderUnavailable', mayHaveArrived: true })
  expect(requests.at(-1)).toBe('POST /standard/v2/payments/refund')
})

test('F33 a push whose encryption key cannot be fetched was not sent', async () => {
  const { url, requests } = await aVanishingProvider([TOKEN])
  const signing = airtelMoneyConnector({ baseUrl: url, clientId: 'c', clientSecret: 's', signing: 'on' })
  await expect(signing.start(aContext(), anOrder())).rejects.toMatchObject({ mayHaveArrived: false })
  expect(requests).toEqual(['POST /auth/oauth2/token'])
})
