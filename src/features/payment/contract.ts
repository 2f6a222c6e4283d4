import { type Static, Type } from 'typebox'
import { CurrencyCode, PriceAmount, PriceCurrency } from '#shared/money-schema.ts'
import { defineCall } from '#calls/define-call.ts'
import { numberLengths } from '#shared/mobile-number.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'
import { OPTION_TYPES, PAYMENT_WORDS } from '#shared/payment-codes.ts'
import { RECHARGE_TYPES, TRANSACTION_WORDS } from '#shared/transaction-codes.ts'
import { COUNTRY } from '#shared/operator.ts'
import { ApprovalBy } from './approval-schema.ts'

const TransactionId = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' })
const OrNull = (options: { description: string }) => Type.Union([Type.String(), Type.Null()], options)
const MAX_DIGITS = Math.max(...numberLengths())
const Text = (maxLength: number) => Type.String({ maxLength })

export const PaymentOption = Type.Object({
  type: Type.Enum(OPTION_TYPES),
  paymentMode: Type.Enum(PAYMENT_WORDS),
  paymentOpt: Type.String({ description: 'The name it is sorted by' }),
  /** Last segment of its address below /payment/start/. */
  route: Type.String(),
  gateways: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), isAvailable: Type.Boolean() })),
  isAvailable: Type.Boolean(),
  isSlow: Type.Boolean({ description: 'It works, and makes people wait' }),
  busyUntil: Type.Optional(Type.String({ description: 'Until when its provider wants no further payment' })),
  closedUntil: Type.Optional(Type.String({ description: 'CON-8: until when the operator offers it to no new payment' })),
})
export type PaymentOption = Static<typeof PaymentOption>

/** MM-2: a request still waiting on a phone; only the visit that made it sees it. */
const WaitingRequest = Type.Object({ transactionId: TransactionId, payerMobile: Type.String() })
export type WaitingRequest = Static<typeof WaitingRequest>

/** API-5: the methods for a purchase of this kind. */
export const listPaymentOptions = defineCall({
  route: 'POST transaction/v1/payment-options',
  alsoAt: ['transaction/payment-options'],
  isRepeatable: true,
  caching: 'private',
  access: 'anyone',
  summary: 'The ways to pay',
  tags: ['transaction'],
  input: Type.Object(
    {
      amount: PriceAmount({ minimum: 1 }),
      mobileNumber: Type.Optional(MobileNumberText),
      subscriberType: Type.Optional(Text(20)),
      rechargeType: Type.Optional(Type.Enum(RECHARGE_TYPES)),
      transactionType: Type.Enum(TRANSACTION_WORDS),
      /** Our extension: the response then includes a request that waits for this purchase. */
      purchaseId: Type.Optional(TransactionId),
      currencyCode: Type.Optional(CurrencyCode),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    paymentOption: Type.Array(PaymentOption),
    currencies: Type.Array(Type.String(), { description: 'HUB-4: in which it may be paid, its own first' }),
    waiting: Type.Union([WaitingRequest, Type.Null()]),
    email: Type.Union([Type.String(), Type.Null()], { description: 'The address this visit gave last; only with purchaseId' }),
  }),
})

/**
 * API-5: begins a transaction for a purchase. `txnId` is the purchase's id and makes the call idempotent: repeated calls for a purchase are
 * one transaction. Amount and product are the purchase's; a body with other values is refused. HUB-4: with another `currencyCode` the price
 * is converted here, and `convertedAmount` is what the payer was shown.
 */
export const initiateTransaction = defineCall({
  route: 'POST transaction/v1/initiate',
  isRepeatable: false,
  caching: 'no-store',
  access: 'anyone',
  summary: 'Begins a transaction',
  tags: ['transaction'],
  input: Type.Object(
    {
      txnId: TransactionId,
      amount: PriceAmount({ minimum: 1 }),
      currencyCode: Type.Optional(CurrencyCode),
      convertedAmount: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
      countryCode: Type.Optional(Type.Literal(COUNTRY.dialCode)),
      emailId: Type.Optional(Text(254)),
      mobileNumber: Type.Optional(Text(MAX_DIGITS)),
      productCode: Type.Optional(Text(64)),
      paymentGateway: Type.Optional(Text(20)),
      transactionType: Type.Optional(Type.Enum(TRANSACTION_WORDS)),
      unit: Type.Optional(Text(20)),
      loggedInNumber: Type.Optional(Text(MAX_DIGITS)),
      accountId: Type.Optional(Text(20)),
      invoiceNumber: Type.Optional(Text(40)),
      accountType: Type.Optional(Type.Literal('ENTERPRISE')),
      paymentMode: Type.Optional(Text(30)),
      uniqueCode: Type.Optional(Text(100)),
      paymentMobile: Type.Optional(Text(MAX_DIGITS)),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ transactionId: TransactionId }),
})

