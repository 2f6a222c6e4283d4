import { type Static, Type } from 'typebox'
import { defineCall } from '#calls/define-call.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'
import { TransactionDetails } from '#features/payment/contract.ts'
import { CLAIM_KINDS } from './claim-rules.ts'

/** FIND-1: the reference as printed and sent by SMS; spaces, separators and case are ignored. */
export const findByReference = defineCall({
  route: 'POST transaction/v1/find-reference',
  isRepeatable: true,
  caching: 'no-store',
  access: 'anyone',
  summary: 'The payment behind the reference of a receipt or an SMS',
  tags: ['transaction'],
  input: Type.Object({ reference: Type.String({ maxLength: 60 }) }, { additionalProperties: false }),
  reply: Type.Object({ transactionId: Type.String() }),
})

const FoundPayment = Type.Object({
  details: TransactionDetails,
  at: Type.String({ description: 'When it was asked for' }),
  isForNumber: Type.Boolean({ description: 'Bought for the number; otherwise the number paid for another' }),
})
export type FoundPayment = Static<typeof FoundPayment>

/** FIND-1: for the number that this visit proved last with a code, whatever it typed since; the other party stays masked. */
export const listProvenPayments = defineCall({
  route: 'POST transaction/v1/proven-payments',
  isRepeatable: true,
  caching: 'private',
  access: { visitOr: 'code-user-unknown' },
  summary: 'The payments of 90 days for or from the number that this visit proved, newest first',
  tags: ['transaction'],
  reply: Type.Object({ msisdn: MobileNumberText, payments: Type.Array(FoundPayment), hasMore: Type.Boolean() }),
})

/** For shared phones: the list needs a code again. */
export const closeProvenPayments = defineCall({
  route: 'POST transaction/v1/close-proven-payments',
  isRepeatable: true,
  caching: 'no-store',
  access: 'anyone',
  summary: 'Uses up what a code opened: the payments of the number are closed to this visit',
  tags: ['transaction'],
  input: Type.Object({ msisdn: MobileNumberText }, { additionalProperties: false }),
  reply: Type.Object({}),
})

const ClaimKind = Type.Enum(CLAIM_KINDS)
const TransactionId = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' })

const ClaimCase = Type.Object({
  number: Type.String(),
  kind: ClaimKind,
  openedAt: Type.String(),
  dueAt: Type.String(),
  closedAt: Type.Union([Type.String(), Type.Null()]),
  answer: Type.Union([Type.String(), Type.Null()]),
})
export type ClaimCase = Static<typeof ClaimCase>

/** FIND-3: the possible claims about a payment and its last case, for visits that proved a number of the payment. */
export const readClaims = defineCall({
  route: 'POST transaction/v1/claims',
  isRepeatable: true,
  caching: 'private',
  access: { visitOr: 'not-found' },
  summary: 'What may be claimed of a payment, and its last case',
  tags: ['transaction'],
  input: Type.Object({ transactionId: TransactionId }, { additionalProperties: false }),
  reply: Type.Object({ details: TransactionDetails, allowed: Type.Array(ClaimKind), last: Type.Union([ClaimCase, Type.Null()]) }),
})

/** FIND-3: asks provider and operator first. If their answer settles the claim, no case opens, except with `isInsisting`. */
export const makeClaim = defineCall({
  route: 'POST transaction/v1/claim',
  isRepeatable: false,
  caching: 'private',
  access: { visitOr: 'not-found' },
  summary: 'Claims something about a payment; answers at once, or with a case',
  tags: ['transaction'],
  input: Type.Object(
    {
      transactionId: TransactionId,
      kind: ClaimKind,
      words: Type.String({ maxLength: 1000 }),
      /** CLAIM-1: the number that was meant. */
      msisdn: Type.Optional(MobileNumberText),
      isInsisting: Type.Boolean(),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    details: TransactionDetails,
    operatorReference: Type.Union([Type.String(), Type.Null()]),
    opened: Type.Union([ClaimCase, Type.Null()], { description: 'Null where the books answered' }),
  }),
})

/**
 * CLAIM-1: for a payer whose number the payment does not name, by card, by a link or for another line. What only a payer knows opens a case
 * with a reply to the number that this visit proved; nothing else of the payment is shown.
 */
export const makeClaimByDetails = defineCall({
  route: 'POST transaction/v1/claim-by-details',
  isRepeatable: false,
  caching: 'private',
  access: { visitOr: 'code-user-unknown' },
  summary: 'Opens a case about a payment for someone who knows its amount and day, with a reply to a proven number',
  tags: ['transaction'],
  input: Type.Object(
    {
      transactionId: TransactionId,
      kind: ClaimKind,
      words: Type.String({ maxLength: 1000 }),
      msisdn: Type.Optional(MobileNumberText),
      amount: Type.Number(),
      day: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
    },
    { additionalProperties: false },
  ),
  reply: ClaimCase,
})
