import { type Static, Type } from 'typebox'
import { defineCall } from '#calls/define-call.ts'
import { closed } from '#shared/closed.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'

/** The specification's balance item (section 3). It names AIRTIME and DATA; calls, SMS and the rest are ours. */
const BalanceItem = Type.Object({
  serviceType: Type.Enum(['AIRTIME', 'DATA', 'VOICE', 'SMS', 'OTHER']),
  /** Not in the specification: distinguishes two bundles of one name. */
  balanceId: Type.String(),
  balanceDescription: Type.String(),
  balance: Type.Union([Type.Number(), Type.Null()], { description: 'What is left; null when there is no end to it' }),
  unitType: Type.String(),
  balanceType: Type.Enum(['limited', 'unlimited']),
  expireTime: Type.Union([Type.String(), Type.Null()]),
  /** Not in the specification: the initial amount in the same unit, if the operator sends it. */
  initialBalance: Type.Union([Type.Number(), Type.Null()]),
})
export type BalanceItem = Static<typeof BalanceItem>

const Balances = Type.Object({ queryBalanceResult: Type.Array(BalanceItem) })

/** API-2, BB-2: the balances of a line, for a visit that entered its one-time code. The proof stays valid for its ten minutes. */
export const queryBalance = defineCall({
  route: 'POST subscriber/v4/query-balance',
  isRepeatable: true,
  caching: 'private',
  access: { visitOr: 'code-user-unknown' },
  summary: 'Airtime and active bundles of a line, by one-time code',
  tags: ['subscriber'],
  input: closed({
    msisdn: MobileNumberText,
    /** The proof of a code for this number, in this visit, to see a balance or to pay with it. */
    uniqueCode: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
    serviceType: Type.Optional(Type.Enum(['AIRTIME', 'DATA'])),
  }),
  reply: Balances,
})

/** Not in the specification: the same for pages, by the visit's proof. No page, URL or cached response holds a proof (decision 0034). */
export const readProvenBalance = defineCall({
  route: 'POST subscriber/v1/proven-balance',
  isRepeatable: true,
  caching: 'private',
  access: { visitOr: 'code-user-unknown' },
  summary: 'Airtime and active bundles of a line whose code this visit answered within ten minutes',
  tags: ['subscriber'],
  input: closed({ msisdn: MobileNumberText }),
  reply: Balances,
})
