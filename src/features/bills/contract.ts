import { type Static, Type } from 'typebox'
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '#shared/email.ts'
import { PriceAmount } from '#shared/money-schema.ts'
import { defineCall } from '#calls/define-call.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'
import { FIXED_ACCOUNT_PATTERN } from '#shared/account-number.ts'
import { POSTPAID_ACCOUNT_PATTERN } from './rules.ts'

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
  /** Not in the specification: the whole amount that settles it; null when it cannot be paid here. */
  payableAmount: Type.Union([PriceAmount(), Type.Null()]),
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

/** API-2: whether account and e-mail belong together. The visit stores a correct pair. */
export const validateFixedInternet = defineCall({
  route: 'POST subscriber/v1/fixed-internet/validate',
  isRepeatable: true,
  caching: 'no-store',
  access: 'anyone',
  summary: 'Whether a fixed-internet account and its registered e-mail belong together',
  tags: ['subscriber'],
  input: FixedInternetPair,
  reply: Type.Object({ accountNo: Type.String() }),
})

const FixedInternetBills = Type.Object({
  response: Type.Object({
    invoices: Type.Array(Invoice),
    /** Masked: the pair proves who pays, not who may read phone numbers (S9). */
    lineNumber: Type.String(),
    contactPersonMsisdn: Type.String(),
  }),
})
export type FixedInternetBills = Static<typeof FixedInternetBills>['response']

/** API-2: the open invoices of a fixed-internet account; the caller must know its e-mail. */
export const lookUpFixedInternet = defineCall({
  route: 'POST subscriber/v1/fixed-internet/lookup',
  isRepeatable: true,
  caching: 'private',
  access: 'anyone',
  summary: 'The open invoices of a fixed-internet account',
  tags: ['subscriber'],
  input: FixedInternetPair,
  reply: FixedInternetBills,
})

/** Not in the specification: the pair this visit proved before, so that a return shows the bills again. */
export const readFixedInternetPair = defineCall({
  route: 'GET subscriber/v1/fixed-internet/pair',
  isRepeatable: true,
  caching: (pair) => (pair ? 'private' : 'no-store'),
  access: 'anyone',
  summary: 'The fixed-internet account of this visit',
  tags: ['subscriber'],
  reply: Type.Union([FixedInternetPair, Type.Null()]),
})

const Outstanding = Type.Object({
  totalOutstanding: Type.Number(),
  /** Not in the specification: the whole amount that settles it; null when nothing is due or a fraction may not be rounded up. */
  payableAmount: Type.Union([PriceAmount(), Type.Null()]),
})
export type Outstanding = Static<typeof Outstanding>

/** API-2, POST-5: the outstanding amount, only when number and account belong together. */
export const validateMsisdnAccount = defineCall({
  route: 'POST subscriber/validate/msisdn-account',
  isRepeatable: true,
  caching: 'private',
  access: 'anyone',
  summary: 'Whether a postpaid number and its account belong together, and what is outstanding then',
  tags: ['subscriber'],
  input: Type.Object(
    {
      msisdn: MobileNumberText,
      accountNo: Type.String({ pattern: POSTPAID_ACCOUNT_PATTERN, maxLength: 10 }),
    },
    { additionalProperties: false },
  ),
  reply: Outstanding,
})

const ProvedNumber = Type.Object(
  {
    msisdn: MobileNumberText,
    /** The reference of a code that was verified for this number, in this visit, to see a bill; it is used up. */
    otpId: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
  },
  { additionalProperties: false },
)

const billOfLine = {
  isRepeatable: false,
  caching: 'private',
  access: 'anyone',
  summary: 'The outstanding amount of a postpaid line, by one-time code',
  tags: ['subscriber'],
  input: ProvedNumber,
  reply: Outstanding,
} as const

/** API-2, POST-2: what is outstanding on a line, for a visit that entered its one-time code. */
export const readBill = defineCall({ route: 'POST subscriber/v1/bill', ...billOfLine })

/** The same under the specification's older URL. */
export const readOpenInvoice = defineCall({ route: 'POST subscriber/getopeninvoice', ...billOfLine })
