import { type Static, Type } from 'typebox'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'
import { reply } from '#shared/reply.ts'
import { TransactionDetails } from '#features/payment/contract.ts'

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
