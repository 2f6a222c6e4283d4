import { type Static, Type } from 'typebox'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'
import { reply } from '#shared/reply.ts'
import { LINK_STATES } from './rules.ts'

const Kind = Type.Union([Type.Literal('airtime'), Type.Literal('bundle'), Type.Literal('postpaid-bill')])
const LinkText = Type.String({ maxLength: 100 })
const LinkState = Type.Enum(LINK_STATES)

/** LINK-1: asks for a recharge, a bundle or a bill; the same rules say what may be asked for as what may be bought. */
export const makePaymentLink = {
  ...addressOf('makePaymentLink'),
  schema: {
    summary: 'Makes a link that asks others to pay for a number',
    tags: ['transaction'],
    body: Type.Object(
      {
        kind: Kind,
        msisdn: MobileNumberText,
        amount: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
        productCode: Type.Optional(Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_.-]+$' })),
      },
      { additionalProperties: false },
    ),
    response: { 200: reply(Type.Object({ link: Type.String() })) },
  },
} as const satisfies Endpoint

const AskedPayment = Type.Object({
  kind: Kind,
  number: Type.String({ description: 'Masked' }),
  amount: Type.Integer({ description: 'What it costs today' }),
  askedAmount: Type.Integer({ description: 'What it cost when it was asked for' }),
  description: Type.String({ description: 'The name of a bundle' }),
  endsAt: Type.String(),
  isBeingPaid: Type.Boolean({ description: 'Somebody has begun to pay it' }),
})
export type AskedPayment = Static<typeof AskedPayment>

/** LINK-2: what a link asks for, before anything happens. */
export const readPaymentLink = {
  ...addressOf('readPaymentLink'),
  schema: {
    summary: 'What a link asks for, with the number masked',
    tags: ['transaction'],
    body: Type.Object(
      { link: LinkText, drawsCode: Type.Boolean({ description: 'With a QR code of its address' }) },
      { additionalProperties: false },
    ),
    response: {
      200: reply(
        Type.Object({
          state: LinkState,
          asked: Type.Union([AskedPayment, Type.Null()]),
          address: Type.String(),
          code: Type.Union([Type.Object({ size: Type.Integer(), path: Type.String() }), Type.Null()]),
        }),
      ),
    },
  },
} as const satisfies Endpoint

/** LINK-2: chooses what a link asks for, for the sum that was read; the number stays masked for whoever pays. */
export const takePaymentLink = {
  ...addressOf('takePaymentLink'),
  schema: {
    summary: 'Begins the purchase that a link asks for',
    tags: ['transaction'],
    body: Type.Object({ link: LinkText, amount: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }) }, { additionalProperties: false }),
    response: { 200: reply(Type.Object({ state: LinkState, purchaseId: Type.Union([Type.String(), Type.Null()]) })) },
  },
} as const satisfies Endpoint
