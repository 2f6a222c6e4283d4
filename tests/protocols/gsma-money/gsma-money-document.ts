import { GSMA_ERROR_READINGS } from './gsma-money-error-readings.ts'
import { GSMA_QUESTION_READINGS } from './gsma-money-readings.ts'
import {
  among,
  decimal,
  list,
  NO_FIELDS,
  record,
  text,
  type Call,
  type Fields,
  type Message,
  type ProtocolDocument,
} from '../protocol-document.ts'

const YAML = 'mobile-money-api-specification-1.2.0-merchant-payments.yaml'
const schema = (name: string) => `${YAML}, components/schemas/${name}`

const UUID = /^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
const amount = text('1500', { pattern: /^([0]|([1-9][0-9]{0,17}))([.][0-9]{0,3}[1-9])?$/, atMost: 23 })
const currency = text('XOF', { pattern: /^[A-Z]{3}$/ })
const instant = text('2026-11-15T12:00:00Z', { pattern: INSTANT })
const free = (example: string) => text(example, { atMost: 256 })
const party = list(record({ key: free('msisdn'), value: free('+22790000001') }), 1)
const payee = list(record({ key: free('organisationid'), value: free('GUICHET') }), 1)
const pairs = list(record({ key: free('note'), value: free('x') }))

const SHARED: Fields = {
  requestingOrganisationTransactionReference: free('ABCDEFGH2345'),
  subType: free('shop'),
  descriptionText: text('Recharge', { atMost: 160 }),
  fees: list(record({ feeAmount: amount, feeCurrency: currency, feeType: free('service') }), 1),
  geoCode: text('13.512300,2.112500', { atMost: 256 }),
  requestingOrganisation: record({
    requestingOrganisationIdentifierType: among('lei', 'swiftbic', 'organisationid'),
    requestingOrganisationIdentifier: free('G'),
  }),
  servicingIdentity: free('till 1'),
  requestDate: instant,
  customData: pairs,
  metadata: pairs,
}

const RECORDED: Fields = { transactionReceipt: free('R-1'), creationDate: instant, modificationDate: instant }

const requestPayment: Message = {
  source: schema('requestTransactionType'),
  body: record(
    { amount, currency },
    { ...SHARED, originalTransactionReference: free('MP0'), oneTimeCode: free('123456'), debitParty: party, creditParty: party },
  ),
  reliesOn: ['amount', 'currency', 'debitParty', 'creditParty', 'requestingOrganisationTransactionReference', 'descriptionText'],
}

const requestReversal: Message = {
  source: schema('requestReversal'),
  body: record({ type: among('reversal', 'adjustment') }, { ...SHARED, amount, currency, debitParty: party, creditParty: party }),
  reliesOn: ['type', 'amount', 'currency', 'requestingOrganisationTransactionReference', 'descriptionText'],
}

const transactionFields = {
  amount,
  currency,
  type: among('merchantpay', 'billpay', 'deposit', 'disbursement', 'transfer', 'inttransfer', 'adjustment', 'reversal', 'withdrawal'),
  transactionReference: free('MP1'),
  transactionStatus: free('completed'),
}
const READ_OF_TRANSACTION = [
  'transactionReference',
  'transactionStatus',
  'amount',
  'currency',
  'type',
  'creditParty',
  'requestingOrganisationTransactionReference',
]

const GSMA_ERROR_CODES = [
  'genericError',
  'dailyVolumeLimitExceeded',
  'dailyValueLimitExceeded',
  'weeklyVolumeLimitExceeded',
  'weeklyValueLimitExceeded',
  'monthlyVolumeLimitExceeded',
  'monthlyValueLimitExceeded',
  'accountMaxTotalVolumeExceeded',
  'accountMaxTotalValueExceeded',
  'lessThanTransactionMinValue',
  'greaterThanTransactionMaxValue',
  'maxBalanceExceeded',
  'samePartiesError',
  'duplicateRequest',
  'insufficientFunds',
  'incorrectState',
  'underPaymentNotAllowed',
  'overPaymentNotAllowed',
  'rateLimitError',
  'transactionTypeError',
  'noMandateAuthority',
  'linkViolation',
  'countryofOriginNotPermitted',
  'nationalityNotPermitted',
  'idDocumentNotSupported',
  'issuingCountryNotSupported',
  'quoteHasExpired',
  'identifierError',
  'lengthError',
  'formatError',
  'negativeValue',
  'currencyNotSupported',
  'mandatoryValueNotSupplied',
  'invalidOffset',
  'clientAuthorisationError',
  'requestDeclined',
  'servicingPartyAuthorisationError',
  'requestingPartyAuthorisationError',
] as const

const errorBody = record(
  {
    errorCategory: among('businessRule', 'validation', 'authorisation', 'identification', 'internal', 'serviceUnavailable'),
    errorCode: among(...GSMA_ERROR_CODES),
  },
  {
    errordescription: free('in words'),
    // The prose of the same version spells it so (get-started.md, Errors Object Definition).
    errorDescription: free('in words'),
    errorDateTime: instant,
    errorParameters: pairs,
  },
)

const requestState = record(
  {
    serverCorrelationId: text('5c5b7b1e-6b0a-4f0e-9a52-1f7f8f1c2d3e', { pattern: UUID }),
    status: among('pending', 'completed', 'failed'),
    notificationMethod: among('callback', 'polling'),
  },
  { objectReference: free('MP1'), pendingReason: free('the payer is asked'), expiryTime: instant, pollLimit: decimal(9), error: errorBody },
)

