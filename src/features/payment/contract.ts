import { type Static, Type } from 'typebox'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'
import { OPTION_TYPES, PAYMENT_WORDS } from '#shared/payment-words.ts'
import { reply } from '#shared/reply.ts'
import { RECHARGE_TYPES, TRANSACTION_WORDS } from '#shared/transaction-words.ts'

const TransactionId = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' })
const Text = (maxLength: number) => Type.String({ maxLength })
const Currency = Type.String({ pattern: '^[A-Z]{3}$' })

export const PaymentOption = Type.Object({
  type: Type.Enum(OPTION_TYPES),
  paymentMode: Type.Enum(PAYMENT_WORDS),
  paymentOpt: Type.String({ description: 'The name it is sorted by' }),
  /** The last part of its address below /payment/start/. */
  route: Type.String(),
  gateways: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), isAvailable: Type.Boolean() })),
  isAvailable: Type.Boolean(),
  isSlow: Type.Boolean({ description: 'It works, and makes people wait' }),
})
export type PaymentOption = Static<typeof PaymentOption>

/** MM-2: a request that still waits on a phone; only its own visit sees it. */
const WaitingRequest = Type.Object({ transactionId: TransactionId, payerMobile: Type.String() })
export type WaitingRequest = Static<typeof WaitingRequest>

/** Ours, HUB-6: what this visit has still to pay, or the payment of it that is under way and told of on its own page. */
export const readPendingPayment = {
  ...addressOf('readPendingPayment'),
  schema: {
    summary: 'The newest open purchase of this visit',
    tags: ['transaction'],
    response: {
      200: reply(
        Type.Object({
          purchaseId: Type.Union([TransactionId, Type.Null()]),
          transactionId: Type.Union([TransactionId, Type.Null()], { description: 'While one waits on a phone or is being confirmed' }),
        }),
      ),
    },
  },
} as const satisfies Endpoint

/** API-5: the ways to pay, for a purchase of this kind. */
export const listPaymentOptions = {
  ...addressOf('listPaymentOptions'),
  schema: {
    summary: 'The ways to pay',
    tags: ['transaction'],
    body: Type.Object(
      {
        amount: Type.Integer({ minimum: 1 }),
        mobileNumber: Type.Optional(MobileNumberText),
        subscriberType: Type.Optional(Text(20)),
        rechargeType: Type.Optional(Type.Enum(RECHARGE_TYPES)),
        transactionType: Type.Enum(TRANSACTION_WORDS),
        /** Ours: with it the answer tells of a request that waits for this purchase. */
        purchaseId: Type.Optional(TransactionId),
        currencyCode: Type.Optional(Currency),
      },
      { additionalProperties: false },
    ),
    response: {
      200: reply(
        Type.Object({
          paymentOption: Type.Array(PaymentOption),
          currencies: Type.Array(Type.String(), { description: 'HUB-4: in which it may be paid, its own first' }),
          waiting: Type.Union([WaitingRequest, Type.Null()]),
          email: Type.Union([Type.String(), Type.Null()], { description: 'The address this visit gave last; only with purchaseId' }),
        }),
      ),
    },
  },
} as const satisfies Endpoint

/**
 * API-5: begins a transaction for a purchase. `txnId` is the purchase's id and makes the call idempotent: the same purchase is the
 * same transaction, however often it is sent. Amount and product are the purchase's; a body that says otherwise is refused. HUB-4: with
 * another `currencyCode` the price is converted here, and `convertedAmount` is what the payer was shown.
 */
export const initiateTransaction = {
  ...addressOf('initiateTransaction'),
  schema: {
    summary: 'Begins a transaction',
    tags: ['transaction'],
    body: Type.Object(
      {
        txnId: TransactionId,
        amount: Type.Integer({ minimum: 1 }),
        currencyCode: Type.Optional(Currency),
        convertedAmount: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
        countryCode: Type.Optional(Type.Literal('227')),
        emailId: Type.Optional(Text(254)),
        mobileNumber: Type.Optional(Text(8)),
        productCode: Type.Optional(Text(64)),
        paymentGateway: Type.Optional(Text(20)),
        transactionType: Type.Optional(Type.Enum(TRANSACTION_WORDS)),
        unit: Type.Optional(Text(20)),
        loggedInNumber: Type.Optional(Text(8)),
        accountId: Type.Optional(Text(20)),
        invoiceNumber: Type.Optional(Text(40)),
        accountType: Type.Optional(Type.Literal('ENTERPRISE')),
        paymentMode: Type.Optional(Text(30)),
        uniqueCode: Type.Optional(Text(100)),
        paymentMobile: Type.Optional(Text(8)),
      },
      { additionalProperties: false },
    ),
    response: { 200: reply(Type.Object({ transactionId: TransactionId })) },
  },
} as const satisfies Endpoint

