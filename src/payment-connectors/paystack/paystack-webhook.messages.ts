import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { isAbsent, jsonAt } from '../answer-fields.ts'
import { fingerprint, webhookText } from '../webhook-body.ts'
import type { Webhook, RawRequest } from '../payment-connector.ts'
import { readJson } from '../provider-http.ts'
import { Identifier, observeRefund, observeTransaction, PAYSTACK_ANSWERS, Transaction, type Wire } from './paystack.messages.ts'

const Event = Type.Object({ event: Type.String(), data: Type.Object({}) })
const RefundNews = Type.Object({
  id: Type.Optional(Identifier),
  // Absent until the refund is with the bank.
  refund_reference: Type.Optional(Identifier),
  transaction_reference: Type.Optional(Type.String({ minLength: 1 })),
  transaction: Type.Optional(Type.Object({ reference: Type.String({ minLength: 1 }) })),
})

export function parsePaystackWebhook(
  request: Pick<RawRequest, 'headers' | 'body'>,
  secretKey: string,
  info: Wire,
): Webhook | 'unauthentic' | 'irrelevant' {
  const { body } = request
  const text = webhookText(body)
  if (text === null || !isSignedWith(secretKey, body, request.headers.get('x-paystack-signature'))) return 'unauthentic'
  const event = readJson(text, Event)
  if (!event) return 'irrelevant'
  if (event.event === 'charge.success') return readCharge(event, body, info)
  return event.event.startsWith('refund.') ? readRefundNews(event, body, info) : 'irrelevant'
}

/** The raw bytes: a body that was parsed and written again has another signature. */
function isSignedWith(secretKey: string, body: Buffer, signature: string | null): boolean {
  if (!signature || !/^[0-9a-f]{128}$/i.test(signature)) return false
  const expected = createHmac('sha512', secretKey).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

/** The core compares amount and currency with the payment, which it knows (I19). */
function readCharge({ event, data }: Static<typeof Event>, body: Buffer, info: Wire): Webhook | 'irrelevant' {
  if (!Value.Check(Transaction, data)) return 'irrelevant'
  const [reference, id, ...told] = ['reference', 'id', 'status', 'amount', 'currency'].map((at) => jsonAt(data)(at))
  if (typeof reference !== 'string' || reference === '') return 'irrelevant'
  return {
    trust: 'signed',
    // The key includes the content: a readable webhook must not be taken for a copy of an unreadable one.
    dedupeKey: [event, reference, isAbsent(id) ? fingerprint(body) : id, ...told].map(String).join(':'),
    attempt: { by: 'ref', value: reference },
    seen: observeTransaction(data, info, { reference, transaction: null, merchant: null, kinds: [], amount: null }),
  }
}

/** A refund that failed does not change the payment: the core queries the refund itself, so this is not reported as a decline. */
function readRefundNews({ event, data }: Static<typeof Event>, body: Buffer, info: Wire): Webhook | 'irrelevant' {
  if (!Value.Check(RefundNews, data)) return 'irrelevant'
  const reference = data.transaction_reference ?? data.transaction?.reference
  if (reference === undefined) return 'irrelevant'
  const status = event.slice('refund.'.length)
  const seen = observeRefund({ ...data, status }, info, { table: PAYSTACK_ANSWERS.refundNotice, reference })
  const identity = data.id ?? data.refund_reference ?? fingerprint(body)
  return {
    trust: 'signed',
    dedupeKey: `${event}:${identity}`,
    attempt: { by: 'ref', value: reference },
    seen: seen.state === 'declined' ? { state: 'unrecognised', provider: seen.provider } : seen,
  }
}
