import { Type } from 'typebox'
import { defineCall } from '#calls/define-call.ts'

const MaybeId = Type.Union([Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }), Type.Null()])

/** Our extension, HUB-6: what this visit has still to pay, or its payment under way, which has its own page. */
export const readPendingPayment = defineCall({
  route: 'GET transaction/v1/pending',
  isRepeatable: true,
  caching: 'private',
  access: 'anyone',
  summary: 'The newest open purchase of this visit; its transaction while one waits on a phone or is being confirmed',
  tags: ['transaction'],
  reply: Type.Object({ purchaseId: MaybeId, transactionId: MaybeId }),
})

/** Our extension, ERASE-1: the payments of this visit that have not ended. */
export const listOpenPayments = defineCall({
  route: 'GET transaction/v1/open',
  isRepeatable: true,
  caching: 'private',
  access: 'anyone',
  summary: 'The payments of this visit that are under way',
  tags: ['transaction'],
  reply: Type.Array(Type.Object({ reference: Type.String(), amount: Type.Number(), currencyCode: Type.String() })),
})