/** API-5, HUB-4: converts an amount to another currency of the country, in major units. */
export const readExchangeRate = defineCall({
  route: 'GET transaction/get/exchange/rate',
  isRepeatable: true,
  caching: 'no-store',
  access: 'anyone',
  summary: 'An amount in another currency',
  tags: ['transaction'],
  input: Type.Object(
    { fromCurrency: CurrencyCode, toCurrency: CurrencyCode, amount: Type.String({ pattern: '^[0-9]{1,12}(\\.[0-9]{1,3})?$' }) },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    convertedAmount: Type.Number(),
    /** Our extension: units of `toCurrency` for one of `fromCurrency`, and when the operator was asked. */
    rate: Type.String(),
    rateAt: Type.String(),
  }),
})

/** MM-3, SC-1: begins a payment by PIN. The bearer token comes from verifying a one-time code; the key is the wallet's. */
export const initiateWithPin = defineCall({
  route: 'POST transaction/v1/auth/initiate',
  isRepeatable: false,
  caching: 'private',
  access: { visitOr: 'no-pending-payment', bearer: true },
  summary: 'Begins a payment by PIN; answers the key that the PIN is sealed with in the browser',
  tags: ['transaction'],
  input: Type.Object(
    {
      txnId: TransactionId,
      amount: PriceAmount({ minimum: 1 }),
      currencyCode: Type.Optional(PriceCurrency),
      countryCode: Type.Optional(Type.Literal(COUNTRY.dialCode)),
      emailId: Type.Optional(Text(254)),
      paymentMode: Text(30),
      paymentMobile: MobileNumberText,
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    transactionId: TransactionId,
    /** None when the transaction needs no PIN any more: the status page says why. */
    encryptionKeyDetails: Type.Union([
      Type.Object({ key: Type.String(), keyId: Type.String(), label: Type.String(), digits: Type.Integer() }),
      Type.Null(),
    ]),
    attemptsLeft: Type.Integer(),
  }),
})

/** MM-1, SC-1: the PIN itself, encrypted in the browser. The server relays it and neither decrypts nor stores it. */
export const processWithPin = defineCall({
  route: 'POST transaction/v1/auth/process',
  isRepeatable: false,
  caching: 'private',
  access: { visitOr: 'no-pending-payment', bearer: true },
  summary: 'Pays by a sealed PIN',
  tags: ['transaction'],
  input: Type.Object(
    {
      transactionId: TransactionId,
      paymentMode: Text(30),
      paymentMobile: MobileNumberText,
      amPin: Type.String({ pattern: '^[A-Za-z0-9+/]{300,700}={0,2}$' }),
      keyId: Text(64),
      isSubscriberRequest: Type.Optional(Type.Boolean()),
      proccessFlag: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ transactionId: TransactionId, status: Type.String() }),
})

/** AIR-1: the airtime balance of a proven payer. */
export const readPayerBalance = defineCall({
  route: 'GET transaction/v1/payer-balance',
  isRepeatable: true,
  caching: 'private',
  access: { visitOr: 'no-pending-payment' },
  summary: 'The airtime of the payer, after a one-time code',
  tags: ['transaction'],
  input: Type.Object({ tid: TransactionId, paymentMobile: MobileNumberText }, { additionalProperties: false }),
  reply: Type.Object({ balance: PriceAmount(), isEnough: Type.Boolean() }),
})

/** API-5: pays a transaction by one method. */
export const processTransaction = defineCall({
  route: 'POST transaction/v1/process',
  isRepeatable: false,
  caching: 'no-store',
  access: { visitOr: 'no-pending-payment' },
  summary: 'Pays a transaction by one method; answers where the payer must go',
  tags: ['transaction'],
  input: Type.Object(
    {
      transactionId: TransactionId,
      paymentGateway: Type.Optional(Text(20)),
      paymentMode: Text(30),
      isSubscriberRequest: Type.Optional(Type.Boolean()),
      proccessFlag: Type.Optional(Type.Boolean()),
      accountId: Type.Optional(Text(20)),
      accountType: Type.Optional(Type.Literal('ENTERPRISE')),
      paymentMobile: Type.Optional(Text(MAX_DIGITS)),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    transactionId: TransactionId,
    redirectUrl: Type.Union([Type.String(), Type.Null()]),
    /** CARD-2: lets a browser with script stay on our page; without script `redirectUrl` is used. */
    popupAccessCode: Type.Union([Type.String(), Type.Null()]),
    code: Type.Union([Type.Literal('STARTED'), Type.Literal('ALREADY_PROCESSED'), Type.Literal('NOT_STARTED')]),
    status: Type.String(),
  }),
})

