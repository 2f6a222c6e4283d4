import { cellulantConnector } from '../../cellulant/cellulant.connector.ts'
import { CELLULANT_ANSWERS } from '../../cellulant/cellulant.messages.ts'
import { DPO_REFUND_ANSWERS } from '../../dpo/dpo-refund.messages.ts'
import { dpoConnector } from '../../dpo/dpo.connector.ts'
import { DPO_ANSWERS } from '../../dpo/dpo.messages.ts'
import { ubaConnector } from '../../uba/uba.connector.ts'
import { UBA_ANSWERS } from '../../uba/uba.messages.ts'
import { aRequest } from '../connector-testing.ts'
import { DPO } from '#tests/protocols/dpo/dpo-document.ts'
import { TINGG } from '#tests/protocols/tingg/tingg-document.ts'
import { CINETPAY_CASES } from './cinetpay-answers.ts'
import { PAYSTACK_CASES } from './paystack-answers.ts'
import { answering, asked, askedForRefund, BASE_URL as baseUrl, heard, KNOWN, TOKEN_ANSWER, type AnswerCase } from './answer-case.ts'

const dpo = dpoConnector({ baseUrl, companyToken: 'C', serviceType: '1' })
const tingg = cellulantConnector({ baseUrl, apiKey: 'k', clientId: 'c', clientSecret: 's', serviceCode: 'OWN' })
const uba = ubaConnector({ baseUrl, merchantId: 'M', serviceKey: 'S' })

const DPO_PAID = {
  API3G: {
    Result: '000',
    TransactionAmount: '1500.00',
    TransactionCurrency: 'XOF',
    CompanyRef: KNOWN.ref,
    TransactionToken: KNOWN.providerRef,
    FraudAlert: '000',
  },
}
const { TransactionToken: _token, CompanyRef: _ref, ...DPO_BARE } = DPO_PAID.API3G

const DPO_CASES: readonly AnswerCase[] = [
  {
    page: 'docs/protocols/dpo.md',
    connector: 'dpo',
    title: 'answer to `verifyToken`',
    table: DPO_ANSWERS.paid,
    document: DPO,
    within: '',
    given: DPO_PAID,
    as: 'xml',
    decides: 'API3G.Result',
    read: (text) => asked(dpo, answering([[/API/, text]])),
  },
  {
    page: 'docs/protocols/dpo.md',
    connector: 'dpo',
    title: 'push of a payment (not signed)',
    // The payment is found by its token where our reference is missing.
    table: { ...DPO_ANSWERS.paid, fields: DPO_ANSWERS.paid.fields.filter(({ tells }) => tells !== 'transaction') },
    document: DPO,
    within: '',
    given: DPO_PAID,
    as: 'xml',
    decides: 'API3G.Result',
    read: (text) => heard(dpo, aRequest({ body: text })),
  },
  {
    page: 'docs/protocols/dpo.md',
    connector: 'dpo',
    title: 'answer to `verifyRefund`',
    table: DPO_REFUND_ANSWERS.refunds,
    document: DPO,
    within: '',
    given: {
      API3G: {
        Code: '000',
        TransRef: 'R1',
        Refunds: { Refund: { Code: '003', RefundStatus: 'done', RefundDate: '2026/11/15', RefundAmount: '1500.00' } },
      },
    },
    as: 'xml',
    decides: 'API3G.Code',
    read: (text) =>
      askedForRefund(
        dpo,
        answering([
          [/v7/, text],
          [
            /v6/,
            `<API3G>${Object.entries(DPO_BARE)
              .map(([name, value]) => `<${name}>${value}</${name}>`)
              .join('')}<TransactionRef>R1</TransactionRef></API3G>`,
          ],
        ]),
      ),
  },
]

const TINGG_PAID = {
  request_status_code: '178',
  merchant_transaction_id: KNOWN.ref,
  checkout_request_id: 'CR1',
  amount_paid: 1500,
  currency_code: 'XOF',
  service_code: 'OWN',
}

