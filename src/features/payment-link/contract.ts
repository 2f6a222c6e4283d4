import { type Static, Type } from 'typebox'
import { PriceAmount } from '#shared/money-schema.ts'
import { defineCall } from '#calls/define-call.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'
import { LINK_STATES } from './rules.ts'

const Kind = Type.Union([Type.Literal('airtime'), Type.Literal('bundle'), Type.Literal('postpaid-bill')])
const LinkText = Type.String({ maxLength: 100 })
const LinkState = Type.Enum(LINK_STATES)

/** LINK-1: a link for a recharge, a bundle or a bill. The rules of purchases decide what it may contain. */
export const makePaymentLink = defineCall({
  route: 'POST transaction/v1/link',
  isRepeatable: false,
  caching: 'no-store',
  access: 'anyone',
  summary: 'Makes a link that asks others to pay for a number',
  tags: ['transaction'],
  input: Type.Object(
    {
      kind: Kind,
      msisdn: MobileNumberText,
      amount: Type.Optional(PriceAmount({ minimum: 1, maximum: 1_000_000_000 })),
      productCode: Type.Optional(Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_.-]+$' })),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ link: Type.String() }),
})

const AskedPayment = Type.Object({
  kind: Kind,
  number: Type.String({ description: 'Masked' }),
  amount: PriceAmount({ description: 'What it costs today' }),
  askedAmount: PriceAmount({ description: 'What it cost when it was asked for' }),
  description: Type.String({ description: 'The name of a bundle' }),
  endsAt: Type.String(),
  isBeingPaid: Type.Boolean({ description: 'A payment of it has started' }),
})
export type AskedPayment = Static<typeof AskedPayment>

/** LINK-2: the content of a link, shown before a purchase begins. */
export const readPaymentLink = defineCall({
  route: 'POST transaction/v1/read-link',
  isRepeatable: true,
  caching: 'private',
  access: 'anyone',
  summary: 'What a link asks for, with the number masked',
  tags: ['transaction'],
  input: Type.Object(
    { link: LinkText, drawsCode: Type.Boolean({ description: 'With a QR code of its address' }) },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    state: LinkState,
    asked: Type.Union([AskedPayment, Type.Null()]),
    address: Type.String(),
    code: Type.Union([Type.Object({ size: Type.Integer(), path: Type.String() }), Type.Null()]),
  }),
})

/** LINK-2: begins the purchase of a link at the displayed amount; the payer sees only the masked number. */
export const takePaymentLink = defineCall({
  route: 'POST transaction/v1/take-link',
  isRepeatable: false,
  caching: 'no-store',
  access: 'anyone',
  summary: 'Begins the purchase that a link asks for',
  tags: ['transaction'],
  input: Type.Object({ link: LinkText, amount: PriceAmount({ minimum: 1, maximum: 1_000_000_000 }) }, { additionalProperties: false }),
  reply: Type.Object({ state: LinkState, purchaseId: Type.Union([Type.String(), Type.Null()]) }),
})
