import {
  among,
  anything,
  NO_FIELDS,
  orNull,
  record,
  text,
  whole,
  type Call,
  type Fields,
  type Message,
  type ProtocolDocument,
} from '../protocol-document.ts'
import { CINETPAY_READINGS } from './cinetpay-readings.ts'

const PAGES = 'docs.cinetpay.com/api/1.0-en/checkout'
const CODES = 'code table of the Checkout API, as public integrations repeat it'

const reference = text('ABCDEFGH2345')
const currency = among('XOF', 'XAF', 'CDF', 'GNF', 'USD')
const address = text('https://portal.example/r', { pattern: /^https?:\/\// })
const optionalWord = orNull(text('x'))

const payment: Message = {
  source: `${PAGES}/initialisation`,
  body: record(
    {
      apikey: text('k'),
      site_id: text('227001'),
      transaction_id: reference,
      amount: whole(1500),
      currency,
      description: text('Recharge', { pattern: /^[^#/$_&]*$/ }),
      notify_url: address,
      return_url: address,
      channels: text('ALL', { pattern: /^(ALL|MOBILE_MONEY|CREDIT_CARD|WALLET)/ }),
    },
    {
      lang: among('fr', 'en'),
      metadata: reference,
      customer_name: text('Client'),
      customer_surname: text('T'),
      customer_phone_number: text('+22790000001'),
      customer_email: text('x@example.ne'),
      customer_country: text('NE', { pattern: /^[A-Z]{2}$/ }),
    },
  ),
  reliesOn: ['all of it'],
}

const check: Message = {
  source: `${PAGES}/verification`,
  body: record({ apikey: text('k'), site_id: text('227001'), transaction_id: reference }),
  reliesOn: ['all of it'],
}

const shown: Fields = {
  payment_method: orNull(text('OM')),
  description: optionalWord,
  payment_date: optionalWord,
  fund_availability_date: optionalWord,
}
const WAITING = ['623', '662', '663', '664'] as const
const REFUSED = ['600', '602', '604', '606', '627'] as const
/** Ends nothing: the service or a wallet is down. */
const OTHER = ['603', '804'] as const

const answerId = { api_response_id: text('1617808789.7749') }
const envelope = (code: readonly string[], data: Fields, optional: Fields = {}) =>
  record({ code: among(...code), message: text('in words'), data: record(data, optional) }, { description: text('in words'), ...answerId })

const headers = record({ 'user-agent': text('guichet') })
const call = (path: string, request: Message, answers: Call['answers']): Call => ({
  source: request.source,
  method: 'POST',
  path,
  headers,
  query: NO_FIELDS,
  request,
  writtenAs: 'json',
  answers,
})

/** CinetPay Checkout v2. The pages name codes and no HTTP status: a refusal may come with any. */
export const CINETPAY: ProtocolDocument = {
  title: 'CinetPay',
  documents: [`${PAGES}: initialisation, verification, notification, hmac, retour`, CODES],
  calls: {
    payment: call('/v2/payment', payment, { 200: ['created', 'problem'], 400: ['problem'], 403: ['problem'] }),
    check: call('/v2/payment/check', check, {
      200: ['checkedPaid', 'checkedOther', 'problem'],
      400: ['problem'],
      404: ['problem'],
    }),
  },
  messages: {
    payment,
    check,
    created: {
      source: `${PAGES}/initialisation`,
      body: envelope(['201'], { payment_url: text('https://checkout.cinetpay.com/payment/x'), payment_token: text('x') }),
      reliesOn: ['code', 'data.payment_url', 'data.payment_token'],
    },
    problem: {
      source: CODES,
      body: record(
        { code: text('608'), message: text('MINIMUM_REQUIRED_FIELDS') },
        { description: text('in words'), data: anything([]), ...answerId },
      ),
      reliesOn: ['code', 'message', 'description'],
    },
    checkedPaid: {
      source: `${PAGES}/verification`,
      body: envelope(
        ['00'],
        { amount: text('1500'), currency, status: among('ACCEPTED'), metadata: reference },
        { ...shown, operator_id: orNull(text('MP220302.1519')) },
      ),
      reliesOn: ['code', 'data.status', 'data.metadata', 'data.amount', 'data.currency', 'data.operator_id'],
      decides: 'code',
    },
    checkedOther: {
      source: `${PAGES}/verification; ${CODES}`,
      body: envelope(
        [...WAITING, ...REFUSED, ...OTHER],
        {},
        {
          amount: orNull(text('1500')),
          currency: orNull(text('XOF')),
          status: among('REFUSED', 'WAITING_FOR_CUSTOMER'),
          metadata: orNull(reference),
          operator_id: orNull(text('MP220302.1519')),
          ...shown,
        },
      ),
      reliesOn: ['code', 'data.status'],
      decides: 'code',
    },
    notice: {
      source: `${PAGES}/notification and hmac`,
      body: record(
        {
          cpm_site_id: text('227001'),
          cpm_trans_id: reference,
          cpm_trans_date: text('2026-11-15 12:00:00'),
          cpm_amount: text('1500'),
          cpm_currency: currency,
          signature: text('s'),
          payment_method: text('OM'),
          cel_phone_num: text('90000001'),
          cpm_phone_prefixe: text('227'),
          cpm_language: text('fr'),
          cpm_version: text('V4'),
          cpm_payment_config: text('SINGLE'),
          cpm_page_action: text('PAYMENT'),
          cpm_custom: text('ABCDEFGH2345'),
          cpm_designation: text('Recharge'),
          cpm_error_message: text('SUCCES'),
        },
        {},
      ),
      reliesOn: ['cpm_site_id', 'cpm_trans_id', 'cpm_amount', 'cpm_currency', 'cpm_error_message'],
    },
  },
  webhooks: ['notice'],
  webhooksWrittenAs: 'form',
  readings: CINETPAY_READINGS,
}