const headers = record(
  {},
  {
    'x-date': instant,
    'x-api-key': text('key'),
    'x-client-id': free('client'),
    'x-content-hash': text('ab', { pattern: /^[0-9a-f]{64}$/ }),
    'x-user-bearer': text('token'),
    'x-user-credential-1': text('sealed'),
    'x-user-credential-2': text('sealed'),
    'x-channel': free('Web'),
    'x-correlationid': text('0b0e7a0e-7a52-4f4e-9d3a-6f7f8f1c2d3e', { pattern: UUID }),
    'x-callback-url': text('https://portal.example/notice'),
  },
)

const REFUSALS = { 400: ['error'], 401: ['error'], 404: ['error'], 500: ['error'], 503: ['error'] } as const
const call = (method: 'GET' | 'POST', path: string, answers: Call['answers'], request: Message | null = null): Call => ({
  source: `${YAML}, paths${path}`,
  method,
  path,
  headers,
  query: NO_FIELDS,
  request,
  writtenAs: 'json',
  answers: { ...answers, ...REFUSALS },
})

const KEYS = 'our own agreement with a wallet (MONEY_PIN_KEYS), in no document'

/** GSMA Mobile Money API 1.2.0, merchant payments. */
export const GSMA_MONEY: ProtocolDocument = {
  title: 'GSMA Mobile Money API 1.2',
  documents: [
    `gsmainclusivetechlab/mobilemoneyapi-devportal: ${YAML}`,
    'the same repository: docs/api-versions-1.2/get-started.md (errors and their HTTP status)',
  ],
  calls: {
    merchantpay: call('POST', '/transactions/type/merchantpay', { 201: ['createdTransaction'], 202: ['requestState'] }, requestPayment),
    reversal: call('POST', '/transactions/{transactionReference}/reversals', { 201: ['reversal'], 202: ['requestState'] }, requestReversal),
    transaction: call('GET', '/transactions/{transactionReference}', { 200: ['transaction', 'reversal'] }),
    requestState: call('GET', '/requeststates/{serverCorrelationId}', { 200: ['requestState'] }),
    response: call('GET', '/responses/{clientCorrelationId}', { 200: ['link'] }),
    heartbeat: call('GET', '/heartbeat', { 200: ['heartbeat'] }),
    key: {
      ...call(
        'POST',
        '/keys',
        { 201: ['key'] },
        {
          source: KEYS,
          body: record({ requestingOrganisationTransactionReference: free('ABCDEFGH2345'), debitParty: party }),
          reliesOn: ['requestingOrganisationTransactionReference', 'debitParty'],
        },
      ),
      source: KEYS,
      answers: { 201: ['key'], ...REFUSALS, 400: ['keyError'] },
    },
  },
  messages: {
    requestPayment,
    requestReversal,
    // One of the two parties is required, or both (anyOf).
    createdTransaction: {
      source: schema('responseTransactionType'),
      body: record(transactionFields, {
        ...SHARED,
        ...RECORDED,
        originalTransactionReference: free('MP0'),
        oneTimeCode: free('1'),
        debitParty: party,
        creditParty: payee,
      }),
      reliesOn: READ_OF_TRANSACTION,
    },
    transaction: {
      source: `${schema('responseTransaction')}; also the callback of a payment`,
      body: record(
        { ...transactionFields, debitParty: party, creditParty: payee },
        { ...SHARED, ...RECORDED, originalTransactionReference: free('MP0'), oneTimeCode: free('1') },
      ),
      reliesOn: READ_OF_TRANSACTION,
    },
    reversal: {
      source: `${schema('responseReversal')}; also the callback of a reversal`,
      body: record(
        {
          type: among('reversal', 'adjustment'),
          originalTransactionReference: free('MP1'),
          transactionReference: free('RV1'),
          transactionStatus: free('completed'),
        },
        {
          ...SHARED,
          ...RECORDED,
          amount,
          currency,
          debitParty: payee,
          creditParty: party,
        },
      ),
      reliesOn: ['transactionReference', 'originalTransactionReference', 'transactionStatus', 'amount', 'currency', 'type'],
    },
    requestState: {
      source: schema('requestStateObject'),
      body: requestState,
      reliesOn: ['serverCorrelationId', 'status', 'objectReference', 'expiryTime', 'error'],
      decides: 'status',
    },
    link: { source: schema('responseResponse'), body: record({ link: free('/transactions/MP1') }), reliesOn: ['link'] },
    heartbeat: {
      source: schema('responseHeartbeat'),
      body: record(
        { serviceStatus: among('available', 'unavailable', 'degraded') },
        { delay: decimal(4000), plannedRestorationTime: instant },
      ),
      reliesOn: ['serviceStatus'],
      decides: 'serviceStatus',
    },
    error: {
      source: `${schema('errorObject')}; also the callback of what failed`,
      body: errorBody,
      reliesOn: ['errorCategory', 'errorCode', 'errorParameters'],
      decides: 'errorCode',
      // get-started.md, HTTP Error Response Codes
      statusBy: {
        field: 'errorCategory',
        status: { businessRule: 400, validation: 400, authorisation: 401, identification: 404, internal: 500, serviceUnavailable: 503 },
      },
    },
    keyError: { source: KEYS, body: errorBody, reliesOn: ['errorCategory', 'errorCode'] },
    key: {
      source: KEYS,
      body: record(
        { kid: text('K1'), algorithm: among('RSA-OAEP-256'), key: text(`${'A'.repeat(390)}==`), attemptsLeft: decimal(5) },
        { expiryTime: instant },
      ),
      reliesOn: ['kid', 'algorithm', 'key', 'attemptsLeft'],
    },
  },
  webhooks: ['transaction', 'reversal', 'error'],
  readings: [...GSMA_QUESTION_READINGS, ...GSMA_ERROR_READINGS],
}