function tinggQuery(within: 'results' | 'data' | ''): AnswerCase {
  const place = within === '' ? 'at the top' : `in \`${within}\``
  return {
    page: 'docs/protocols/tingg.md',
    connector: 'cellulant',
    title: `answer to \`query\`, fields ${place}`,
    table: CELLULANT_ANSWERS.paid,
    // The document does not define where they are: only one of the three places has a message.
    document: within === 'results' ? TINGG : null,
    within,
    given: within === '' ? TINGG_PAID : { [within]: TINGG_PAID },
    as: 'json',
    decides: [within, 'request_status_code'].filter(Boolean).join('.'),
    read: (text) => asked(tingg, answering([TOKEN_ANSWER, [/query/, text]])),
  }
}

const TINGG_CASES: readonly AnswerCase[] = [
  tinggQuery('results'),
  tinggQuery('data'),
  tinggQuery(''),
  {
    page: 'docs/protocols/tingg.md',
    connector: 'cellulant',
    title: 'callback of a payment (not signed)',
    table: { ...CELLULANT_ANSWERS.paid, message: 'callbackPaid' },
    document: TINGG,
    within: '',
    given: TINGG_PAID,
    as: 'json',
    decides: 'request_status_code',
    read: (text) => heard(tingg, aRequest({ body: text })),
  },
  {
    page: 'docs/protocols/tingg.md',
    connector: 'cellulant',
    title: 'answer to `query` about a payment that went back whole (180, 187)',
    table: CELLULANT_ANSWERS.refunded,
    document: TINGG,
    within: 'results',
    given: { results: { ...TINGG_PAID, request_status_code: '187' } },
    as: 'json',
    decides: 'results.request_status_code',
    read: (text) => askedForRefund(tingg, answering([TOKEN_ANSWER, [/query/, text]])),
  },
  {
    page: 'docs/protocols/tingg.md',
    connector: 'cellulant',
    title: 'callback of a payment that went back whole (not signed)',
    table: { ...CELLULANT_ANSWERS.refunded, message: 'callbackOther' },
    document: TINGG,
    within: '',
    given: { ...TINGG_PAID, request_status_code: '187' },
    as: 'json',
    decides: 'request_status_code',
    read: (text) => heard(tingg, aRequest({ body: text })),
  },
  {
    page: 'docs/protocols/tingg.md',
    connector: 'cellulant',
    title: 'answer to `query` about a payment of which a part went back (186)',
    table: CELLULANT_ANSWERS.partlyRefunded,
    document: TINGG,
    within: 'results',
    given: { results: { ...TINGG_PAID, request_status_code: '186', refund_amount: 1500 } },
    as: 'json',
    decides: 'results.request_status_code',
    read: (text) => askedForRefund(tingg, answering([TOKEN_ANSWER, [/query/, text]])),
  },
]

const UBA_DETAILS = ['id', 'reference', 'amount', 'currency'] as const

const UBA_CASES: readonly AnswerCase[] = [
  {
    page: 'docs/protocols/uba.md',
    connector: 'uba',
    title: 'answer to `verify`: the details after the approval, in this order',
    table: UBA_ANSWERS.approved,
    document: null,
    within: '',
    given: { id: KNOWN.providerRef, reference: KNOWN.ref, amount: '1500', currency: '952' },
    as: 'json',
    decides: '',
    read(text) {
      const named = JSON.parse(text) as Record<string, unknown>
      const details = UBA_DETAILS.map((name) => named[name] ?? '').map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
      const answer = `Approved Transaction;${details.join(';').replace(/[{}[\]<>]/g, '!')}`
      return asked(uba, answering([[/verify/, answer]]))
    },
  },
]

export const CARD_ANSWERS: readonly AnswerCase[] = [...PAYSTACK_CASES, ...DPO_CASES, ...TINGG_CASES, ...UBA_CASES, ...CINETPAY_CASES]
