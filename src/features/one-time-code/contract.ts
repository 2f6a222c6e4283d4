import { type Static, type TSchema, Type } from 'typebox'
import { addressOf, type CallName } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'
import { PAYMENT_WORDS } from '#shared/payment-words.ts'
import { reply } from '#shared/reply.ts'

/** What a code opens. A code for one thing opens nothing else. */
export const CodePurpose = Type.Union([
  Type.Literal('INVOICE'),
  Type.Literal('BALANCE'),
  Type.Literal('PAYMENT'),
  Type.Literal('LEAD'),
  Type.Literal('LEAD_STATUS'),
  Type.Literal('FIND'),
])
export type CodePurpose = Static<typeof CodePurpose>

/** 128 random bits: a reference cannot be guessed, and it is good in the visit that got it only. */
const Reference = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' })
/** Six digits from a page without script, else a sealed value (GEN-5). */
const Code = Type.String({ maxLength: 700, pattern: '^([0-9]{6}|sealed\\.[A-Za-z0-9_.+/=-]+)$' })

/** Ours, beside the reference: what the dialog needs to begin where a page that was opened again had stopped. */
const Waiting = {
  resendInSeconds: Type.Integer(),
  attemptsLeft: Type.Integer(),
  /** OTP-4: the SMS centre did not answer. The code is good if it arrives, and another one may be asked for at once. */
  isUnconfirmed: Type.Optional(Type.Literal(true)),
}
const SentToBill = reply(Type.Object({ otpId: Type.String(), ...Waiting }))
const Sent = reply(Type.Object({ refId: Type.String(), ...Waiting }))
const Verified = reply(
  Type.Union([Type.Object({ uniqueCode: Type.String() }), Type.Object({ tokenType: Type.Literal('Bearer'), accessToken: Type.String() })]),
)

function call<Body extends TSchema, Answer extends TSchema>(name: CallName, summary: string, body: Body, answer: Answer) {
  return { ...addressOf(name), schema: { summary, tags: ['otp'], body, response: { 200: answer } } } as const satisfies Endpoint
}

/** API-4, the bill's family: `text` is the number. */
export const sendBillCode = call(
  'sendBillCode',
  'Sends a one-time code to see a bill',
  Type.Object(
    { text: MobileNumberText, text1: Type.Optional(Type.String({ maxLength: 100 })), otpAction: Type.Literal('INVOICE') },
    { additionalProperties: false },
  ),
  SentToBill,
)

export const resendBillCode = call(
  'resendBillCode',
  'Sends another code to see a bill',
  Type.Object({ otpId: Reference }, { additionalProperties: false }),
  SentToBill,
)

export const verifyBillCode = call(
  'verifyBillCode',
  'Checks a code to see a bill; afterwards the otpId opens the bill once',
  Type.Object({ otp: Code, otpId: Reference }, { additionalProperties: false }),
  reply(Type.Object({ otpId: Type.String(), uniqueCode: Type.String() })),
)

/** API-4, the family of everything else. A lead names the customer too; nothing of it is kept here. API-9: SmartCash asks with `data`, to pay. */
export const sendOtp = call(
  'sendOtp',
  'Sends a one-time code',
  Type.Union([
    Type.Object(
      {
        msisdn: MobileNumberText,
        purpose: Type.Optional(CodePurpose),
        email: Type.Optional(Type.String({ maxLength: 254 })),
        customerDetails: Type.Optional(Type.Object({ fullName: Type.String({ maxLength: 100 }) }, { additionalProperties: false })),
      },
      { additionalProperties: false },
    ),
    Type.Object({ data: Type.Object({ msisdn: MobileNumberText }, { additionalProperties: false }) }, { additionalProperties: false }),
  ]),
  Sent,
)

/** API-2, API-9: a balance begins here. The code goes to the line itself; afterwards `txnRefId` is a `refId` like any other. */
export const sendBroadbandOtp = call(
  'sendBroadbandOtp',
  'Sends a one-time code to see the balance of a line',
  Type.Object(
    { msisdn: MobileNumberText, requestType: Type.Optional(Type.String({ maxLength: 40, pattern: '^[A-Z_]+$' })) },
    { additionalProperties: false },
  ),
  reply(Type.Object({ otpRecipient: Type.String(), txnRefId: Type.String(), ...Waiting })),
)

export const resendOtp = call(
  'resendOtp',
  'Sends another one-time code',
  Type.Object({ refId: Reference }, { additionalProperties: false }),
  Sent,
)

const Verification = Type.Object(
  {
    refId: Reference,
    otp: Code,
    username: Type.Optional(MobileNumberText),
    paymentMode: Type.Optional(Type.Enum(PAYMENT_WORDS)),
  },
  { additionalProperties: false },
)

/** With a `paymentMode` the answer is the bearer token of the PIN flows (MM-3), else the unique code. */
export const verifyOtp = call('verifyOtp', 'Checks a one-time code', Verification, Verified)

export const verifyUser = call('verifyUser', 'Checks a one-time code, under the address of the PIN flows', Verification, Verified)
