import { type Static, Type } from 'typebox'
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '#shared/email.ts'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'
import { reply } from '#shared/reply.ts'
import { PENDING_TYPES, RECHARGE_TYPES } from '#shared/transaction-words.ts'
import { RunningBundle, ShownBundle } from '#features/bundles/contract.ts'
import { LineType } from '#features/line/contract.ts'
import { FIXED_ACCOUNT_PATTERN } from '#features/bills/rules.ts'

const ReturnPage = Type.Union([
  Type.Literal('/prepaid-recharge'),
  Type.Literal('/data-bundle'),
  Type.Literal('/broadband-recharge'),
  Type.Literal('/postpaid-bill-pay'),
  Type.Literal('/orp/fixed-internet'),
  Type.Literal('/hbb-lead'),
])

const BundleInfo = Type.Object({
  amount: Type.Integer(),
  lineType: Type.String(),
  description: Type.String(),
  data: Type.Union([Type.Number(), Type.Null()]),
  dataUnit: Type.String(),
})

const InvoiceDetail = Type.Object({
  accountNo: Type.String(),
  invoiceNo: Type.String(),
  billingStartDate: Type.String(),
  billingEndDate: Type.String(),
  dueDate: Type.String(),
})

/** STATE-1: the pending payment, in the specification's shape. The server makes it; nobody else can. */
export const QueryData = Type.Object({
  msisdn: Type.String(),
  enableDualCurrency: Type.Boolean(),
  usdAmount: Type.Union([Type.Number(), Type.Null()]),
  amount: Type.Integer(),
  currency: Type.Literal('XOF'),
  lineType: Type.String(),
  transactionType: Type.Enum(PENDING_TYPES),
  productCode: Type.Union([Type.String(), Type.Null()]),
  description: Type.String(),
  data: Type.Union([Type.Number(), Type.Null()]),
  dataUnit: Type.String(),
  redirectPage: ReturnPage,
  rechargeType: Type.Enum(RECHARGE_TYPES),
  theme: Type.String(),
  bundleInfo: Type.Union([BundleInfo, Type.Null()]),
  /** Ours, STAT-5: how long a bundle is good for once it is activated, as in the catalogue. */
  validity: Type.Optional(Type.Integer()),
  validityUnit: Type.Optional(Type.String()),
  emailId: Type.Union([Type.String(), Type.Null()]),
  invoiceDetail: Type.Union([InvoiceDetail, Type.Null()]),
  pgOptions: Type.Array(Type.Object({ paymentOpt: Type.String() })),
  /** LINK-2: chosen by a link that somebody sent. Only the server writes it; whoever pays sees the number masked. */
  askedLink: Type.Optional(Type.String()),
  /** Leads mode: which request this pays for. Only the server writes it, so a flag in a browser changes no price. */
  metaInfo: Type.Optional(Type.Object({ leadId: Type.String() })),
})
export type QueryData = Static<typeof QueryData>

const Purchase = Type.Object({ purchaseId: Type.String(), queryData: QueryData })

/** Ours: what a visitor chose to pay for. Price, product and currency are looked up here and never taken from the browser. */
export const choosePurchase = {
  ...addressOf('choosePurchase'),
  schema: {
    summary: 'Chooses what to pay for; answers the pending payment',
    tags: ['transaction'],
    body: Type.Object(
      {
        kind: Type.Union([Type.Literal('airtime'), Type.Literal('bundle'), Type.Literal('postpaid-bill'), Type.Literal('invoice')]),
        msisdn: Type.Optional(MobileNumberText),
        amount: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
        productCode: Type.Optional(Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_.-]+$' })),
        /** An invoice is named with the proof that its bills may be seen. */
        accountNo: Type.Optional(Type.String({ pattern: FIXED_ACCOUNT_PATTERN, maxLength: 12 })),
        email: Type.Optional(Type.String({ pattern: EMAIL_PATTERN, maxLength: EMAIL_MAX_LENGTH })),
        invoiceNo: Type.Optional(Type.String({ minLength: 1, maxLength: 40, pattern: '^[A-Za-z0-9_./-]+$' })),
        redirectPage: ReturnPage,
      },
      { additionalProperties: false },
    ),
    response: { 200: reply(Purchase) },
  },
} as const satisfies Endpoint

/** Ours: the pending payment again, for the visit that chose it and for nobody else. */
export const readPurchase = {
  ...addressOf('readPurchase'),
  schema: {
    summary: 'The pending payment of this visit',
    tags: ['transaction'],
    querystring: Type.Object({ purchaseId: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }) }, { additionalProperties: false }),
    response: { 200: reply(Purchase) },
  },
} as const satisfies Endpoint

/** Ours: what a page that sells needs of a typed number, in one answer. The number is kept for the visit. */
export const readLineOffer = {
  ...addressOf('readLineOffer'),
  schema: {
    summary: 'The type of a line and the bundles that a page sells for it',
    tags: ['visit'],
    body: Type.Object(
      {
        msisdn: MobileNumberText,
        page: Type.Union([
          Type.Literal('/'),
          Type.Literal('/prepaid-recharge'),
          Type.Literal('/data-bundle'),
          Type.Literal('/broadband-recharge'),
          Type.Literal('/postpaid-bill-pay'),
        ]),
      },
      { additionalProperties: false },
    ),
    response: {
      200: reply(
        Type.Object({
          lineType: LineType,
          bundles: Type.Array(ShownBundle),
          isStale: Type.Boolean(),
          /** What is not used up yet, where this visit has proven the line. */
          running: Type.Optional(Type.Array(RunningBundle)),
          areBundlesUnread: Type.Boolean({ description: 'The operator did not answer and there is no earlier copy' }),
        }),
      ),
    },
  },
} as const satisfies Endpoint
