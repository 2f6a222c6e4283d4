import { type Static, Type } from 'typebox'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { reply } from '#shared/reply.ts'

/** RCPT-3: the code of a receipt, for whoever may see the payment. Only money that moved has one. */
export const readReceiptCode = {
  ...addressOf('readReceiptCode'),
  schema: {
    summary: 'The address at which a receipt is checked, and its QR code',
    tags: ['transaction'],
    body: Type.Object({ transactionId: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }) }, { additionalProperties: false }),
    response: {
      200: reply(Type.Object({ address: Type.String(), code: Type.Object({ size: Type.Integer(), path: Type.String() }) })),
    },
  },
} as const satisfies Endpoint

/** RCPT-4: no more than what is on the paper, and how it stands today. */
const CheckedReceipt = Type.Object({
  reference: Type.String(),
  amount: Type.Integer(),
  at: Type.Union([Type.String(), Type.Null()]),
  number: Type.String({ description: 'Masked; empty for a bill without a line' }),
  transactionType: Type.String(),
  status: Type.String(),
  money: Type.String(),
})
export type CheckedReceipt = Static<typeof CheckedReceipt>

/** RCPT-4: for anybody who holds a receipt. */
export const checkReceipt = {
  ...addressOf('checkReceipt'),
  schema: {
    summary: 'Whether a receipt is genuine, and how its payment stands today',
    tags: ['transaction'],
    body: Type.Object({ code: Type.String({ maxLength: 100 }) }, { additionalProperties: false }),
    response: {
      200: reply(
        Type.Object({
          state: Type.Union([Type.Literal('genuine'), Type.Literal('cut'), Type.Literal('foreign')]),
          receipt: Type.Union([CheckedReceipt, Type.Null()]),
        }),
      ),
    },
  },
} as const satisfies Endpoint
