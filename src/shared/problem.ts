/**
 * Every expected failure of the portal, with its HTTP status and its code for callers. Its text is in the content package
 * `problem-translation`, under the same name.
 */
export const PROBLEMS = {
  'bad-request': { httpStatus: 400, code: 400 },
  'foreign-origin': { httpStatus: 403, code: 403 },
  // KEYS-1
  'other-world': { httpStatus: 403, code: 4032 },
  'not-found': { httpStatus: 404, code: 404 },
  'too-slow': { httpStatus: 408, code: 408 },
  'too-large': { httpStatus: 413, code: 413 },
  'wrong-media-type': { httpStatus: 415, code: 415 },
  'too-many-requests': { httpStatus: 429, code: 429 },
  // Too many calls at once: the call is to be repeated with a solved puzzle (shared/puzzle.ts), or a moment later.
  'puzzle-needed': { httpStatus: 429, code: 4292 },
  'old-sealing-key': { httpStatus: 409, code: 4091 },
  'sealed-value-refused': { httpStatus: 400, code: 4002 },
  'something-went-wrong': { httpStatus: 500, code: 500 },
  'operator-unavailable': { httpStatus: 503, code: 5031 },
  'line-does-not-fit': { httpStatus: 422, code: 4221 },
  'amount-out-of-limits': { httpStatus: 422, code: 4222 },
  'bundle-not-sold': { httpStatus: 422, code: 4223 },
  // TYPE-1: a product that the catalogue does not have.
  'not-sold-here': { httpStatus: 422, code: 4220 },
  // FIND-3
  'claim-not-possible': { httpStatus: 409, code: 4095 },
  // CLAIM-1
  'claim-no-match': { httpStatus: 404, code: 4043 },
  'claim-open': { httpStatus: 409, code: 4090 },
  // Abuse 92
  'claim-limit-reached': { httpStatus: 429, code: 4295 },
  // FIND-1
  'payment-not-found': { httpStatus: 404, code: 4042 },
  'no-pending-payment': { httpStatus: 409, code: 4092 },
  // PAID-1: the purchase's subject is paid already, has another amount now, or is being paid by another order.
  'nothing-due': { httpStatus: 409, code: 4096 },
  'due-changed': { httpStatus: 409, code: 4097 },
  'being-paid': { httpStatus: 409, code: 4098 },
  'amount-changed': { httpStatus: 422, code: 4224 },
  'method-unavailable': { httpStatus: 422, code: 4225 },
  // F60: this provider already has the maximum of simultaneous payments.
  'method-busy': { httpStatus: 503, code: 5035 },
  // HUB-4
  'exchange-failed': { httpStatus: 503, code: 5034 },
  'payment-being-confirmed': { httpStatus: 409, code: 4094 },
  'payer-not-proven': { httpStatus: 403, code: 4031 },
  'too-many-pushes': { httpStatus: 429, code: 4291 },
  // Abuse 41
  'too-many-failed-cards': { httpStatus: 429, code: 4293 },
  'payer-number-invalid': { httpStatus: 422, code: 4228 },
  // ERR-1: the wallet's own codes, as the specification's PIN dialogs list them.
  'wrong-pin': { httpStatus: 422, code: 1004 },
  'wrong-pin-smartcash': { httpStatus: 422, code: '56D005' },
  'wallet-locked': { httpStatus: 422, code: 1006 },
  'wrong-code': { httpStatus: 400, code: 2003 },
  'code-attempts-spent': { httpStatus: 429, code: 2002 },
  // FIND-5
  'code-guesses-spent': { httpStatus: 429, code: 2005 },
  'code-user-unknown': { httpStatus: 404, code: 4001 },
  // The specification's 502 in the body; as an HTTP status it would look like a broken gateway (faults.md S3).
  'code-limit-reached': { httpStatus: 429, code: 502 },
  // OTP-3: the previous code is still on its way. Not the limit: another one may be requested in seconds.
  'code-too-soon': { httpStatus: 429, code: 4294 },
  // OTP-4: of another operator, switched off, or refused by the SMS centre; the response does not reveal which.
  'code-not-receivable': { httpStatus: 422, code: 4229 },
  'sms-unavailable': { httpStatus: 503, code: 5032 },
  // A wrong pair and an account that does not exist: one problem, so that the response does not reveal which (S9).
  'account-not-recognised': { httpStatus: 422, code: 4226 },
  'account-refused-60119': { httpStatus: 422, code: 60119 },
  'account-refused-60005': { httpStatus: 422, code: 60005 },
  'invoice-not-open': { httpStatus: 409, code: 4093 },
  'invoice-has-fraction': { httpStatus: 422, code: 4227 },
  'lead-limit-reached': { httpStatus: 429, code: 4291 },
  unavailable: { httpStatus: 503, code: 503 },
  // The database went away, perhaps in the middle of a payment: the text must not claim that nothing was charged.
  interrupted: { httpStatus: 503, code: 5033 },
} as const satisfies Record<string, { httpStatus: number; code: number | string }>

export type ProblemKind = keyof typeof PROBLEMS

/** An expected failure on its way to the visitor. The message is for our log; the visitor gets the text of its kind. */
export class Problem extends Error {
  readonly kind: ProblemKind
  /** Remaining attempts, where there is a limit. */
  readonly attemptsLeft: number | undefined
  /** When it may be tried again, where that is known. */
  readonly waitSeconds: number | undefined

  constructor(
    kind: ProblemKind,
    message: string = kind,
    { attemptsLeft, waitSeconds }: { attemptsLeft?: number; waitSeconds?: number } = {},
  ) {
    super(message)
    this.name = 'Problem'
    this.kind = kind
    this.attemptsLeft = attemptsLeft
    this.waitSeconds = waitSeconds
  }
}
