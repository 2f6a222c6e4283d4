import { type Static, Type } from 'typebox'
import { defineCall } from '#calls/define-call.ts'
import { closed } from '#shared/closed.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'

export const LineType = Type.Enum(['PREPAID', 'POSTPAID', 'HYBRID', 'BROADBAND', 'INVALID'])
export type LineType = Static<typeof LineType>

/** API-2: the type of a line; INVALID for a number that is not the operator's. */
export const readLineType = defineCall({
  route: 'POST subscriber/line-type',
  isRepeatable: true,
  caching: 'no-store',
  access: 'anyone',
  summary: 'The type of a line',
  tags: ['subscriber'],
  input: closed({ msisdn: MobileNumberText }),
  reply: LineType,
})

/** API-2: the same check for pages. With `checkIfBroadband` only a broadband line is valid. */
export const validateNumber = defineCall({
  route: 'POST subscriber/validate',
  isRepeatable: true,
  caching: 'no-store',
  access: 'anyone',
  summary: 'Whether a number belongs to a line of the operator, and to which kind',
  tags: ['subscriber'],
  input: closed({
    msisdn: MobileNumberText,
    checkIfBroadband: Type.Optional(Type.Boolean()),
    requestType: Type.Optional(Type.String({ maxLength: 40, pattern: '^[A-Z_]+$' })),
  }),
  reply: LineType,
})