const Step = Type.Object({ kind: Type.String(), at: Type.String(), gateway: Type.Union([Type.String(), Type.Null()]) })

/** HUB-4: an amount in units of a currency that is not that of the prices. */
const PaidIn = Type.Object({ currencyCode: Type.String(), amount: Type.Number() })
export type PaidIn = Static<typeof PaidIn>

/** STAT-4: a transaction as the page shows it. Fields that a client with only the link must not see are masked or empty. */
export const TransactionDetails = Type.Object({
  status: Type.String(),
  transactionStatus: Type.String(),
  transactionId: TransactionId,
  refTransactionId: Type.String(),
  transactionType: Type.String(),
  paymentMode: Type.String(),
  paymentGateway: Type.String(),
  currencyCode: Type.String(),
  amount: Type.Number(),
  /** Our extension, HUB-4: the requested amount, when its currency is not the price's, and its rate. */
  paidIn: Type.Union([
    Type.Object({
      ...PaidIn.properties,
      rate: Type.String({ description: 'Units for one unit of the price' }),
      rateAt: OrNull({ description: 'When the rate was read; null where it was agreed anew since' }),
    }),
    Type.Null(),
  ]),
  /** Our extension, I17: the amount paid beyond the price, and whether it was refunded. */
  excess: Type.Union([Type.Object({ currencyCode: Type.String(), amount: Type.Number(), isReturned: Type.Boolean() }), Type.Null()]),
  msisdn: Type.String(),
  mobileNumber: Type.String(),
  accountId: Type.String(),
  invoiceNumber: Type.String(),
  bundleDescription: Type.String(),
  productCode: OrNull({ description: 'PAID-2: the bundle in the catalogue' }),
  bundleEnd: OrNull({ description: 'STAT-5: until when an activated bundle is good' }),
  statusReason: Type.String(),
  /** Our extension, GEN-10: the provider's code for a refusal without a text of ours; only for the visit that owns it. */
  reasonCode: Type.String(),
  metaInfo: Type.Object({ leadId: Type.Union([Type.String(), Type.Null()]) }),
  busyUntil: OrNull({ description: 'I20: until when the provider wants no further start; only for its own visit' }),
  /** Our extension: the state of the money, the steps so far, and the target of RETURN. */
  money: Type.String(),
  tellsBySms: Type.Boolean({ description: 'MSG-1: the payer hears by SMS how it goes on' }),
  /** Our extension, CARD-4, CARD-5: the payer is back from the gateway's page, and the gateway reports no payment so far. */
  left: Type.Union([Type.Literal('cancelled'), Type.Literal('declined'), Type.Null()]),
  approveUntil: OrNull({ description: "MM-2: until when a request waits on the payer's phone; only for its own visit" }),
  approveBy: Type.Optional(ApprovalBy),
  deliverBy: Type.Union([Type.String(), Type.Null()], { description: 'While it is paid and not delivered' }),
  payerMobile: Type.Union([Type.String(), Type.Null()]),
  otherWaiting: OrNull({ description: 'A phone on which a request for a purchase paid otherwise still waits; only for its own visit' }),
  steps: Type.Array(Step),
  redirectPage: Type.String(),
  purchaseToPay: OrNull({ description: 'While it is unpaid and may be paid another way; only for its own visit' }),
  isFinal: Type.Boolean(),
  isOwner: Type.Boolean(),
})
export type TransactionDetails = Static<typeof TransactionDetails>

export const readStatus = defineCall({
  route: 'GET transaction/v1/status',
  isRepeatable: true,
  caching: 'no-store',
  access: 'anyone',
  summary: 'The state of a transaction',
  tags: ['transaction'],
  input: Type.Object({ tid: TransactionId }, { additionalProperties: false }),
  reply: Type.Object({ status: Type.String(), transactionStatus: Type.String(), transactionId: TransactionId }),
})

export const readTransaction = defineCall({
  route: 'GET transaction/fetch',
  isRepeatable: true,
  caching: 'private',
  access: 'anyone',
  summary: 'A transaction with its details',
  tags: ['transaction'],
  input: Type.Object(
    { txnId: TransactionId, channel: Type.Optional(Text(20)), pg: Type.Optional(Text(20)), paymentMode: Type.Optional(Text(30)) },
    { additionalProperties: false },
  ),
  reply: TransactionDetails,
})
