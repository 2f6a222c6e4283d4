import { type Static, Type } from 'typebox'
import { defineCall } from '#calls/define-call.ts'
import { closed } from '#shared/closed.ts'

/** The specification's configData (section 3). Amounts are in units of the operator's prices. */
export const ConfigData = closed({
  preMinAmnt: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  preMaxAmnt: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
  postMinAmnt: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  postMaxAmnt: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
  beta: closed({ amountToHigherValueFeature: Type.Boolean() }),
  postpaidHybridCheck: Type.Boolean(),
  enableAmPin: Type.Boolean(),
  customerCareNumber: Type.String({ pattern: '^[0-9]{2,15}$' }),
  pinResetDial: Type.String({ pattern: '^[*#0-9]{2,20}$' }),
  payStackConfig: Type.String({ maxLength: 500 }),
  /** Ours: amounts offered beside free entry. */
  quickAmounts: Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 8 }),
  /** Ours: product codes of bundles that many buy; they stand first in their list. */
  popularBundles: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 20 })),
  paymentMaxTry: Type.Integer({ minimum: 1, maximum: 60 }),
})
export type ConfigData = Static<typeof ConfigData>

/** API-3: what the pages need to know before anything is typed. */
export const readProductConfig = defineCall({
  route: 'GET resource/v1/get-product-config',
  isRepeatable: true,
  caching: { seconds: 60 },
  access: 'anyone',
  summary: 'Limits and switches of the portal',
  tags: ['resource'],
  reply: Type.Object({ configData: ConfigData }),
})
