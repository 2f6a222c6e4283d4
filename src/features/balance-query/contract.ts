import { type Static, Type } from 'typebox'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'
import { reply } from '#shared/reply.ts'
import { RunningBundle } from '#features/bundles/contract.ts'

/** The specification's balance item (section 3). It names AIRTIME and DATA; calls, SMS and the rest are ours. */
const BalanceItem = Type.Object({
  serviceType: Type.Union([
    Type.Literal('AIRTIME'),
    Type.Literal('DATA'),
    Type.Literal('VOICE'),
    Type.Literal('SMS'),
    Type.Literal('OTHER'),
  ]),
  /** Ours: tells two bundles of one name apart. */
  balanceId: Type.String(),
  balanceDescription: Type.String(),
  balance: Type.Union([Type.Number(), Type.Null()], { description: 'What is left; null when there is no end to it' }),
  unitType: Type.String(),
  balanceType: Type.Union([Type.Literal('limited'), Type.Literal('unlimited')]),
  expireTime: Type.Union([Type.String(), Type.Null()]),
  /** Ours: what it began with, in the same unit, where the operator tells. */
  initialBalance: Type.Union([Type.Number(), Type.Null()]),
})
export type BalanceItem = Static<typeof BalanceItem>

const Balances = Type.Object({ queryBalanceResult: Type.Array(BalanceItem) })

/** API-2, BB-2: what is left on a line, for whoever answered its code. The proof stays good for its ten minutes. */
export const queryBalance = {
  ...addressOf('queryBalance'),
  schema: {
    summary: 'Airtime and active bundles of a line, by one-time code',
    tags: ['subscriber'],
    body: Type.Object(
      {
        msisdn: MobileNumberText,
        /** Of a code for this number, in this visit, to see a balance or to pay with it. */
        uniqueCode: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
        serviceType: Type.Optional(Type.Union([Type.Literal('AIRTIME'), Type.Literal('DATA')])),
      },
      { additionalProperties: false },
    ),
    response: { 200: reply(Balances) },
  },
} as const satisfies Endpoint

/** Ours: the same for the page itself, by what the visit has proven. No proof stands in a page, an address or a kept answer (decision 0034). */
export const readProvenBalance = {
  ...addressOf('readProvenBalance'),
  schema: {
    summary: 'Airtime and active bundles of a line whose code this visit answered within ten minutes',
    tags: ['subscriber'],
    body: Type.Object({ msisdn: MobileNumberText }, { additionalProperties: false }),
    response: { 200: reply(Balances) },
  },
} as const satisfies Endpoint

/** Ours: what is still running on a line, for a page that sells bundles. Nothing, for whoever has not proven the line in this visit. */
export const readRunningBundles = {
  ...addressOf('readRunningBundles'),
  schema: {
    summary: 'Bundles not used up yet on a line whose code this visit answered within ten minutes; none for everybody else',
    tags: ['subscriber'],
    body: Type.Object({ msisdn: MobileNumberText }, { additionalProperties: false }),
    response: { 200: reply(Type.Array(RunningBundle)) },
  },
} as const satisfies Endpoint
