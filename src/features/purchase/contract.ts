import { type Static, Type } from 'typebox'
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '#shared/email.ts'
import { PriceAmount, PriceCurrency } from '#shared/money-schema.ts'
import { defineCall } from '#calls/define-call.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'
import { PENDING_TYPES, RECHARGE_TYPES } from '#shared/transaction-codes.ts'
import { RunningBundle, ShownBundle } from '#features/bundles/contract.ts'
import { LineType } from '#features/line/contract.ts'
import { FIXED_ACCOUNT_PATTERN } from '#shared/account-number.ts'

const ReturnPage = Type.Union([
  Type.Literal('/prepaid-recharge'),
  Type.Literal('/data-bundle'),
  Type.Literal('/broadband-recharge'),
  Type.Literal('/postpaid-bill-pay'),
  Type.Literal('/orp/fixed-internet'),
  Type.Literal('/hbb-lead'),
])

const BundleInfo = Type.Object({
  amount: PriceAmount(),
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

/** STATE-1: the pending payment, in the specification's shape. Only the server creates it. */
export const QueryData = Type.Object({
  msisdn: Type.String(),
  enableDualCurrency: Type.Boolean(),
  usdAmount: Type.Union([Type.Number(), Type.Null()]),
  amount: PriceAmount(),
  currency: PriceCurrency,
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
  /** Not in the specification, STAT-5: the validity of a bundle after activation, as in the catalogue. */
  validity: Type.Optional(Type.Integer()),
  validityUnit: Type.Optional(Type.String()),
  emailId: Type.Union([Type.String(), Type.Null()]),
  invoiceDetail: Type.Union([InvoiceDetail, Type.Null()]),
  pgOptions: Type.Array(Type.Object({ paymentOpt: Type.String() })),
  /** LINK-2: set when the purchase comes from a payment link. Only the server writes it; the payer sees the number masked. */
  askedLink: Type.Optional(Type.String()),
  /** I18: the subject that can be owed only once, with its state when it was chosen. Only the server writes and reads it. */
  subject: Type.Optional(Type.Object({ key: Type.String(), debt: Type.String() })),
  /** Leads mode: which request this pays for. Only the server writes it, so a flag in a browser changes no price. */
  metaInfo: Type.Optional(Type.Object({ leadId: Type.String() })),
})
export type QueryData = Static<typeof QueryData>

const Purchase = Type.Object({ purchaseId: Type.String(), queryData: QueryData })

/** Ours: what a visitor chose to pay for. Price, product and currency are looked up here and never taken from the browser. */
export const choosePurchase = defineCall({
  route: 'POST transaction/v1/purchase',
  isRepeatable: false,
  caching: 'no-store',
  access: 'anyone',
  summary: 'Chooses what to pay for; answers the pending payment',
  tags: ['transaction'],
  input: Type.Object(
    {
      kind: Type.Union([Type.Literal('airtime'), Type.Literal('bundle'), Type.Literal('postpaid-bill'), Type.Literal('invoice')]),
      msisdn: Type.Optional(MobileNumberText),
      amount: Type.Optional(PriceAmount({ minimum: 1, maximum: 1_000_000_000 })),
      productCode: Type.Optional(Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_.-]+$' })),
      /** An invoice comes with the proof that the visit may see its bills. */
      accountNo: Type.Optional(Type.String({ pattern: FIXED_ACCOUNT_PATTERN, maxLength: 12 })),
      email: Type.Optional(Type.String({ pattern: EMAIL_PATTERN, maxLength: EMAIL_MAX_LENGTH })),
      invoiceNo: Type.Optional(Type.String({ minLength: 1, maxLength: 40, pattern: '^[A-Za-z0-9_./-]+$' })),
      redirectPage: ReturnPage,
    },
    { additionalProperties: false },
  ),
  reply: Purchase,
})

const NamedPurchase = Type.Object({ purchaseId: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }) }, { additionalProperties: false })

/** Not in the specification: the pending payment again, only for the visit that chose it. */
export const readPurchase = defineCall({
  route: 'GET transaction/v1/purchase',
  isRepeatable: true,
  caching: 'private',
  access: 'anyone',
  summary: 'The pending payment of this visit',
  tags: ['transaction'],
  input: NamedPurchase,
  reply: Purchase,
})

/** Not in the specification: what a selling page needs to know of a number, in one response. A typed number is stored in the visit. */
export const readLineOffer = defineCall({
  route: 'POST visit/v1/line-offer',
  isRepeatable: true,
  caching: ({ running }) => (running ? 'private' : 'no-store'),
  access: 'anyone',
  summary: 'The type of a line and the bundles that a page sells for it',
  tags: ['visit'],
  input: Type.Object(
    {
      msisdn: MobileNumberText,
      page: Type.Union([
        Type.Literal('/'),
        Type.Literal('/prepaid-recharge'),
        Type.Literal('/data-bundle'),
        Type.Literal('/broadband-recharge'),
        Type.Literal('/postpaid-bill-pay'),
      ]),
      isTyped: Type.Optional(Type.Boolean({ description: 'False for the number of a link or of the visit: nothing is kept' })),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    lineType: LineType,
    bundles: Type.Array(ShownBundle),
    isStale: Type.Boolean(),
    /** What is not used up yet, where this visit has proven the line. */
    running: Type.Optional(Type.Array(RunningBundle)),
    areBundlesUnread: Type.Boolean({ description: 'The operator did not answer and there is no earlier copy' }),
  }),
})

const DuePayment = Type.Object({
  state: Type.Enum(['owed', 'not-owed', 'changed', 'held', 'unreadable']),
  isLink: Type.Boolean(),
  amount: PriceAmount({ description: 'What was chosen' }),
  due: Type.Union([PriceAmount(), Type.Null()], { description: 'What is due now, where it changed and may be paid here' }),
  until: Type.Union([Type.String(), Type.Null()], { description: 'Until when another payment of it is waited for' }),
  transactionId: Type.Union([Type.String(), Type.Null()], { description: 'That other payment, where it is of this visit' }),
})
export type DuePayment = Static<typeof DuePayment>

/** Ours, PAID-1: whether an invoice, a fetched bill or a payment link is still to be paid. */
export const readDue = defineCall({
  route: 'POST transaction/v1/due',
  isRepeatable: true,
  caching: 'private',
  access: 'anyone',
  summary: 'Whether what a purchase pays for is still owed',
  tags: ['transaction'],
  input: NamedPurchase,
  reply: DuePayment,
})

/** Ours, PAID-1: chooses what is due now in place of what was chosen. */
export const renewPurchase = defineCall({
  route: 'POST transaction/v1/renew',
  isRepeatable: false,
  caching: 'no-store',
  access: { visitOr: 'no-pending-payment' },
  summary: 'Chooses what is due now',
  tags: ['transaction'],
  input: NamedPurchase,
  reply: Type.Object({ purchaseId: Type.String() }),
})
