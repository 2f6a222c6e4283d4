import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { fingerprint, noticeText } from '../notice-bytes.ts'
import type { Notice, RawRequest } from '../payment-connector.ts'
import { readJson } from '../provider-http.ts'
import { Identifier, observeRefund, observeTransaction, Transaction, type Wire } from './paystack.messages.ts'

const Event = Type.Object({ event: Type.String(), data: Type.Object({}) })
const RefundNews = Type.Object({
  id: Type.Optional(Identifier),
  // Null until the refund is with the bank.
  refund_reference: Type.Optional(Type.Union([Identifier, Type.Null()])),
  transaction_reference: Type.Optional(Type.String({ minLength: 1 })),
  transaction: Type.Optional(Type.Object({ reference: Type.String({ minLength: 1 }) })),
  amount: Type.Optional(Type.Unknown()),
  currency: Type.Optional(Type.Unknown()),
})

export function readPaystackNotice(
  request: Pick<RawRequest, 'headers' | 'body'>,
  secretKey: string,
  info: Wire,
): Notice | 'unauthentic' | 'irrelevant' {
  const { body } = request
  const text = noticeText(body)
  if (text === null || !isSignedWith(secretKey, body, request.headers.get('x-paystack-signature'))) return 'unauthentic'
  const event = readJson(text, Event)
  if (!event) return 'irrelevant'
  if (event.event === 'charge.success') return readCharge(event, body, info)
  return event.event.startsWith('refund.') ? readRefundNews(event, body, info) : 'irrelevant'
}

/** The bytes as they came: a body that was parsed and written again has another signature. */
function isSignedWith(secretKey: string, body: Buffer, signature: string | null): boolean {
  if (!signature || !/^[0-9a-f]{128}$/i.test(signature)) return false
  const expected = createHmac('sha512', secretKey).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

function readCharge({ event, data }: Static<typeof Event>, body: Buffer, info: Wire): Notice | 'irrelevant' {
  if (!Value.Check(Transaction, data)) return 'irrelevant'
  return {
    trust: 'signed',
    // With what it says: one that can be read must not be taken for another copy of one that cannot.
    dedupeKey: [event, data.reference, data.id ?? fingerprint(body), data.status, data.amount, data.currency].join(':'),
    attempt: { by: 'ref', value: data.reference },
    seen: observeTransaction(data, info),
  }
}

/** A refund that failed leaves the payment as it was: the core asks for the refund itself, so this is not reported as a decline. */
function readRefundNews({ event, data }: Static<typeof Event>, body: Buffer, info: Wire): Notice | 'irrelevant' {
  if (!Value.Check(RefundNews, data)) return 'irrelevant'
  const reference = data.transaction_reference ?? data.transaction?.reference
  if (reference === undefined) return 'irrelevant'
  const seen = observeRefund({ ...data, status: event.slice('refund.'.length) }, info)
  const identity = data.id ?? data.refund_reference ?? fingerprint(body)
  return {
    trust: 'signed',
    dedupeKey: `${event}:${identity}`,
    attempt: { by: 'ref', value: reference },
    seen: seen.state === 'declined' ? { state: 'unrecognised', provider: seen.provider } : seen,
  }
}
