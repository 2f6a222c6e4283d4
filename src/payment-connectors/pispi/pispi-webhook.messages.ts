import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { doubtful, isDisagreement, jsonAt, readClaim } from '../answer-fields.ts'
import type { Observation, RawRequest, Webhook } from '../payment-connector.ts'
import { readJson } from '../provider-http.ts'
import { providerMessage } from '../provider-message.ts'
import { webhookText } from '../webhook-body.ts'
import { moneyOf, PISPI_ANSWERS, type PispiAccount } from './pispi.messages.ts'

const Event = Type.Object({
  evCode: Type.String({ maxLength: 40 }),
  evDate: Type.Optional(Type.String({ maxLength: 40 })),
  txId: Type.String({ pattern: '^[A-Za-z0-9_-]{1,35}$' }),
  end2endId: Type.Optional(Type.String({ maxLength: 64 })),
})
const Events = Type.Object({ data: Type.Array(Type.Object({}), { maxItems: 100 }) })

/** All others are about payments that we send, or about requests that we get. */
const ABOUT_OURS: ReadonlySet<string> = new Set(['PAIEMENT_RECU', 'RTP_REJETE', 'RETOUR_ENVOYE', 'RETOUR_REJETE'])

/** Signed, and a hint all the same: how the signature is written is in no document, and our own question says more. */
export function parsePispiWebhook(
  { headers, body }: Pick<RawRequest, 'headers' | 'body'>,
  account: PispiAccount,
  secret: string,
): Webhook | 'unauthentic' | 'irrelevant' {
  const text = webhookText(body)
  if (text === null || !isSigned(body, headers.get('x-signature'), secret)) return 'unauthentic'
  const told =
    readJson(text, Events)
      ?.data.map((event) => webhookOf(event, account))
      .filter((event) => event !== null) ?? []
  const [first, ...others] = told
  if (!first) return 'irrelevant'
  return others.length === 0 ? first : { ...first, others }
}

function webhookOf(document: object, account: PispiAccount): Webhook | null {
  const event = readJson(JSON.stringify(document), Event)
  if (!event || !ABOUT_OURS.has(event.evCode)) return null
  const { evCode, evDate = '', txId, end2endId = '' } = event
  return {
    trust: 'hint',
    dedupeKey: `${evCode}:${end2endId}:${evDate}:${txId}`,
    attempt: { by: 'ref', value: txId },
    seen: observe(document, event, account),
  }
}

function observe(document: object, { evCode, txId }: Static<typeof Event>, { wire }: PispiAccount): Observation {
  const provider = providerMessage(evCode, '')
  if (evCode !== 'PAIEMENT_RECU') return { state: 'unrecognised', provider }
  const asked = { reference: txId, transaction: null, merchant: null, kinds: [], amount: null }
  const claim = readClaim(PISPI_ANSWERS.notice, { valueAt: jsonAt(document), money: (value) => moneyOf(value, wire) }, asked)
  if (isDisagreement(claim)) return doubtful(provider, claim)
  if (!claim.amount || claim.receipt === null) return doubtful(provider, { tells: 'amount', how: 'missing' })
  return { state: 'paid', amount: claim.amount, providerTxnId: claim.receipt, provider }
}

/** HMAC-SHA256 of the raw bytes; hex and base64 are both accepted. */
function isSigned(body: Buffer, signature: string | null, secret: string): boolean {
  const text = signature?.trim() ?? ''
  const given = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  const expected = createHmac('sha256', secret).update(body).digest()
  return given.length === expected.length && timingSafeEqual(given, expected)
}
