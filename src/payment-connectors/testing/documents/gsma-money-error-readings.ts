import { GSMA_TROUBLES } from './gsma-money-readings.ts'
import type { Reading } from './protocol-document.ts'

/** By the category that the document gives each code, and its HTTP status; what is refused when a payment is begun. */
const REFUSED = {
  businessRule: {
    genericError: 'other',
    dailyVolumeLimitExceeded: 'limit',
    dailyValueLimitExceeded: 'limit',
    weeklyVolumeLimitExceeded: 'limit',
    weeklyValueLimitExceeded: 'limit',
    monthlyVolumeLimitExceeded: 'limit',
    monthlyValueLimitExceeded: 'limit',
    accountMaxTotalVolumeExceeded: 'limit',
    accountMaxTotalValueExceeded: 'limit',
    lessThanTransactionMinValue: 'amount',
    greaterThanTransactionMaxValue: 'limit',
    // Of the credit party, which is us.
    maxBalanceExceeded: 'provider',
    samePartiesError: 'config',
    insufficientFunds: 'insufficient_funds',
    incorrectState: 'pin_locked',
    underPaymentNotAllowed: 'amount',
    overPaymentNotAllowed: 'amount',
    rateLimitError: 'provider',
    transactionTypeError: 'config',
    noMandateAuthority: 'config',
    linkViolation: 'config',
    countryofOriginNotPermitted: 'other',
    nationalityNotPermitted: 'other',
    idDocumentNotSupported: 'other',
    issuingCountryNotSupported: 'other',
    quoteHasExpired: 'other',
  },
  validation: {
    genericError: 'config',
    lengthError: 'config',
    formatError: 'config',
    negativeValue: 'amount',
    currencyNotSupported: 'currency',
    mandatoryValueNotSupplied: 'config',
    invalidOffset: 'config',
  },
  authorisation: {
    clientAuthorisationError: 'config',
    requestDeclined: 'payer_declined',
    servicingPartyAuthorisationError: 'config',
    // Nobody has typed a PIN when a push begins: the party that asks is us.
    requestingPartyAuthorisationError: 'config',
  },
  identification: { identifierError: 'payer_unknown' },
} as const

const STATUS = { businessRule: 400, validation: 400, authorisation: 401, identification: 404 } as const

const refusedPushes = Object.entries(REFUSED).flatMap(([errorCategory, codes]) =>
  Object.entries(codes).map(([errorCode, reason]): Reading => {
    const status = STATUS[errorCategory as keyof typeof STATUS]
    return { of: 'merchantpay', status, message: 'error', given: { errorCategory, errorCode }, means: `rejected ${reason}` }
  }),
)

const failedLater = (errorCategory: string, errorCode: string, means: string): Reading => ({
  of: 'requestState',
  status: 200,
  message: 'requestState',
  given: { status: 'failed', error: { errorCategory, errorCode } },
  means,
})

export const GSMA_ERROR_READINGS: readonly Reading[] = [
  ...refusedPushes,
  // A payment of this name exists: it is asked about, not refused.
  {
    of: 'merchantpay',
    status: 400,
    message: 'error',
    given: { errorCategory: 'businessRule', errorCode: 'duplicateRequest' },
    means: 'no answer',
  },
  ...GSMA_TROUBLES.map((one) => ({ ...one, of: 'merchantpay' })),

  { of: 'merchantpay', when: 'pin', status: 201, message: 'createdTransaction', given: {}, means: 'paid' },
  { of: 'merchantpay', when: 'pin', status: 202, message: 'requestState', given: { status: 'pending' }, means: 'pending' },
  {
    of: 'merchantpay',
    when: 'pin',
    status: 401,
    message: 'error',
    given: { errorCategory: 'authorisation', errorCode: 'requestingPartyAuthorisationError' },
    means: 'declined wrong_pin, not final',
  },
  {
    of: 'merchantpay',
    when: 'pin',
    status: 400,
    message: 'error',
    given: { errorCategory: 'businessRule', errorCode: 'incorrectState' },
    means: 'declined pin_locked',
  },
  {
    of: 'merchantpay',
    when: 'pin',
    status: 400,
    message: 'error',
    given: { errorCategory: 'validation', errorCode: 'formatError' },
    means: 'declined expired',
  },
  {
    of: 'merchantpay',
    when: 'pin',
    status: 400,
    message: 'error',
    given: { errorCategory: 'businessRule', errorCode: 'duplicateRequest' },
    means: 'no answer',
  },

  failedLater('businessRule', 'insufficientFunds', 'declined insufficient_funds'),
  failedLater('authorisation', 'requestDeclined', 'cancelled'),
  failedLater('authorisation', 'requestingPartyAuthorisationError', 'declined wrong_pin'),
  failedLater('businessRule', 'dailyValueLimitExceeded', 'declined limit'),
  failedLater('internal', 'genericError', 'unrecognised'),
  failedLater('serviceUnavailable', 'genericError', 'unrecognised'),
]
