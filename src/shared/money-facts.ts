import { connectorIds, type ConnectorId } from './connector-table.ts'

/**
 * What each connector assumes about its provider where a wrong assumption costs money, each with the source that says so
 * (docs/decisions/0096-money-facts-have-a-source.md). Production refuses a connector with an unverified one unless CONFIRMED_FACTS names it.
 */
export const MONEY_FACT_NAMES = ['amount-unit', 'signature', 'states'] as const

export type MoneyFactName = (typeof MONEY_FACT_NAMES)[number]

/** No document, no observation and no test of the provider's own system says it: the provider has to confirm it first. */
export const UNVERIFIED = 'unverified'

export type MoneyFact = { assumes: string; /** Where it is stated, or UNVERIFIED. */ source: string }

type MoneyFacts = Readonly<Record<MoneyFactName, MoneyFact>>

const UNSIGNED = 'webhooks count as unsigned: they only make us ask'

const GSMA: MoneyFacts = {
  'amount-unit': { assumes: 'text in units of the currency, without zeros at the end', source: 'GSMA Mobile Money API 1.2, amount' },
  signature: { assumes: UNSIGNED, source: 'GSMA Mobile Money API 1.2: signing is optional' },
  states: {
    assumes: 'completed is paid, reversed is given back, failed is final; any other word goes to review',
    source: 'GSMA Mobile Money API 1.2, transactionStatus; words of one wallet: its STATUS_WORDS',
  },
}

export const MONEY_FACTS: Readonly<Record<ConnectorId, MoneyFacts>> = {
  paystack: {
    'amount-unit': { assumes: 'hundredths in every currency, also in one without decimals', source: "Paystack's WooCommerce plugin" },
    signature: {
      assumes: 'x-paystack-signature is the HMAC-SHA512 of the whole body with the secret key',
      source: 'paystack.com/docs/payments/webhooks',
    },
    states: { assumes: 'success is paid, failed is final, reversed is given back', source: 'PaystackOSS/openapi, VerifyResponse' },
  },
  dpo: {
    'amount-unit': { assumes: 'units of the currency, at most two decimals', source: 'DPO Pay API wiki, version 6, createToken' },
    signature: { assumes: UNSIGNED, source: 'DPO Pay API wiki, version 6, push' },
    states: {
      assumes: '000 is paid, 002 is paid with another amount, 901 and 904 are final',
      source: 'DPO Pay API wiki, version 6, verifyToken',
    },
  },
  cellulant: {
    'amount-unit': { assumes: 'units of the currency', source: 'docs.tingg.africa, Checkout 3.0, express request' },
    signature: { assumes: UNSIGNED, source: 'docs.tingg.africa, Checkout 3.0, callback' },
    states: {
      assumes: '178, 183 and 188 are paid, 129 and 179 are over, 186 and 187 are given back',
      source: 'docs.tingg.africa, Checkout 3.0, status codes',
    },
  },
  uba: {
    'amount-unit': { assumes: '`total` is in units of the currency', source: UNVERIFIED },
    signature: { assumes: 'nothing is signed: there is no webhook, only our own question', source: 'six public integrations agree' },
    states: { assumes: '`Approved Transaction` is paid; all other words end nothing that was paid', source: UNVERIFIED },
  },
  cinetpay: {
    'amount-unit': { assumes: 'whole units of the currency, in steps of 5', source: 'docs.cinetpay.com, checkout/initialisation' },
    signature: {
      assumes: 'x-token is the HMAC-SHA256 of 16 joined fields; a signed webhook only makes us ask',
      source: 'docs.cinetpay.com, checkout/hmac',
    },
    states: {
      assumes: '00 with ACCEPTED and our `metadata` is paid; 600, 602, 604, 606, 627 and REFUSED are over',
      source: UNVERIFIED,
    },
  },
  'money-push': GSMA,
  'money-pin': GSMA,
  smartcash: GSMA,
  mpesa: {
    'amount-unit': { assumes: 'whole units of the currency', source: 'Daraja, STK push: observed on the live system (nkap)' },
    signature: { assumes: UNSIGNED, source: 'Daraja, STK push: observed on the live system (nkap)' },
    states: {
      assumes: 'ResultCode 0 is paid, 1032 is cancelled, 1 and 2001 are final, 4999 is open',
      source: 'Daraja, STK push query: observed on the live system (nkap)',
    },
  },
  airtime: {
    'amount-unit': { assumes: 'units of the currency', source: 'TMF654, Quantity' },
    signature: { assumes: 'nothing is signed: there is no webhook, only our own question', source: 'TMF654' },
    states: { assumes: 'a completed adjustment is paid; others are asked again', source: 'TMF654, adjustment status' },
  },
  'airtel-money': {
    'amount-unit': { assumes: 'whole units of the currency, as a number', source: UNVERIFIED },
    signature: { assumes: UNSIGNED, source: 'developers.airtel.africa, callback without authentication, in public copies' },
    states: {
      assumes: 'TS is paid, TF and TE are over, TIP and TA are open; TR is given back',
      source: 'developers.airtel.africa, transaction enquiry, in public copies that agree (TR: of another product)',
    },
  },
  pispi: {
    'amount-unit': { assumes: '`montant` is in the unit that PISPI_AMOUNT_UNIT says; examples and libraries disagree', source: UNVERIFIED },
    signature: {
      assumes: 'X-Signature is the HMAC-SHA256 of the whole body, in hex or base64; a signed webhook only makes us ask',
      source: UNVERIFIED,
    },
    states: {
      assumes: 'IRREVOCABLE is paid, REJETE and ANNULE are final; a return of funds is done when it is IRREVOCABLE',
      source: 'PI API Business, OpenAPI 1.0.0, DemandePaiementStatut and RetourStatut',
    },
  },
}

/** One fact of one connector, as CONFIRMED_FACTS names it. */
export function nameOfFact(id: ConnectorId, fact: MoneyFactName): string {
  return `${id}:${fact}`
}

/** The facts of these connectors that their provider has to confirm. */
export function unverifiedFacts(ids: readonly ConnectorId[] = connectorIds()): string[] {
  return ids.flatMap((id) =>
    MONEY_FACT_NAMES.filter((fact) => MONEY_FACTS[id][fact].source === UNVERIFIED).map((fact) => nameOfFact(id, fact)),
  )
}