/** API-5, HUB-4: what an amount is in another currency of the country, in units as people write them. */
export const readExchangeRate = {
  ...addressOf('readExchangeRate'),
  schema: {
    summary: 'An amount in another currency',
    tags: ['transaction'],
    querystring: Type.Object(
      { fromCurrency: Currency, toCurrency: Currency, amount: Type.String({ pattern: '^[0-9]{1,12}(\\.[0-9]{1,2})?$' }) },
      { additionalProperties: false },
    ),
    response: { 200: reply(Type.Object({ convertedAmount: Type.Number() })) },
  },
} as const satisfies Endpoint

const Bearer = Type.Object({ authorization: Type.String({ pattern: '^Bearer [A-Za-z0-9_-]{22}$' }) })

/** MM-3, SC-1: begins a payment by PIN. The bearer is what verifying a one-time code opened; the key is the wallet's. */
export const initiateWithPin = {
  ...addressOf('initiateWithPin'),
  schema: {
    summary: 'Begins a payment by PIN; answers the key that the PIN is sealed with in the browser',
    tags: ['transaction'],
    headers: Bearer,
    body: Type.Object(
      {
        txnId: TransactionId,
        amount: Type.Integer({ minimum: 1 }),
        currencyCode: Type.Optional(Type.Literal('XOF')),
        countryCode: Type.Optional(Type.Literal('227')),
        emailId: Type.Optional(Text(254)),
        paymentMode: Text(30),
        paymentMobile: MobileNumberText,
      },
      { additionalProperties: false },
    ),
    response: {
      200: reply(
        Type.Object({
          transactionId: TransactionId,
          /** None when the transaction needs no PIN any more: the status page tells why. */
          encryptionKeyDetails: Type.Union([
            Type.Object({ key: Type.String(), keyId: Type.String(), label: Type.String(), digits: Type.Integer() }),
            Type.Null(),
          ]),
          attemptsLeft: Type.Integer(),
        }),
      ),
    },
  },
} as const satisfies Endpoint

