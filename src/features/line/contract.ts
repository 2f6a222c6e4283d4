import { type Static, Type } from 'typebox'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'
import { reply } from '#shared/reply.ts'

export const LineType = Type.Union([
  Type.Literal('PREPAID'),
  Type.Literal('POSTPAID'),
  Type.Literal('HYBRID'),
  Type.Literal('BROADBAND'),
  Type.Literal('INVALID'),
])
export type LineType = Static<typeof LineType>

/** API-2: the type of a line; INVALID for a number that is not the operator's. */
export const readLineType = {
  ...addressOf('readLineType'),
  schema: {
    summary: 'The type of a line',
    tags: ['subscriber'],
    body: Type.Object({ msisdn: MobileNumberText }, { additionalProperties: false }),
    response: { 200: reply(LineType) },
  },
} as const satisfies Endpoint

/** API-2: the same question as a page asks it. With `checkIfBroadband` only a broadband line counts. */
export const validateNumber = {
  ...addressOf('validateNumber'),
  schema: {
    summary: 'Whether a number belongs to a line of the operator, and to which kind',
    tags: ['subscriber'],
    body: Type.Object(
      {
        msisdn: MobileNumberText,
        checkIfBroadband: Type.Optional(Type.Boolean()),
        requestType: Type.Optional(Type.String({ maxLength: 40, pattern: '^[A-Z_]+$' })),
      },
      { additionalProperties: false },
    ),
    response: { 200: reply(LineType) },
  },
} as const satisfies Endpoint
