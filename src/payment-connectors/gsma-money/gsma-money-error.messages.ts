import { type Static, Type } from 'typebox'
import type { Observation, ProviderMessage, Reason } from '../payment-connector.ts'
import { providerMessage } from '../provider-message.ts'

/**
 * Error objects. The text of the standard and its OpenAPI spell names differently, and description has three spellings: names are compared
 * case-insensitively.
 */
export const GsmaError = Type.Object({
  errorCategory: Type.String({ minLength: 1, maxLength: 64 }),
  errorCode: Type.String({ minLength: 1, maxLength: 64 }),
  errorDescription: Type.Optional(Type.Unknown()),
  errordescription: Type.Optional(Type.Unknown()),
  errorParameters: Type.Optional(Type.Array(Type.Object({ key: Type.String(), value: Type.String() }), { maxItems: 20 })),
})
export type GsmaError = Static<typeof GsmaError>

const REASONS: Readonly<Record<string, Reason>> = {
  insufficientfunds: 'insufficient_funds',
  requestdeclined: 'payer_declined',
  requestingpartyauthorisationerror: 'wrong_pin',
  incorrectstate: 'pin_locked',
  identifiererror: 'payer_unknown',
  currencynotsupported: 'currency',
  negativevalue: 'amount',
  lessthantransactionminvalue: 'amount',
  greaterthantransactionmaxvalue: 'limit',
  // Of the account that is paid, which is ours.
  maxbalanceexceeded: 'provider',
  underpaymentnotallowed: 'amount',
  overpaymentnotallowed: 'amount',
  ratelimiterror: 'provider',
  transactiontypeerror: 'config',
  nomandateauthority: 'config',
  linkviolation: 'config',
  invalidoffset: 'config',
  servicingpartyauthorisationerror: 'config',
  samepartieserror: 'config',
  clientauthorisationerror: 'config',
  formaterror: 'config',
  lengtherror: 'config',
  mandatoryvaluenotsupplied: 'config',
}

/** Every …LimitExceeded and …TotalValueExceeded is one limit or another. */
const LIMIT = /(?:limit|value|volume)exceeded$/
const EXPIRED = 'expired'

export function reasonOf(error: GsmaError): Reason {
  const code = codeOf(error)
  if (code === 'genericerror' && /^validation$/i.test(error.errorCategory)) return 'config'
  return REASONS[code] ?? (LIMIT.test(code) ? 'limit' : 'other')
}

/** The wallet, not the payment, is at fault: this answers no query. */
export function isNoAnswer({ errorCategory }: GsmaError): boolean {
  return /^(?:internal|service ?unavailable)$/i.test(errorCategory)
}

export function isDuplicate(error: GsmaError): boolean {
  return codeOf(error) === 'duplicaterequest'
}

export function isUnknownResource(error: GsmaError): boolean {
  return codeOf(error) === 'identifiererror'
}

/** A payment that ended in this error. Only a wrong PIN leaves the payer another try. */
export function observeError(error: GsmaError): Observation {
  const provider = saidBy(error)
  const reason = reasonOf(error)
  if (isNoAnswer(error)) return { state: 'unrecognised', provider }
  if (parameter(error, 'providerCode') === EXPIRED) return { state: 'expired', provider }
  if (reason === 'payer_declined') return { state: 'cancelled', provider }
  if (reason !== 'wrong_pin') return { state: 'declined', final: true, reason, provider }
  const attemptsLeft = attemptsLeftIn(error)
  return { state: 'declined', final: attemptsLeft === 0, reason, ...(attemptsLeft === null ? {} : { attemptsLeft }), provider }
}

/** The operator's own error number where there is one: its staff know it better than the standard's code. */
export function saidBy(error: GsmaError): ProviderMessage {
  return providerMessage(
    parameter(error, 'providerCode') ?? error.errorCode,
    error.errorDescription ?? error.errordescription ?? error.errorCode,
  )
}

function attemptsLeftIn(error: GsmaError): number | null {
  const text = parameter(error, 'attemptsLeft') ?? ''
  return /^[0-9]{1,2}$/.test(text) ? Number(text) : null
}

function parameter({ errorParameters = [] }: GsmaError, name: string): string | undefined {
  return errorParameters.find(({ key }) => key.toLowerCase() === name.toLowerCase())?.value
}

function codeOf({ errorCode }: GsmaError): string {
  return errorCode.toLowerCase()
}
