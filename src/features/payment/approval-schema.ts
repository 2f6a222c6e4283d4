import { Type } from 'typebox'

/** What the payer does first, where a wallet's request does not appear on the phone by itself. The server draws the QR code. */
export const ApprovalBy = Type.Union([
  Type.Object({ type: Type.Literal('type-code'), code: Type.String() }),
  Type.Object({ type: Type.Literal('scan-qr'), qr: Type.Object({ size: Type.Integer(), path: Type.String() }) }),
])
