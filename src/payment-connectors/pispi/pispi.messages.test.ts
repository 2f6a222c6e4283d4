import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { anAnswer, anAttempt, anOrder, aRequest, NOW } from '../testing/connector-testing.ts'
import { parsePispiWebhook } from './pispi-webhook.messages.ts'
import { pispiConnector } from './pispi.connector.ts'
import { moneyOf, paymentRequest, readPaid, readRequestState, type Received } from './pispi.messages.ts'

const alias = '9b1b2499-3e50-435b-b757-ac7a83d8aa8c'
const units = { alias, wire: { wireExponent: { XOF: 0 } } }
const hundredths = { alias, wire: { wireExponent: { XOF: 2 } } }
const SECRET = 'hush'
const attempt = anAttempt({ providerRef: 'ENEB001' })
const PAID = { txId: attempt.ref, statut: 'IRREVOCABLE', montant: 1500, payeAlias: alias }
const RECEIVED: Received = { txId: attempt.ref, statut: 'IRREVOCABLE', end2endId: 'ENEB002' }

test('a request asks the payer by number, for two minutes, in the unit that the participant uses', () => {
  const write = (account: typeof units) =>
    JSON.parse(paymentRequest(anOrder({ description: 'x'.repeat(200) }), account, { phone: '22790000001', now: NOW })) as object
  expect(write(units)).toEqual({
    txId: 'ABCDEFGH2345',
    payeurAlias: '+22790000001',
    payeAlias: alias,
    montant: 1500,
    confirmation: false,
    categorie: '521',
    dateLimitePaiement: '2026-11-15T12:02:00.000Z',
    motif: 'x'.repeat(140),
  })
  expect(write(hundredths)).toMatchObject({ montant: 150_000 })
})

test.for([
  [units, 1500, 1500],
  [units, '1500.00', 1500],
  [units, 1500.5, null],
  [hundredths, 150_000, 1500],
  [hundredths, 1500, 15],
  [hundredths, 1550, null],
  [hundredths, 15.5, null],
  [units, -1500, null],
  [units, true, null],
] as const)('I19 an amount is read in the same unit, and only exactly: %o %s', ([account, value, minor]) => {
  expect(moneyOf(value, account.wire)?.minor ?? null).toBe(minor)
})

const paid = (changes: object, received: Received | null = RECEIVED, account = units) =>
  readPaid(anAnswer(JSON.stringify({ ...PAID, ...changes })), received, attempt, account)

test('I19 F64 an accepted request is paid when it names our reference and our amount, and no other account', () => {
  expect(paid({})).toMatchObject({ state: 'paid', amount: { minor: 1500, currency: 'XOF' }, providerTxnId: 'ENEB002' })
  expect(paid({ payeAlias: undefined }, null)).toMatchObject({ state: 'paid', providerTxnId: 'ENEB001' })
  for (const wrong of [
    { txId: 'X' },
    { montant: 1499 },
    { montant: 150_000 },
    { montant: 15 },
    { montant: undefined },
    { payeAlias: 'other' },
  ])
    expect(paid(wrong), JSON.stringify(wrong)).toMatchObject({ state: 'unrecognised', saysPaid: true })
  // The same figure in the other unit is another amount.
  expect(paid({}, RECEIVED, hundredths)).toMatchObject({ state: 'unrecognised', saysPaid: true })
})

test('a payment that went back is not paid any more; a return that was rejected leaves it paid', () => {
  const back = { ...RECEIVED, montant: 1500 }
  expect(paid({}, { ...back, retourStatut: 'IRREVOCABLE' })).toMatchObject({ state: 'refunded', amount: { minor: 1500 } })
  expect(paid({}, { ...back, retourStatut: 'ENVOYE' })).toMatchObject({ state: 'refunding' })
  expect(paid({}, { ...back, retourStatut: 'REJETE' })).toMatchObject({ state: 'paid' })
})

test('a word that is no state of the document goes to a person, and ends nothing', () => {
  const state = (statut: string) => readRequestState(anAnswer(JSON.stringify({ txId: attempt.ref, statut })), attempt, NOW)
  expect(state('EN_COURS')).toMatchObject({ state: 'unrecognised', needsReview: 'unknown-word' })
  expect(state('ANNULE')).toMatchObject({ state: 'cancelled' })
})

const EVENT = { evCode: 'PAIEMENT_RECU', evDate: '2026-11-15T12:00:10Z', txId: 'ABCDEFGH2345', end2endId: 'ENEB002', montant: 1500, alias }
const hear = (body: string, signature = createHmac('sha256', SECRET).update(body).digest('hex')) =>
  parsePispiWebhook(aRequest({ body, headers: { 'x-signature': signature } }), units, SECRET)
const told = (...events: object[]) => JSON.stringify({ data: events, meta: { total: events.length } })

test('F53 a webhook is heard with its signature only, in hex or base64, over the very bytes', () => {
  const body = told(EVENT)
  expect(hear(body)).toMatchObject({ trust: 'hint', seen: { state: 'paid', amount: { minor: 1500 }, providerTxnId: 'ENEB002' } })
  expect(hear(body, createHmac('sha256', SECRET).update(body).digest('base64'))).toMatchObject({ trust: 'hint' })
  for (const signature of ['', 'x', '00'.repeat(32), createHmac('sha256', 'other').update(body).digest('hex')])
    expect(hear(body, signature)).toBe('unauthentic')
  expect(hear(body.replace('1500', '9000'), createHmac('sha256', SECRET).update(body).digest('hex'))).toBe('unauthentic')
})

test('one message about several payments is a webhook for each; events about others are left out', () => {
  const sent = { ...EVENT, evCode: 'PAIEMENT_ENVOYE' }
  const second = { ...EVENT, evCode: 'RTP_REJETE', txId: 'SECOND222222', motif: 'AEXR' }
  const third = { ...EVENT, txId: 'THIRD3333333' }
  expect(hear(told(sent, EVENT, second, third))).toMatchObject({
    attempt: { value: 'ABCDEFGH2345' },
    others: [
      { attempt: { value: 'SECOND222222' }, seen: { state: 'unrecognised' } },
      { attempt: { value: 'THIRD3333333' }, seen: { state: 'paid' } },
    ],
  })
  expect(hear(told(sent))).toBe('irrelevant')
  expect(hear(told())).toBe('irrelevant')
  const keys = [hear(told(EVENT)), hear(told({ ...EVENT, evDate: '2026-11-15T12:00:11Z' }))].map(
    (one) => (one as { dedupeKey: string }).dedupeKey,
  )
  expect(new Set(keys).size).toBe(2)
})

test('a part of a payment cannot be returned: nothing is sent', async () => {
  const connector = pispiConnector({
    baseUrl: 'https://api.participant.example/piz/v1',
    tokenUrl: 'https://api.participant.example/oauth/token',
    clientId: 'c',
    clientSecret: 's',
    scope: 'x',
    apiKey: 'k',
    alias,
    amountUnit: 'units',
    webhookSecret: SECRET,
    clientCertificate: null,
    clientKey: null,
  })
  const context = { fetch: () => Promise.reject(new Error('sent')), now: () => NOW, urls: { return: '', notify: '' } }
  const part = { ref: 'R', amount: { minor: 500, currency: 'XOF' }, reason: 'x' }
  expect(await connector.refund?.(context, attempt, part)).toMatchObject({ state: 'declined', final: true, reason: 'amount' })
})
