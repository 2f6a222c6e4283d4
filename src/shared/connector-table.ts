import { OPERATOR } from '#operator-record'
import type { ConnectorRecordOf, PaymentWay } from './connector-record.ts'
import type { ConnectorMode } from './payment-codes.ts'

/**
 * All payment connectors, one record each. Every list of them (ids, gateways, names, addresses, settings) is derived from here
 * (docs/decisions/0049-one-connector-table.md). Data only: browsers may read it.
 */

/** Scripts know no names: a page has them in its texts. */
const { slug, wallet } = OPERATOR.brand
/** As payments.json calls it: a wallet may have another name in each country. */
const named = (id: string, title: string): string => OPERATOR.paymentNames[id] ?? title

/**
 * HUB-1: the payment methods that the hub may show. Several connectors may serve one method.
 */
export const PAYMENT_METHODS = {
  card: { optionType: 'PG', paymentOpt: 'Debit/Credit Card', route: 'card', page: 'card' },
  airtime: { optionType: 'airtime', paymentOpt: 'Airtime', route: 'airtime', page: 'airtime' },
  money: { optionType: 'AM', paymentOpt: wallet, route: `${slug}-money`, page: 'money' },
  mpesa: { optionType: 'mpesa', paymentOpt: 'MPESA', route: 'mpesa', page: 'phone', wantsEmail: true },
  smartcash: { optionType: 'smartcash', paymentOpt: 'SmartCash', route: 'smartcash', page: 'pin' },
  'airtel-money': { optionType: 'airtel-money', paymentOpt: named('airtel-money', 'Airtel Money'), route: 'airtel-money', page: 'phone' },
  pispi: { optionType: 'pispi', paymentOpt: 'PI-SPI', route: 'pispi', page: 'phone' },
} as const satisfies Record<string, PaymentWay>

export type PaymentMethod = keyof typeof PAYMENT_METHODS

/** The routes of the methods whose payers approve on the phone. */
export function phoneRoutes(): string[] {
  return Object.values(PAYMENT_METHODS)
    .filter(({ page }) => page === 'phone')
    .map(({ route }) => route)
}

/** In the order of the operator's payments.json. */
export function waysToPay(): PaymentMethod[] {
  return [...new Set(OPERATOR.payments.filter(isConnectorId).map((id) => CONNECTORS[id].way))]
}

type ConnectorRecord = ConnectorRecordOf<PaymentMethod>

/** By id. Ids are in the database, in URLs that providers know, and in metrics: an id once in use never changes. */
export const CONNECTORS = {
  paystack: {
    name: 'Paystack',
    way: 'card',
    paymentMode: 'PAYMENT_GATEWAY',
    settings: 'paystack',
    checkout: { origin: 'https://checkout.paystack.com', isFramed: true },
    asksPin: false,
    payerProof: 'none',
    resolves: ['query', 'notice'],
    repeat: 'harmless',
    refund: 'partial',
  },
  dpo: {
    name: 'DPO Pay',
    way: 'card',
    paymentMode: 'PAYMENT_GATEWAY',
    settings: 'dpo',
    checkout: { origin: null, isFramed: false },
    asksPin: false,
    payerProof: 'none',
    resolves: ['query', 'notice'],
    repeat: 'harmless',
    refund: 'partial',
  },
  // The company; its product and the protocol are called Tingg.
  cellulant: {
    name: 'Tingg',
    way: 'card',
    paymentMode: 'PAYMENT_GATEWAY',
    settings: 'cellulant',
    checkout: { origin: 'https://checkout.tingg.africa', isFramed: false },
    needsPayerNumber: true,
    asksPin: false,
    payerProof: 'none',
    resolves: ['query', 'notice'],
    repeat: 'harmless',
    refund: 'partial',
  },
  // No webhook, no refund: the bank offers registration, a page and a verification.
  uba: {
    name: 'UBA',
    way: 'card',
    paymentMode: 'PAYMENT_GATEWAY',
    settings: 'uba',
    checkout: { origin: null, isFramed: false },
    asksPin: false,
    payerProof: 'none',
    resolves: ['query'],
    repeat: 'harmless',
    refund: 'none',
  },
  // Hosted page for cards and wallets. It has no call for refunds.
  cinetpay: {
    name: 'CinetPay',
    way: 'card',
    paymentMode: 'PAYMENT_GATEWAY',
    settings: 'cinetpay',
    checkout: { origin: 'https://checkout.cinetpay.com', isFramed: false },
    asksPin: false,
    payerProof: 'none',
    resolves: ['query', 'notice'],
    repeat: 'harmless',
    refund: 'none',
  },
  // The operator's wallet: the payer approves on the phone.
  'money-push': {
    name: wallet,
    way: 'money',
    paymentMode: 'MONEY_PUSH',
    settings: 'money',
    asksOnPhone: true,
    asksPin: false,
    payerProof: 'none',
    resolves: ['query', 'notice'],
    repeat: 'refused',
    refund: 'full',
  },
  // The same wallet: the payer types the PIN here. A start only fetches a key; no money can move before a PIN is sent.
  'money-pin': {
    name: wallet,
    way: 'money',
    paymentMode: 'MONEY',
    settings: 'money',
    asksPin: true,
    payerProof: 'code',
    resolves: ['query', 'notice'],
    repeat: 'harmless',
    refund: 'full',
  },
  smartcash: {
    name: 'SmartCash',
    way: 'smartcash',
    paymentMode: 'SMARTCASH',
    settings: 'smartcash',
    asksPin: true,
    payerProof: 'code',
    resolves: ['query', 'notice'],
    repeat: 'harmless',
    refund: 'full',
  },
  // Its protocol is not idempotent: the same reference twice is two payments.
  mpesa: {
    name: 'M-PESA',
    way: 'mpesa',
    paymentMode: 'MPESA',
    settings: 'mpesa',
    // Safaricom's rules for URLs: without the word M-PESA.
    address: 'daraja',
    asksOnPhone: true,
    hasOtherPayers: true,
    asksPin: false,
    payerProof: 'none',
    resolves: ['query', 'notice'],
    repeat: 'second-payment',
    refund: 'none',
  },
  // A payment has one id of ours; nothing names an amount.
  'airtel-money': {
    name: named('airtel-money', 'Airtel Money'),
    isNamedByOperator: true,
    way: 'airtel-money',
    paymentMode: 'AIRTEL_MONEY',
    settings: 'airtel-money',
    asksOnPhone: true,
    hasOtherPayers: true,
    asksPin: false,
    payerProof: 'none',
    resolves: ['query', 'notice'],
    repeat: 'refused',
    refund: 'full',
  },
  // The central bank's instant payments: any bank or wallet of the union, by a request that the payer approves in its own app.
  pispi: {
    name: 'PI-SPI',
    way: 'pispi',
    paymentMode: 'PISPI',
    settings: 'pispi',
    asksOnPhone: true,
    hasOtherPayers: true,
    asksPin: false,
    payerProof: 'none',
    resolves: ['query', 'notice'],
    repeat: 'refused',
    refund: 'full',
  },
  // The balance of a line.
  airtime: {
    name: null,
    way: 'airtime',
    paymentMode: 'AIR_TIME',
    settings: null,
    asksPin: false,
    payerProof: 'code',
    resolves: ['query'],
    repeat: 'second-payment',
    refund: 'full',
  },
} as const satisfies Record<string, ConnectorRecord>

