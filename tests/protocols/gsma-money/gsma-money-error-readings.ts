import { gsmaErrors } from './gsma-money-readings.ts'
import { reading, type Reading } from '../protocol-document.ts'

/** By the documented category of each code and its HTTP status; refusals of a start. */
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
    // No PIN has been typed when a push begins: the requesting party is the portal.
    requestingPartyAuthorisationError: 'config',
  },
  identification: { identifierError: 'payer_unknown' },
} as const

const STATUS = { businessRule: 400, validation: 400, authorisation: 401, identification: 404 } as const

const refusedPushes = Object.entries(REFUSED).flatMap(([errorCategory, codes]) =>
  Object.entries(codes).map(([errorCode, reason]) =>
    reading('merchantpay', STATUS[errorCategory as keyof typeof STATUS], 'error', { errorCategory, errorCode }, `rejected ${reason}`),
  ),
)

const withPin = (status: number, message: string, given: Reading['given'], means: string) =>
  reading('merchantpay', status, message, given, means, { when: 'pin' })
const refusedPin = (status: number, errorCategory: string, errorCode: string, means: string) =>
  withPin(status, 'error', { errorCategory, errorCode }, means)
const failedLater = (errorCategory: string, errorCode: string, means: string) =>
  reading('requestState', 200, 'requestState', { status: 'failed', error: { errorCategory, errorCode } }, means)

export const GSMA_ERROR_READINGS: readonly Reading[] = [
  ...refusedPushes,
  // A payment with this reference exists: it is queried, not refused.
  reading('merchantpay', 400, 'error', { errorCategory: 'businessRule', errorCode: 'duplicateRequest' }, 'no answer'),
  ...gsmaErrors('merchantpay', {}),

  withPin(201, 'createdTransaction', {}, 'paid'),
  withPin(202, 'requestState', { status: 'pending' }, 'pending'),
  refusedPin(401, 'authorisation', 'requestingPartyAuthorisationError', 'declined wrong_pin, not final'),
  refusedPin(400, 'businessRule', 'incorrectState', 'declined pin_locked'),
  refusedPin(400, 'validation', 'formatError', 'declined expired'),
  refusedPin(400, 'businessRule', 'duplicateRequest', 'no answer'),

  failedLater('businessRule', 'insufficientFunds', 'declined insufficient_funds'),
  failedLater('authorisation', 'requestDeclined', 'cancelled'),
  failedLater('authorisation', 'requestingPartyAuthorisationError', 'declined wrong_pin'),
  failedLater('businessRule', 'dailyValueLimitExceeded', 'declined limit'),
  failedLater('internal', 'genericError', 'unrecognised'),
  failedLater('serviceUnavailable', 'genericError', 'unrecognised'),
]
