import { type Static, Type } from 'typebox'
import { defineCall } from '#calls/define-call.ts'

/** RCPT-3: the code of a receipt, for anyone who may see the payment. Only moved money has a receipt. */
export const readReceiptCode = defineCall({
  route: 'POST transaction/v1/receipt-code',
  isRepeatable: true,
  caching: 'private',
  access: 'anyone',
  summary: 'The address at which a receipt is checked, and its QR code',
  tags: ['transaction'],
  input: Type.Object({ transactionId: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }) }, { additionalProperties: false }),
  reply: Type.Object({ address: Type.String(), code: Type.Object({ size: Type.Integer(), path: Type.String() }) }),
})

/** RCPT-4: only the content of the printed receipt, and the payment's current state. */
const CheckedReceipt = Type.Object({
  reference: Type.String(),
  amount: Type.Number(),
  currencyCode: Type.String(),
  at: Type.Union([Type.String(), Type.Null()]),
  number: Type.String({ description: 'Masked; empty for a bill without a line' }),
  transactionType: Type.String(),
  status: Type.String(),
  money: Type.String(),
})
export type CheckedReceipt = Static<typeof CheckedReceipt>

/** RCPT-4: for anyone who holds a receipt. */
export const checkReceipt = defineCall({
  route: 'POST transaction/v1/check-receipt',
  isRepeatable: true,
  caching: 'private',
  access: 'anyone',
  summary: 'Whether a receipt is genuine, and how its payment stands today',
  tags: ['transaction'],
  input: Type.Object({ code: Type.String({ maxLength: 100 }) }, { additionalProperties: false }),
  reply: Type.Object({
    state: Type.Union([Type.Literal('genuine'), Type.Literal('cut'), Type.Literal('foreign')]),
    receipt: Type.Union([CheckedReceipt, Type.Null()]),
  }),
})