type Connectors = typeof CONNECTORS

export type ConnectorId = keyof Connectors

/** The connectors of one payment method. */
export type ConnectorOf<Way extends PaymentMethod> = { [Id in ConnectorId]: Connectors[Id]['way'] extends Way ? Id : never }[ConnectorId]

/** Names of the settings records: of card gateways, and of all others. */
export type GatewayName = Connectors[ConnectorOf<'card'>]['settings']
export type WalletName = Exclude<Connectors[ConnectorId]['settings'], GatewayName | null>

export function isConnectorId(id: string): id is ConnectorId {
  return Object.hasOwn(CONNECTORS, id)
}

/** Whether a payment may begin with it here. One that began before is followed to its end all the same. */
export function isOffered(id: ConnectorId): boolean {
  return OPERATOR.payments.includes(id)
}

/** The first wallet here that asks its payer on the phone, so that a menu without secrets can offer it (USSD-4). */
export function walletWithoutPin(): ConnectorId | null {
  return OPERATOR.payments.filter(isConnectorId).find((id) => isAskedOnPhone(CONNECTORS[id].paymentMode)) ?? null
}

/** Names in payments.json for connectors that have one already. */
export function unwantedNames(): string[] {
  const records: Readonly<Record<string, ConnectorRecord>> = CONNECTORS
  return Object.keys(OPERATOR.paymentNames).filter((id) => !records[id]?.isNamedByOperator)
}

export function needsPayerNumber(id: ConnectorId): boolean {
  const record: ConnectorRecord = CONNECTORS[id]
  return record.needsPayerNumber === true
}

/** Whether the payers of a mode approve on the phone. */
export function isAskedOnPhone(mode: ConnectorMode): boolean {
  return recordsOf(mode).some(({ asksOnPhone }) => asksOnPhone)
}

/** Whether the payers of a mode may be customers of another operator. */
export function hasOtherPayers(mode: ConnectorMode): boolean {
  return recordsOf(mode).some((record) => record.hasOtherPayers)
}

function recordsOf(mode: ConnectorMode): ConnectorRecord[] {
  return Object.values<ConnectorRecord>(CONNECTORS).filter(({ paymentMode }) => paymentMode === mode)
}

export function nameInAddresses(id: ConnectorId): string {
  const { address }: ConnectorRecord = CONNECTORS[id]
  return address ?? id
}

/** The id itself is accepted as well: a provider may still have an older URL. */
export function connectorAt(name: string): ConnectorId | null {
  return connectorIds().find((id) => id === name || nameInAddresses(id) === name) ?? null
}

export function connectorIds(): ConnectorId[] {
  return Object.keys(CONNECTORS).filter(isConnectorId)
}

export function connectorsOf<Way extends PaymentMethod>(way: Way): ConnectorOf<Way>[] {
  return connectorIds().filter((id): id is ConnectorOf<Way> => CONNECTORS[id].way === way)
}

/** The facts about a connector before it is connected. */
export type ConnectorFacts = { id: ConnectorId } & Pick<ConnectorRecord, 'paymentMode' | 'payerProof' | 'resolves' | 'repeat' | 'refund'>

export function factsOf(id: ConnectorId): ConnectorFacts {
  const { paymentMode, payerProof, resolves, repeat, refund } = CONNECTORS[id]
  return { id, paymentMode, payerProof, resolves, repeat, refund }
}
