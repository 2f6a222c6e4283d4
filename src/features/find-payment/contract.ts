import { type Static, Type } from 'typebox'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'
import { reply } from '#shared/reply.ts'
import { TransactionDetails } from '#features/payment/contract.ts'
import { CLAIM_KINDS } from './claim-rules.ts'

/** FIND-1: as printed and sent by SMS, in whatever groups and case people copy it. */
export const findByReference = {
  ...addressOf('findByReference'),
  schema: {
    summary: 'The payment behind the reference of a receipt or an SMS',
    tags: ['transaction'],
    body: Type.Object({ reference: Type.String({ maxLength: 60 }) }, { additionalProperties: false }),
    response: { 200: reply(Type.Object({ transactionId: Type.String() })) },
  },
} as const satisfies Endpoint

const FoundPayment = Type.Object({
  details: TransactionDetails,
  at: Type.String({ description: 'When it was asked for' }),
  isForNumber: Type.Boolean({ description: 'Bought for the number; otherwise the number paid for another' }),
})
export type FoundPayment = Static<typeof FoundPayment>

/** FIND-1: for a number that this visit has proven with a code; the other party stays masked. */
export const listProvenPayments = {
  ...addressOf('listProvenPayments'),
  schema: {
    summary: 'The payments of 90 days for or from a proven number, newest first',
    tags: ['transaction'],
    body: Type.Object({ msisdn: MobileNumberText }, { additionalProperties: false }),
    response: { 200: reply(Type.Object({ payments: Type.Array(FoundPayment), hasMore: Type.Boolean() })) },
  },
} as const satisfies Endpoint

/** For a phone that others use: the code is asked for again. */
export const closeProvenPayments = {
  ...addressOf('closeProvenPayments'),
  schema: {
    summary: 'Uses up what a code opened: the payments of the number are closed to this visit',
    tags: ['transaction'],
    body: Type.Object({ msisdn: MobileNumberText }, { additionalProperties: false }),
    response: { 200: reply(Type.Object({})) },
  },
} as const satisfies Endpoint

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

/** FIND-3: what may be claimed of a payment, and the last case there is; for its own visit, and for whoever proved a number of it. */
export const readClaims = {
  ...addressOf('readClaims'),
  schema: {
    summary: 'What may be claimed of a payment, and its last case',
    tags: ['transaction'],
    body: Type.Object({ transactionId: TransactionId }, { additionalProperties: false }),
    response: {
      200: reply(Type.Object({ details: TransactionDetails, allowed: Type.Array(ClaimKind), last: Type.Union([ClaimCase, Type.Null()]) })),
    },
  },
} as const satisfies Endpoint

/** FIND-3: asks provider and operator first. Without `isInsisting` what they answer is the answer; the rest becomes a case. */
export const makeClaim = {
  ...addressOf('makeClaim'),
  schema: {
    summary: 'Claims something about a payment; answers at once, or with a case',
    tags: ['transaction'],
    body: Type.Object(
      { transactionId: TransactionId, kind: ClaimKind, words: Type.String({ maxLength: 1000 }), isInsisting: Type.Boolean() },
      { additionalProperties: false },
    ),
    response: {
      200: reply(
        Type.Object({
          details: TransactionDetails,
          operatorReference: Type.Union([Type.String(), Type.Null()]),
          opened: Type.Union([ClaimCase, Type.Null()], { description: 'Null where the books answered' }),
        }),
      ),
    },
  },
} as const satisfies Endpoint
