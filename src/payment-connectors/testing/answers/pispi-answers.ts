import { createHmac } from 'node:crypto'
import { PISPI } from '#tests/protocols/pispi/pispi-document.ts'
import { pispiConnector } from '../../pispi/pispi.connector.ts'
import { PISPI_ANSWERS } from '../../pispi/pispi.messages.ts'
import { aRequest } from '../connector-testing.ts'
import { answering, asked, askedForRefund, BASE_URL, heard, KNOWN, TOKEN_ANSWER, type AnswerCase } from './answer-case.ts'

const alias = '9b1b2499-3e50-435b-b757-ac7a83d8aa8c'
const webhookSecret = 's'
const pispi = pispiConnector({
  baseUrl: `${BASE_URL}/piz/v1`,
  tokenUrl: `${BASE_URL}/oauth/token`,
  clientId: 'c',
  clientSecret: 's',
  scope: 'x',
  apiKey: 'k',
  alias,
  amountUnit: 'units',
  webhookSecret,
  clientCertificate: null,
  clientKey: null,
})
const PAID = { txId: KNOWN.ref, statut: 'IRREVOCABLE', montant: 1500, payeAlias: alias }
const RECEIVED = { ...PAID, end2endId: 'ENEB00120261115120000ABCDEFGHIJKLMN' }
const EVENT = { evCode: 'PAIEMENT_RECU', txId: KNOWN.ref, end2endId: RECEIVED.end2endId, montant: 1500, alias }

const common = { page: 'docs/protocols/pispi.md', connector: 'pispi', within: '', as: 'json' } as const

export const PISPI_CASES: readonly AnswerCase[] = [
  {
    ...common,
    title: 'answer to `state`: the request',
    table: PISPI_ANSWERS.request,
    document: PISPI,
    given: { ...PAID, end2endId: RECEIVED.end2endId },
    decides: 'statut',
    read: (text) => asked(pispi, answering([TOKEN_ANSWER, [/demandes/, text], [/recus/, JSON.stringify(RECEIVED)]])),
  },
  {
    ...common,
    title: 'answer to `received`: what was returned',
    table: PISPI_ANSWERS.returned,
    document: PISPI,
    given: { ...RECEIVED, retourStatut: 'IRREVOCABLE' },
    decides: 'retourStatut',
    read: (text) => askedForRefund(pispi, answering([TOKEN_ANSWER, [/recus/, text]])),
  },
  {
    ...common,
    title: 'an event of a webhook (its signature is checked, and it is a hint)',
    table: PISPI_ANSWERS.notice,
    // A webhook holds several of them.
    document: null,
    given: EVENT,
    decides: 'evCode',
    read(text) {
      const body = `{"data":[${text}]}`
      return heard(pispi, aRequest({ body, headers: { 'x-signature': createHmac('sha256', webhookSecret).update(body).digest('hex') } }))
    },
  },
]
