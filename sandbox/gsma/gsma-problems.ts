import type { FastifyReply } from 'fastify'
import type { WalletOutcome } from '../wallet-payments/payer-plans.ts'
import { LOCKED_CODE, type GsmaProfile } from './gsma-profile.ts'

/** An error object of the protocol, spelled as its OpenAPI 1.2.0 has it. */
export type GsmaProblem = {
  httpStatus: 400 | 401 | 404 | 500
  errorCategory: 'businessRule' | 'validation' | 'authorisation' | 'identification' | 'internal'
  errorCode: string
  errorDescription: string
  errorParameters?: readonly { key: string; value: string }[]
}

export const NOT_AUTHORISED: GsmaProblem = {
  httpStatus: 401,
  errorCategory: 'authorisation',
  errorCode: 'clientAuthorisationError',
  errorDescription: 'Client authentication failure',
}
export const DUPLICATE: GsmaProblem = {
  httpStatus: 400,
  errorCategory: 'businessRule',
  errorCode: 'duplicateRequest',
  errorDescription: 'X-CorrelationID was used before',
}
export const NOT_FOUND: GsmaProblem = {
  httpStatus: 404,
  errorCategory: 'identification',
  errorCode: 'identifierError',
  errorDescription: 'No such resource',
}
export const NO_SUCH_PAYER: GsmaProblem = { ...NOT_FOUND, errorDescription: 'The debit party is not known' }
/** Of our own call for keys, where 404 means that a wallet has no such call. */
export const NO_KEY_FOR_PAYER: GsmaProblem = { ...NO_SUCH_PAYER, httpStatus: 400 }
export const INTERNAL: GsmaProblem = {
  httpStatus: 500,
  errorCategory: 'internal',
  errorCode: 'genericError',
  errorDescription: 'Internal error',
}
/** One answer for every credential that cannot be used: another key, another payment, an old key, a repeated or broken text. */
export const UNREADABLE_CREDENTIAL: GsmaProblem = invalid('X-User-Credential-1 cannot be used')
export const NOT_REVERSIBLE: GsmaProblem = {
  httpStatus: 400,
  errorCategory: 'businessRule',
  errorCode: 'incorrectState',
  errorDescription: 'The transaction cannot be reversed',
}

export function invalid(errorDescription: string, errorCode = 'formatError'): GsmaProblem {
  return { httpStatus: 400, errorCategory: 'validation', errorCode, errorDescription }
}

export function wrongPin({ wrongPinCode }: GsmaProfile, triesLeft: number): GsmaProblem {
  return {
    httpStatus: 401,
    errorCategory: 'authorisation',
    errorCode: 'requestingPartyAuthorisationError',
    errorDescription: 'The PIN is wrong',
    errorParameters: [
      { key: 'attemptsLeft', value: String(triesLeft) },
      { key: 'providerCode', value: wrongPinCode },
    ],
  }
}

export const LOCKED: GsmaProblem = {
  httpStatus: 400,
  errorCategory: 'businessRule',
  errorCode: 'incorrectState',
  errorDescription: 'The wallet is locked',
  errorParameters: [
    { key: 'attemptsLeft', value: '0' },
    { key: 'providerCode', value: LOCKED_CODE },
  ],
}

export const OUTCOME_PROBLEMS: Record<Exclude<WalletOutcome, 'paid'>, GsmaProblem> = {
  declined: { httpStatus: 400, errorCategory: 'businessRule', errorCode: 'genericError', errorDescription: 'The wallet declined' },
  'insufficient-funds': {
    httpStatus: 400,
    errorCategory: 'businessRule',
    errorCode: 'insufficientFunds',
    errorDescription: 'The debit party has insufficient funds',
  },
  'payer-declined': {
    httpStatus: 401,
    errorCategory: 'authorisation',
    errorCode: 'requestDeclined',
    errorDescription: 'The debit party did not approve',
  },
  locked: LOCKED,
  expired: {
    httpStatus: 400,
    errorCategory: 'businessRule',
    errorCode: 'genericError',
    errorDescription: 'The debit party did not answer in time',
    errorParameters: [{ key: 'providerCode', value: 'expired' }],
  },
}

/** The error object as it travels, without our HTTP status. */
export function errorObject({ errorCategory, errorCode, errorDescription, errorParameters }: GsmaProblem, at: string): object {
  return { errorCategory, errorCode, errorDescription, errorDateTime: at, ...(errorParameters ? { errorParameters } : {}) }
}

export function sendProblem(reply: FastifyReply, problem: GsmaProblem, at: string): FastifyReply {
  return reply.code(problem.httpStatus).send(errorObject(problem, at))
}