/** MM-1, SC-1: the PIN itself, sealed in the browser. It is relayed and neither opened nor kept. */
export const processWithPin = {
  ...addressOf('processWithPin'),
  schema: {
    summary: 'Pays by a sealed PIN',
    tags: ['transaction'],
    headers: Bearer,
    body: Type.Object(
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
    response: { 200: reply(Type.Object({ transactionId: TransactionId, status: Type.String() })) },
  },
} as const satisfies Endpoint

/** AIR-1: the balance a proven payer could pay with. */
export const readPayerBalance = {
  ...addressOf('readPayerBalance'),
  schema: {
    summary: 'The airtime of the payer, after a one-time code',
    tags: ['transaction'],
    querystring: Type.Object({ tid: TransactionId, paymentMobile: MobileNumberText }, { additionalProperties: false }),
    response: { 200: reply(Type.Object({ balance: Type.Integer(), isEnough: Type.Boolean() })) },
  },
} as const satisfies Endpoint

/** API-5: pays a transaction by one method. */
export const processTransaction = {
  ...addressOf('processTransaction'),
  schema: {
    summary: 'Pays a transaction by one method; answers where the payer must go',
    tags: ['transaction'],
    body: Type.Object(
      {
        transactionId: TransactionId,
        paymentGateway: Type.Optional(Text(20)),
        paymentMode: Text(30),
        isSubscriberRequest: Type.Optional(Type.Boolean()),
        proccessFlag: Type.Optional(Type.Boolean()),
        accountId: Type.Optional(Text(20)),
        accountType: Type.Optional(Type.Literal('ENTERPRISE')),
        paymentMobile: Type.Optional(Text(8)),
      },
      { additionalProperties: false },
    ),
    response: {
      200: reply(
        Type.Object({
          transactionId: TransactionId,
          redirectUrl: Type.Union([Type.String(), Type.Null()]),
          /** CARD-2: lets a browser with script stay on our page; without it `redirectUrl` does. */
          popupAccessCode: Type.Union([Type.String(), Type.Null()]),
          code: Type.Union([Type.Literal('STARTED'), Type.Literal('ALREADY_PROCESSED'), Type.Literal('NOT_STARTED')]),
          status: Type.String(),
        }),
      ),
    },
  },
} as const satisfies Endpoint

const Step = Type.Object({ kind: Type.String(), at: Type.String(), gateway: Type.Union([Type.String(), Type.Null()]) })

/** STAT-4: a transaction as the page shows it. What a stranger with the link must not see is masked or empty. */
export const TransactionDetails = Type.Object({
  status: Type.String(),
  transactionStatus: Type.String(),
  transactionId: TransactionId,
  refTransactionId: Type.String(),
  transactionType: Type.String(),
  paymentMode: Type.String(),
  paymentGateway: Type.String(),
  currencyCode: Type.String(),
  amount: Type.Integer(),
  /** Ours, HUB-4: what was asked for in another currency than the price's. */
  paidIn: Type.Union([Type.Object({ currencyCode: Type.String(), amount: Type.Number() }), Type.Null()]),
  /** Ours, I17: what was paid beyond what was asked, and whether it went back. */
  excess: Type.Union([Type.Object({ currencyCode: Type.String(), amount: Type.Number(), isReturned: Type.Boolean() }), Type.Null()]),
  msisdn: Type.String(),
  mobileNumber: Type.String(),
  accountId: Type.String(),
  invoiceNumber: Type.String(),
  bundleDescription: Type.String(),
  /** Ours, STAT-5: until when an activated bundle is good. */
  bundleEnd: Type.Union([Type.String(), Type.Null()]),
  statusReason: Type.String(),
  /** Ours, GEN-10: the provider's code for a refusal that we have no words of our own for; only for its own visit. */
  reasonCode: Type.String(),
  metaInfo: Type.Object({ leadId: Type.Union([Type.String(), Type.Null()]) }),
  /** Ours: what is true about the money, the steps so far, where RETURN leads. */
  money: Type.String(),
  /** Ours, CARD-4, CARD-5: the payer is back from the gateway's page, and the gateway has heard of no payment so far. */
  left: Type.Union([Type.Literal('cancelled'), Type.Literal('declined'), Type.Null()]),
  /** MM-2: until when a request waits on the payer's phone; only its own visit sees it. */
  approveUntil: Type.Union([Type.String(), Type.Null()]),
  deliverBy: Type.Union([Type.String(), Type.Null()], { description: 'While it is paid and not delivered' }),
  payerMobile: Type.Union([Type.String(), Type.Null()]),
  steps: Type.Array(Step),
  redirectPage: Type.String(),
  /** The purchase, while it is unpaid and may be paid another way; only for its own visit. */
  purchaseToPay: Type.Union([Type.String(), Type.Null()]),
  isFinal: Type.Boolean(),
  isOwner: Type.Boolean(),
})
export type TransactionDetails = Static<typeof TransactionDetails>

export const readStatus = {
  ...addressOf('readStatus'),
  schema: {
    summary: 'The state of a transaction',
    tags: ['transaction'],
    querystring: Type.Object({ tid: TransactionId }, { additionalProperties: false }),
    response: { 200: reply(Type.Object({ status: Type.String(), transactionStatus: Type.String(), transactionId: TransactionId })) },
  },
} as const satisfies Endpoint

export const readTransaction = {
  ...addressOf('readTransaction'),
  schema: {
    summary: 'A transaction with its details',
    tags: ['transaction'],
    querystring: Type.Object(
      { txnId: TransactionId, channel: Type.Optional(Text(20)), pg: Type.Optional(Text(20)), paymentMode: Type.Optional(Text(30)) },
      { additionalProperties: false },
    ),
    response: { 200: reply(TransactionDetails) },
  },
} as const satisfies Endpoint
