import type { ConnectorId } from '#shared/connector-table.ts'
import { airtelMoneyConnector } from '../../airtel-money/airtel-money.connector.ts'
import { AIRTEL_ANSWERS } from '../../airtel-money/airtel-money.messages.ts'
import { moneyPinConnector, moneyPushConnector, smartcashConnector } from '../../gsma-money/gsma-money.connector.ts'
import { GSMA_ANSWERS } from '../../gsma-money/gsma-money.messages.ts'
import { mpesaConnector } from '../../mpesa/mpesa.connector.ts'
import { MPESA_ANSWERS } from '../../mpesa/mpesa.messages.ts'
import type { PaymentConnector, RawRequest } from '../../payment-connector.ts'
import { anAttempt, aRequest } from '../connector-testing.ts'
import { AIRTEL_MONEY } from '#tests/protocols/airtel-money/airtel-money-document.ts'
import { PISPI_CASES } from './pispi-answers.ts'
import { DARAJA } from '#tests/protocols/daraja/daraja-document.ts'
import { GSMA_MONEY } from '#tests/protocols/gsma-money/gsma-money-document.ts'
import {
  answering,
  asked,
  askedForRefund,
  BASE_URL as baseUrl,
  heard,
  KNOWN,
  REFUND,
  TOKEN_ANSWER,
  type AnswerCase,
  type Heard,
} from './answer-case.ts'

const wallet = { baseUrl, apiKey: 'k', merchant: 'GUICHET' }
const push = moneyPushConnector(wallet)
/** Money by push, by PIN, and SmartCash: one protocol, and one implementation. */
const WALLETS = [
  ['money-push', push],
  ['money-pin', moneyPinConnector(wallet)],
  ['smartcash', smartcashConnector(wallet)],
] as const
const attempt = anAttempt({ secretsSent: 1, providerTxnId: 'MP1' })
const link = (name: string) => JSON.stringify({ link: `/transactions/${name}` })
const onOurAddress = (body: string): RawRequest => ({ ...aRequest({ body }), path: `/notice/money-push/${KNOWN.ref}/mac` })

const OF_REVERSAL = {
  requestingOrganisationTransactionReference: 'the standard does not say which of ours it repeats',
  debitParty: 'a reversal goes back the way it came',
  creditParty: 'a reversal goes back the way it came',
}
const PAYER = 'any payer settles it'
const OF_TRANSACTION = { 'debitParty.key': PAYER, 'debitParty.value': PAYER }
const TRANSACTION = { creditParty: [{ key: 'organisationid', value: 'GUICHET' }] }

