import type { Schema } from '#operator/tmforum/document-types.ts'
import { DPO_READINGS } from './dpo-readings.ts'
import {
  among,
  NO_FIELDS,
  record,
  repeated,
  text,
  type Call,
  type Fields,
  type Message,
  type ProtocolDocument,
} from '../protocol-document.ts'

const LIBRARY = 'DPO_WooCommerce: vendor/dpo/dpo-pay-common/src/Dpo.php'
const WIKI = 'DPO Pay API wiki (directpayonline.atlassian.net, version 6)'

const amount = text('1500.00', { pattern: /^\d+(?:\.\d{1,2})?$/ })
const currency = text('XOF', { pattern: /^[A-Z]{3}$/ })
const token = text('8D3DA73D-9D7F-4E09-96D4-3D44E7A83EA3')
const note = text('x')

const inApi = (required: Fields, optional: Fields = {}) => record({ API3G: record(required, optional) })
const answered = (result: Schema, required: Fields = {}, optional: Fields = {}) =>
  inApi({ Result: result, ResultExplanation: note, ...required }, optional)

const createToken: Message = {
  source: `${LIBRARY}, createToken; ${WIKI}, createToken`,
  body: inApi({
    CompanyToken: token,
    Request: among('createToken'),
    Transaction: record(
      {
        PaymentAmount: amount,
        PaymentCurrency: currency,
        RedirectURL: text('https://portal.example/r'),
        BackURL: text('https://portal.example/b'),
      },
      {
        CompanyRef: text('ABCDEFGH2345', { atMost: 50 }),
        CompanyRefUnique: among('1', '0'),
        PTL: text('30', { pattern: /^\d{1,3}$/ }),
        PTLtype: among('hours', 'minutes'),
        customerEmail: note,
        customerPhone: text('90000001', { pattern: /^\d{1,50}$/ }),
        customerDialCode: text('NE', { pattern: /^[A-Z]{2}$/ }),
        customerCountry: text('NE', { pattern: /^[A-Z]{2}$/ }),
      },
    ),
    Services: record({
      Service: record({
        ServiceType: note,
        ServiceDescription: note,
        ServiceDate: text('2026/11/15 12:00', { pattern: /^\d{4}\/\d\d\/\d\d \d\d:\d\d$/ }),
      }),
    }),
  }),
  reliesOn: ['all of it'],
}

const verifyToken: Message = {
  source: `${LIBRARY}, verifyToken; ${WIKI}, verifyToken`,
  body: inApi(
    { CompanyToken: token, Request: among('verifyToken') },
    { TransactionToken: token, CompanyRef: note, VerifyTransaction: among('0', '1') },
  ),
  reliesOn: ['TransactionToken', 'CompanyRef', 'VerifyTransaction'],
}

const refundToken: Message = {
  source: `${WIKI}, refundToken`,
  body: inApi(
    { CompanyToken: token, Request: among('refundToken'), TransactionToken: token, refundAmount: amount, refundDetails: note },
    { refundRef: note, refundApproval: among('0', '1') },
  ),
  reliesOn: ['TransactionToken', 'refundAmount', 'refundDetails', 'refundRef'],
}

const verifyRefund: Message = {
  source: `${WIKI}, verifyRefund (version 7)`,
  body: inApi({ CompanyToken: token, Request: among('verifyRefund') }, { TransRef: note, TransactionToken: token }),
  reliesOn: ['TransRef', 'TransactionToken'],
}

/** Listed with the answer to verifyToken; none of them is called mandatory. */
const about: Fields = Object.fromEntries(
  [
    'CustomerName',
    'CustomerCredit',
    'CustomerCreditType',
    'TransactionApproval',
    'FraudExplnation',
    'TransactionNetAmount',
    'TransactionSettlementDate',
    'TransactionRollingReserveAmount',
    'TransactionRollingReserveDate',
    'CustomerPhone',
    'CustomerCountry',
    'CustomerAddress',
    'CustomerCity',
    'CustomerZip',
    'MobilePaymentRequest',
    'AccRef',
    'TransactionFinalCurrency',
    'TransactionFinalAmount',
  ].map((name) => [name, text('')]),
)
const fraud = among('000', '001', '002', '003', '004', '005', '006')
const ours: Fields = { CompanyRef: text('ABCDEFGH2345'), TransactionRef: text('R1') }

