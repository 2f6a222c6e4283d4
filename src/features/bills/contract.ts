import { type Static, Type } from 'typebox'
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '#shared/email.ts'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'
import { reply } from '#shared/reply.ts'
import { FIXED_ACCOUNT_PATTERN, POSTPAID_ACCOUNT_PATTERN } from './rules.ts'

/** The specification's invoice (section 3). Dates are days of the country, 'YYYY-MM-DD'. */
export const Invoice = Type.Object({
  accountNo: Type.String(),
  invoiceNo: Type.String(),
  dueDate: Type.String(),
  billingStartDate: Type.String(),
  billingEndDate: Type.String(),
  currency: Type.String(),
  /** As billed: may hold a fraction. */
  outstandingAmount: Type.Number(),
  invoiceStatus: Type.Union([Type.Literal('overdue'), Type.Literal('open'), Type.Literal('partial')]),
  /** Ours: the whole francs that settle it; null when it cannot be paid here. */
  payableAmount: Type.Union([Type.Integer(), Type.Null()]),
})
export type Invoice = Static<typeof Invoice>

export const FixedInternetPair = Type.Object(
  {
    accountNo: Type.String({ pattern: FIXED_ACCOUNT_PATTERN, maxLength: 12 }),
    contactPersonEmailId: Type.String({ pattern: EMAIL_PATTERN, maxLength: EMAIL_MAX_LENGTH }),
  },
  { additionalProperties: false },
)
export type FixedInternetPair = Static<typeof FixedInternetPair>

/** API-2: whether account and e-mail belong together. The visit remembers a pair that does. */
export const validateFixedInternet = {
  ...addressOf('validateFixedInternet'),
  schema: {
    summary: 'Whether a fixed-internet account and its registered e-mail belong together',
    tags: ['subscriber'],
    body: FixedInternetPair,
    response: { 200: reply(Type.Object({ accountNo: Type.String() })) },
  },
} as const satisfies Endpoint

const FixedInternetBills = Type.Object({
  response: Type.Object({
    invoices: Type.Array(Invoice),
    /** Masked: the pair proves who pays, not who may read phone numbers (S9). */
    lineNumber: Type.String(),
    contactPersonMsisdn: Type.String(),
  }),
})
export type FixedInternetBills = Static<typeof FixedInternetBills>['response']

/** API-2: the open invoices of a fixed-internet account, for whoever knows its e-mail. */
export const lookUpFixedInternet = {
  ...addressOf('lookUpFixedInternet'),
  schema: {
    summary: 'The open invoices of a fixed-internet account',
    tags: ['subscriber'],
    body: FixedInternetPair,
    response: { 200: reply(FixedInternetBills) },
  },
} as const satisfies Endpoint

/** Ours: the pair this visit proved before, so that coming back finds the bills again. */
export const readFixedInternetPair = {
  ...addressOf('readFixedInternetPair'),
  schema: {
    summary: 'The fixed-internet account of this visit',
    tags: ['subscriber'],
    response: { 200: reply(Type.Union([FixedInternetPair, Type.Null()])) },
  },
} as const satisfies Endpoint

const Outstanding = Type.Object({
  totalOutstanding: Type.Number(),
  /** Ours: the whole francs that settle it; null when there is nothing to pay or a fraction may not be rounded up. */
  payableAmount: Type.Union([Type.Integer(), Type.Null()]),
})
export type Outstanding = Static<typeof Outstanding>

/** API-2, POST-5: whether number and account belong together; only then is the outstanding amount told. */
export const validateMsisdnAccount = {
  ...addressOf('validateMsisdnAccount'),
  schema: {
    summary: 'Whether a postpaid number and its account belong together, and what is outstanding then',
    tags: ['subscriber'],
    body: Type.Object(
      {
        msisdn: MobileNumberText,
        accountNo: Type.String({ pattern: POSTPAID_ACCOUNT_PATTERN, maxLength: 10 }),
      },
      { additionalProperties: false },
    ),
    response: { 200: reply(Outstanding) },
  },
} as const satisfies Endpoint

const ProvedNumber = Type.Object(
  {
    msisdn: MobileNumberText,
    /** The reference of a code that was verified for this number, in this visit, to see a bill; it is used up. */
    otpId: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
  },
  { additionalProperties: false },
)

/** API-2, POST-2: what is outstanding on a line, for whoever answered its code. */
export const readBill = {
  ...addressOf('readBill'),
  schema: {
    summary: 'The outstanding amount of a postpaid line, by one-time code',
    tags: ['subscriber'],
    body: ProvedNumber,
    response: { 200: reply(Outstanding) },
  },
} as const satisfies Endpoint

/** The same under the specification's older address. */
export const readOpenInvoice = { ...readBill, ...addressOf('readOpenInvoice') } as const satisfies Endpoint