const ofWallet = ([id, connector]: readonly [ConnectorId, PaymentConnector]): readonly AnswerCase[] => {
  const common = { page: 'docs/protocols/gsma-money.md', document: GSMA_MONEY, within: '', as: 'json' as const }
  return [
    {
      ...common,
      connector: id,
      title: 'answer to `transaction`',
      table: GSMA_ANSWERS.transaction,
      given: { ...TRANSACTION, transactionReference: 'MP1' },
      notCompared: OF_TRANSACTION,
      decides: 'transactionStatus',
      read: (text) =>
        asked(
          connector,
          answering([
            [/\/responses\//, link('MP1')],
            [/\/transactions\/MP1$/, text],
          ]),
          attempt,
        ),
    },
    {
      ...common,
      connector: id,
      title: 'answer to `merchantpay`: 201',
      table: GSMA_ANSWERS.createdTransaction,
      given: { ...TRANSACTION, transactionReference: 'MP1' },
      decides: 'transactionStatus',
      async read(text): Promise<Heard> {
        const context = answering([[/merchantpay$/, text, 201]])
        const secret = { kid: 'K', ciphertext: 'A'.repeat(344) }
        if (connector.submitSecret) return { seen: await connector.submitSecret(context, attempt, secret) }
        const started = await connector.start(context, { ...KNOWN, description: 'x', language: 'fr' })
        return started.kind === 'settled' ? { seen: started.seen } : null
      },
    },
    {
      ...common,
      connector: id,
      title: 'answer about a reversal',
      table: GSMA_ANSWERS.reversal,
      given: { originalTransactionReference: 'MP1', transactionReference: 'RV1' },
      notCompared: OF_REVERSAL,
      decides: 'transactionStatus',
      read: (text) =>
        askedForRefund(
          connector,
          answering([
            [/\/responses\//, link('RV1')],
            [/\/transactions\/RV1$/, text],
          ]),
          attempt,
        ),
    },
  ]
}

const STATE = '5c5b7b1e-6b0a-4f0e-9a52-1f7f8f1c2d3e'
const PAID_TRANSACTION = JSON.stringify({
  transactionReference: 'MP1',
  transactionStatus: 'completed',
  type: 'merchantpay',
  amount: '1500',
  currency: 'XOF',
  creditParty: TRANSACTION.creditParty,
})

const GSMA_CASES: readonly AnswerCase[] = [
  ...WALLETS.flatMap(ofWallet),
  {
    page: 'docs/protocols/gsma-money.md',
    connector: 'money-push',
    title: 'answer to `requestState`',
    table: GSMA_ANSWERS.requestState,
    document: GSMA_MONEY,
    within: '',
    given: { serverCorrelationId: STATE, status: 'completed', objectReference: 'MP1' },
    as: 'json',
    decides: 'status',
    read: (text) =>
      asked(
        push,
        answering([
          [/\/requeststates\//, text],
          [/\/responses\//, link('MP1')],
          [/\/transactions\/MP1$/, PAID_TRANSACTION],
        ]),
        anAttempt({ providerRef: STATE }),
      ),
  },
  {
    page: 'docs/protocols/gsma-money.md',
    connector: 'money-push',
    title: 'callback of a payment (not signed, on the address of the payment)',
    // Its own id of the payment may be received here for the first time.
    table: { ...GSMA_ANSWERS.transaction, fields: GSMA_ANSWERS.transaction.fields.filter(({ tells }) => tells !== 'transaction') },
    document: GSMA_MONEY,
    within: '',
    given: TRANSACTION,
    as: 'json',
    notCompared: { ...OF_TRANSACTION, transactionReference: 'told for the first time' },
    decides: 'transactionStatus',
    read: (text) => heard(push, onOurAddress(text)),
  },
  {
    page: 'docs/protocols/gsma-money.md',
    connector: 'money-push',
    title: 'callback of a reversal (not signed, on the address of the payment)',
    table: { ...GSMA_ANSWERS.reversal, fields: GSMA_ANSWERS.reversal.fields.filter(({ tells }) => tells !== 'transaction') },
    document: GSMA_MONEY,
    within: '',
    given: { originalTransactionReference: 'MP1', transactionReference: 'RV1', type: 'reversal', amount: '1500', currency: 'XOF' },
    as: 'json',
    notCompared: { ...OF_REVERSAL, originalTransactionReference: 'the reversal is asked about by the name that we gave it' },
    decides: 'transactionStatus',
    read: (text) => heard(push, onOurAddress(text)),
  },
]

const mpesa = mpesaConnector({ baseUrl, consumerKey: 'k', consumerSecret: 's', shortCode: '600227', passkey: 'p' })
const CheckoutRequestID = KNOWN.providerRef

const MPESA_CASES: readonly AnswerCase[] = [
  {
    page: 'docs/protocols/daraja.md',
    connector: 'mpesa',
    title: 'answer to `question`',
    table: MPESA_ANSWERS.queried,
    document: DARAJA,
    within: '',
    given: { ResultCode: '0', CheckoutRequestID },
    as: 'json',
    decides: 'ResultCode',
    read: (text) => asked(mpesa, answering([TOKEN_ANSWER, [/query/, text]])),
  },
  {
    page: 'docs/protocols/daraja.md',
    connector: 'mpesa',
    title: 'callback (not signed, on the address of the payment)',
    table: MPESA_ANSWERS.callback,
    document: DARAJA,
    within: '',
    given: {
      Body: { stkCallback: { CheckoutRequestID, ResultCode: 0, CallbackMetadata: { Item: [{ Name: 'Amount', Value: 1500 }] } } },
    },
    as: 'json',
    notCompared: { 'Body.stkCallback.MerchantRequestID': 'not kept; CheckoutRequestID names the same push' },
    decides: 'Body.stkCallback.ResultCode',
    read: (text) => heard(mpesa, { ...aRequest({ body: text }), path: `/notice/mpesa/${KNOWN.ref}/mac` }),
  },
]

const airtel = airtelMoneyConnector({ baseUrl, clientId: 'c', clientSecret: 's', signing: 'off' })
const AIRTEL_TOKEN = [/\/oauth2\//, TOKEN_ANSWER[1]] as const
const ofAirtel = {
  page: 'docs/protocols/airtel-money.md',
  connector: 'airtel-money',
  document: AIRTEL_MONEY,
  within: '',
  as: 'json',
} as const
const FINE = { success: true, response_code: 'DP00800001001' }

/** Its callback names no amount and carries no mark of ours: it reports nothing by itself. */
const AIRTEL_CASES: readonly AnswerCase[] = [
  {
    ...ofAirtel,
    title: 'answer to `query`',
    table: AIRTEL_ANSWERS.paid,
    given: { data: { transaction: { id: KNOWN.ref, airtel_money_id: 'MP1', status: 'TS' } }, status: FINE },
    decides: 'data.transaction.status',
    read: (text) => asked(airtel, answering([AIRTEL_TOKEN, [/\/payments\//, text]])),
  },
  {
    ...ofAirtel,
    title: 'answer to `query`, reversed',
    table: AIRTEL_ANSWERS.reversed,
    given: { data: { transaction: { id: KNOWN.ref, airtel_money_id: 'MP1', status: 'TR' } }, status: FINE },
    notCompared: { 'data.transaction.airtel_money_id': 'a reversal may name itself; our id names the payment' },
    decides: 'data.transaction.status',
    read: (text) => askedForRefund(airtel, answering([AIRTEL_TOKEN, [/\/payments\//, text]])),
  },
  {
    ...ofAirtel,
    title: 'answer to `refund`',
    table: AIRTEL_ANSWERS.refunded,
    given: { data: { transaction: { airtel_money_id: 'CI1', status: 'SUCCESS' } }, status: FINE },
    decides: 'data.transaction.status',
    async read(text): Promise<Heard> {
      const stillPaid = JSON.stringify({ data: { transaction: { id: KNOWN.ref, airtel_money_id: 'MP1', status: 'TS' } }, status: FINE })
      const context = answering([AIRTEL_TOKEN, [/\/refund$/, text], [/\/payments\//, stillPaid]])
      const seen = await airtel.refund?.(context, KNOWN, REFUND)
      return seen ? { seen } : null
    },
  },
]

export const WALLET_ANSWERS: readonly AnswerCase[] = [...GSMA_CASES, ...MPESA_CASES, ...AIRTEL_CASES, ...PISPI_CASES]