const call = (name: string, version: 'v6' | 'v7', request: Message, answers: readonly string[]): Call => ({
  source: request.source,
  method: 'POST',
  path: `/API/${version}/`,
  mark: `<Request>${name}</Request>`,
  headers: NO_FIELDS,
  request,
  writtenAs: 'xml',
  answers: { 200: answers },
})

/** DPO Pay: the lists of codes are those of its own PHP library; what is no code there is not in this table. */
export const DPO: ProtocolDocument = {
  title: 'DPO Pay',
  documents: [`DPO-Group/${LIBRARY} (calls, codes)`, WIKI],
  calls: {
    createToken: call('createToken', 'v6', createToken, ['created', 'createRefused']),
    verifyToken: call('verifyToken', 'v6', verifyToken, ['verifiedPaid', 'verifiedOpen', 'verifyRefused']),
    refundToken: call('refundToken', 'v6', refundToken, ['refundTaken', 'refundRefused']),
    verifyRefund: call('verifyRefund', 'v7', verifyRefund, ['refunds', 'refundsRefused']),
  },
  messages: {
    createToken,
    verifyToken,
    refundToken,
    verifyRefund,
    created: {
      source: `${LIBRARY}, createToken`,
      body: answered(among('000'), { TransToken: token, TransRef: text('R1') }),
      reliesOn: ['Result', 'TransToken'],
      decides: 'API3G.Result',
    },
    createRefused: {
      source: `${LIBRARY}, createResponses`,
      body: answered(among('801', '802', '803', '804', '902', '904', '905', '906', '922', '923', '930', '940', '950', '960')),
      reliesOn: ['Result', 'ResultExplanation'],
      decides: 'API3G.Result',
    },
    verifiedPaid: {
      source: `${LIBRARY}, verifyResponses; ${WIKI}, verifyToken; also the push of a payment`,
      body: answered(
        among('000', '002'),
        { TransactionAmount: amount, TransactionCurrency: currency },
        { ...about, ...ours, FraudAlert: fraud, TransactionToken: token },
      ),
      reliesOn: ['Result', 'TransactionAmount', 'TransactionCurrency', 'FraudAlert', 'CompanyRef', 'TransactionRef', 'TransactionToken'],
      decides: 'API3G.Result',
    },
    verifiedOpen: {
      source: `${LIBRARY}, verifyResponses`,
      body: answered(
        among('001', '900', '901', '903', '904'),
        {},
        {
          ...about,
          ...ours,
          FraudAlert: fraud,
          TransactionAmount: amount,
          TransactionCurrency: currency,
        },
      ),
      reliesOn: ['Result', 'ResultExplanation', 'CompanyRef'],
      decides: 'API3G.Result',
    },
    verifyRefused: {
      source: `${LIBRARY}, verifyResponses`,
      body: answered(among('801', '802', '803', '804', '902', '950')),
      reliesOn: ['Result'],
      decides: 'API3G.Result',
    },
    refundTaken: { source: `${WIKI}, refundToken`, body: answered(among('000')), reliesOn: ['Result'], decides: 'API3G.Result' },
    refundRefused: {
      source: `${WIKI}, refundToken`,
      body: answered(among('801', '802', '803', '804', '950', '999')),
      reliesOn: ['Result'],
      decides: 'API3G.Result',
    },
    refunds: {
      source: `${WIKI}, verifyRefund (version 7)`,
      body: inApi(
        {
          Code: among('000'),
          Explanation: note,
          Refunds: record(
            {},
            {
              Refund: repeated(
                record({ Code: among('003', '008', '009'), RefundStatus: note, RefundDate: text('2026/11/15'), RefundAmount: amount }),
              ),
            },
          ),
        },
        { TransRef: text('R1') },
      ),
      reliesOn: ['Code', 'Refund.Code', 'Refund.RefundAmount'],
    },
    refundsRefused: {
      source: `${WIKI}, verifyRefund (version 7)`,
      body: answered(among('801', '802', '803', '804', '902', '950')),
      reliesOn: ['Result'],
    },
  },
  webhooks: ['verifiedPaid'],
  webhooksWrittenAs: 'xml',
  readings: DPO_READINGS,
}
