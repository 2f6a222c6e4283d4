import { type Static, Type } from 'typebox'
import { defineCall } from '#calls/define-call.ts'
import { closed } from '#shared/closed.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'
import { PAYMENT_WORDS } from '#shared/payment-codes.ts'

/** What a code authorises. A code for one purpose is invalid for every other. */
export const CodePurpose = Type.Enum(['INVOICE', 'BALANCE', 'PAYMENT', 'LEAD', 'LEAD_STATUS', 'FIND'])
export type CodePurpose = Static<typeof CodePurpose>

/** 128 random bits: not guessable, and valid only in the visit that received it. */
const Reference = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' })
/** Six digits from a page without script, or twelve (abuse 93), or an encrypted value (GEN-5). */
const Code = Type.String({ maxLength: 700, pattern: '^([0-9]{6}|[0-9]{12}|sealed\\.[A-Za-z0-9_.+/=-]+)$' })

/** Our own fields, beside the reference: the state from which a reopened page's dialog continues. */
const Waiting = {
  resendInSeconds: Type.Integer(),
  attemptsLeft: Type.Integer(),
  /** OTP-4: the SMS centre did not answer. The code is valid if it arrives, and another can be requested at once. */
  isUnconfirmed: Type.Optional(Type.Literal(true)),
  /** Abuse 93: the code has twelve digits. */
  isLong: Type.Optional(Type.Literal(true)),
}
const SentToBill = Type.Object({ otpId: Type.String(), ...Waiting })
const Sent = Type.Object({ refId: Type.String(), ...Waiting })
const Verified = Type.Union([
  Type.Object({ uniqueCode: Type.String() }),
  Type.Object({ tokenType: Type.Literal('Bearer'), accessToken: Type.String() }),
])

/** Not repeatable: a second call would send another SMS or use another attempt. */
const common = { isRepeatable: false, tags: ['otp'] }
const sending = { ...common, caching: 'no-store', access: 'anyone' } as const
const sendingAgain = { ...common, caching: 'no-store', access: { visitOr: 'code-user-unknown' } } as const
const verifying = { ...common, caching: 'private', access: { visitOr: 'code-user-unknown' } } as const

/** API-4, the bill's calls: `text` is the number. */
export const sendBillCode = defineCall({
  route: 'POST optimus/otp/send',
  ...sending,
  summary: 'Sends a one-time code to see a bill',
  input: closed({ text: MobileNumberText, text1: Type.Optional(Type.String({ maxLength: 100 })), otpAction: Type.Literal('INVOICE') }),
  reply: SentToBill,
})

export const resendBillCode = defineCall({
  route: 'POST optimus/otp/resend',
  ...sendingAgain,
  summary: 'Sends another code to see a bill',
  input: closed({ otpId: Reference }),
  reply: SentToBill,
})

export const verifyBillCode = defineCall({
  route: 'POST optimus/otp/verify',
  ...verifying,
  summary: 'Checks a code to see a bill; afterwards the otpId opens the bill once',
  input: closed({ otp: Code, otpId: Reference }),
  reply: Type.Object({ otpId: Type.String(), uniqueCode: Type.String() }),
})

/**
 * API-4, the calls for all other purposes. A lead also contains customer details, which are not stored here. API-9: SmartCash sends `data`
 * and means a payment.
 */
export const sendOtp = defineCall({
  route: 'POST otp/v1/send-otp',
  ...sending,
  summary: 'Sends a one-time code',
  input: Type.Union([
    closed({
      msisdn: MobileNumberText,
      purpose: Type.Optional(CodePurpose),
      email: Type.Optional(Type.String({ maxLength: 254 })),
      customerDetails: Type.Optional(closed({ fullName: Type.String({ maxLength: 100 }) })),
    }),
    closed({ data: closed({ msisdn: MobileNumberText }) }),
  ]),
  reply: Sent,
})

/** API-2, API-9: the first call of a broadband balance. The code goes to the line itself; `txnRefId` then works like any `refId`. */
export const sendBroadbandOtp = defineCall({
  route: 'POST subscriber/v1/send-otp-hbb',
  ...sending,
  summary: 'Sends a one-time code to see the balance of a line',
  input: closed({ msisdn: MobileNumberText, requestType: Type.Optional(Type.String({ maxLength: 40, pattern: '^[A-Z_]+$' })) }),
  reply: Type.Object({ otpRecipient: Type.String(), txnRefId: Type.String(), ...Waiting }),
})

export const resendOtp = defineCall({
  route: 'POST otp/v1/resend-otp',
  ...sendingAgain,
  summary: 'Sends another one-time code',
  input: closed({ refId: Reference }),
  reply: Sent,
})

const verification = {
  ...verifying,
  input: closed({
    refId: Reference,
    otp: Code,
    username: Type.Optional(MobileNumberText),
    paymentMode: Type.Optional(Type.Enum(PAYMENT_WORDS)),
  }),
  reply: Verified,
} as const

/** With a `paymentMode` the response contains the bearer token of the PIN flows (MM-3), else the unique code. */
export const verifyOtp = defineCall({ route: 'POST otp/v1/verify-otp', ...verification, summary: 'Checks a one-time code' })

export const verifyUser = defineCall({
  route: 'POST /auth/bfe/api/portal-service/otp/v1/verify-user',
  ...verification,
  summary: 'Checks a one-time code, under the address of the PIN flows',
})
