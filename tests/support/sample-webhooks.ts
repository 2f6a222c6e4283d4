import { createHmac } from 'node:crypto'
import type { ConnectorInfo, PaymentConnector, RawRequest } from '#payment-connectors/payment-connector.ts'
import { connectProviders } from '../../src/composition/payment-providers.ts'
import { readSettings } from '../../src/settings/settings.ts'

/** Data in webhooks that must not be stored. */
export const CARD = '4084084084084081'
export const EMAIL = 'amina.moussa@example.ne'
export const PAYER_NAME = 'Amina Moussa'
export const PHONE = '22790123456'

export type SampleWebhook = { connector: ConnectorInfo['id']; body: string; contentType: string; headers?: Record<string, string> }

const { gateways, wallets } = readSettings({})
export const CONNECTORS: ReadonlyMap<ConnectorInfo['id'], PaymentConnector> = connectProviders(gateways, wallets)

export function signedByPaystack(body: string): Record<string, string> {
  return {
    'x-paystack-signature': createHmac('sha512', gateways.paystack?.secretKey ?? '')
      .update(body)
      .digest('hex'),
  }
}

function signedByPispi(body: string): Record<string, string> {
  return {
    'x-signature': createHmac('sha256', wallets.pispi?.webhookSecret ?? '')
      .update(body)
      .digest('hex'),
  }
}

/** Over the values in the order of the form. */
function signedByCinetpay(body: string): Record<string, string> {
  return {
    'x-token': createHmac('sha256', gateways.cinetpay?.secretKey ?? '')
      .update([...new URLSearchParams(body).values()].join(''))
      .digest('hex'),
  }
}

const SIGNATURES: Readonly<Partial<Record<ConnectorInfo['id'], (body: string) => Record<string, string>>>> = {
  paystack: signedByPaystack,
  pispi: signedByPispi,
  cinetpay: signedByCinetpay,
}

/** The same webhook with another body, signed as its provider signs. */
export function withBody(sample: SampleWebhook, body: string): SampleWebhook {
  const headers = SIGNATURES[sample.connector]?.(body)
  return { ...sample, body, ...(headers && { headers }) }
}

const JSON_TYPE = 'application/json'

/** One webhook of each provider in its documented format, with all personal data that it may contain. */
export function sampleWebhooks(ref: string): SampleWebhook[] {
  return [
    paystackCharge(ref),
    paystackRefund(ref),
    dpoPush(ref),
    cellulantCallback(ref),
    mpesaCallback(),
    gsmaTransaction(ref),
    gsmaError(),
    pispiEvents(ref),
    cinetpayNotice(ref),
  ]
}

export function paystackCharge(ref: string, id = 4099260516): SampleWebhook {
  const body = JSON.stringify({
    event: 'charge.success',
    data: {
      id,
      domain: 'live',
      status: 'success',
      reference: ref,
      amount: 150_000,
      message: `paid with ${CARD} by ${EMAIL}`,
      gateway_response: 'Approved',
      paid_at: '2026-11-15T10:00:00.000Z',
      created_at: '2026-11-15T09:59:00.000Z',
      channel: 'card',
      currency: 'XOF',
      ip_address: '41.138.32.10',
      metadata: { custom_fields: [{ display_name: 'Card', value: CARD }] },
      fees: 2250,
      authorization: {
        authorization_code: 'AUTH_8dfhjjdt',
        bin: '408408',
        last4: '4081',
        exp_month: '12',
        exp_year: '2030',
        channel: 'card',
        card_type: 'visa',
        bank: 'TEST BANK',
        country_code: 'NE',
        brand: 'visa',
        reusable: true,
        signature: 'SIG_idyuhgd87dUYSHO92D',
        account_name: PAYER_NAME,
      },
      customer: {
        id: 181873746,
        first_name: 'Amina',
        last_name: 'Moussa',
        email: EMAIL,
        customer_code: 'CUS_xnxdt6s1zg1f4nx',
        phone: `+${PHONE}`,
      },
      log: { history: [{ type: 'action', message: 'Attempted to pay with card ending 4081', time: 4 }] },
    },
  })
  return { connector: 'paystack', body, contentType: JSON_TYPE, headers: signedByPaystack(body) }
}

function paystackRefund(ref: string): SampleWebhook {
  const body = JSON.stringify({
    event: 'refund.processed',
    data: {
      status: 'processed',
      transaction_reference: ref,
      refund_reference: 'TRF_132bbc9c1a0d',
      amount: '150000',
      currency: 'XOF',
      customer: { first_name: 'Amina', last_name: 'Moussa', email: EMAIL },
    },
  })
  return { connector: 'paystack', body, contentType: JSON_TYPE, headers: signedByPaystack(body) }
}

export function dpoPush(ref: string): SampleWebhook {
  const fields = {
    Result: '000',
    ResultExplanation: 'Transaction Paid',
    CustomerName: PAYER_NAME,
    CustomerCredit: '4081',
    CustomerCreditType: 'Visa',
    TransactionApproval: '938204312',
    TransactionCurrency: 'XOF',
    TransactionAmount: '1500.00',
    FraudAlert: '000',
    FraudExplnation: `Genuine, card 408408******4081 of ${EMAIL}`,
    TransactionNetAmount: '1500.00',
    TransactionSettlementDate: '2026/11/17',
    CustomerPhone: PHONE,
    CustomerCountry: 'Niger',
    CustomerAddress: 'Rue du Fleuve 4',
    CustomerCity: 'Niamey',
    CustomerZip: '8001',
    TransactionToken: '72983CAC-5DB1-4C7F-BD88-352066B71592',
    TransactionRef: 'R4A5B6C7D8',
    CompanyRef: ref,
  }
  const inside = Object.entries(fields).map(([name, text]) => `<${name}>${text}</${name}>`)
  return {
    connector: 'dpo',
    body: `<?xml version="1.0" encoding="utf-8"?><!-- ${CARD} --><API3G kind="${CARD}">${inside.join('')}<Note><![CDATA[${CARD}]]></Note></API3G>`,
    contentType: 'application/xml',
  }
}

export function cellulantCallback(ref: string, changes: object = {}): SampleWebhook {
  const body = JSON.stringify({
    checkout_request_id: 32415867,
    merchant_transaction_id: ref,
    request_amount: 1500,
    account_number: ref,
    currency_code: 'XOF',
    amount_paid: 1500,
    service_code: 'GUICHET',
    request_date: '2026-11-15 10:00:00',
    request_status_code: '178',
    request_status_description: 'Request fully paid',
    msisdn: PHONE,
    payments: [
      {
        customer_name: PAYER_NAME,
        account_number: ref,
        cpg_transaction_id: '9120847561023',
        payer_client_code: 'CARD',
        payer_client_name: 'Card ending 4081',
        amount_paid: 1500,
        date_payment_received: '2026-11-15 10:01:00',
        msisdn: Number(PHONE),
        payer_transaction_id: 'PT-5512',
        payer_narration: `CARD ${CARD} ${EMAIL}`,
      },
    ],
    ...changes,
  })
  return { connector: 'cellulant', body, contentType: JSON_TYPE }
}

export function mpesaCallback(): SampleWebhook {
  const body = JSON.stringify({
    Body: {
      stkCallback: {
        MerchantRequestID: '29115-34620561-1',
        CheckoutRequestID: 'ws_CO_191220191020363925',
        ResultCode: 0,
        ResultDesc: `The service request is processed successfully for ${EMAIL}.`,
        CallbackMetadata: {
          Item: [
            { Name: 'Amount', Value: 1500 },
            { Name: 'MpesaReceiptNumber', Value: 'NLJ7RT61SV' },
            { Name: 'Balance' },
            { Name: 'TransactionDate', Value: 20261115100115 },
            { Name: 'PhoneNumber', Value: Number(PHONE) },
            { Name: 'Card', Value: Number(CARD) },
          ],
        },
      },
    },
  })
  return { connector: 'mpesa', body, contentType: JSON_TYPE }
}

function gsmaTransaction(ref: string): SampleWebhook {
  const body = JSON.stringify({
    transactionReference: 'MP4F2A9C11D0',
    transactionStatus: 'completed',
    amount: '1500',
    currency: 'XOF',
    type: 'merchantpay',
    debitParty: [
      { key: 'msisdn', value: `+${PHONE}` },
      { key: 'emailaddress', value: EMAIL },
    ],
    creditParty: [{ key: 'organisationid', value: 'GUICHET' }],
    requestingOrganisationTransactionReference: ref,
    senderKyc: { subjectName: { fullName: PAYER_NAME }, emailAddress: EMAIL, idDocument: [{ idNumber: CARD }] },
    descriptionText: `paid by ${EMAIL} with ${CARD}`,
    creationDate: '2026-11-15T10:00:00.000Z',
  })
  return { connector: 'money-push', body, contentType: JSON_TYPE }
}

function gsmaError(): SampleWebhook {
  const body = JSON.stringify({
    errorCategory: 'businessRule',
    errorCode: 'genericError',
    errorDescription: `the wallet of ${EMAIL} said no to ${CARD}`,
    errorDateTime: '2026-11-15T10:00:00.000Z',
    errorParameters: [{ key: 'msisdn', value: `+${PHONE}` }],
  })
  return { connector: 'smartcash', body, contentType: JSON_TYPE }
}

/** The webhook as its connector reads it, on the signed address of this reference. */
export function requestOf({ connector, body, headers = {} }: SampleWebhook, ref: string): RawRequest {
  return {
    method: 'POST',
    path: `/orp/bfe/api/portal-service/transaction/v1/notice/${connector}/${ref}/${'m'.repeat(22)}`,
    query: new URLSearchParams(),
    headers: new Headers(headers),
    body: Buffer.from(body),
  }
}

function pispiEvents(ref: string): SampleWebhook {
  const event = {
    evCode: 'PAIEMENT_RECU',
    evDate: '2026-11-15T10:00:00.000Z',
    txId: ref,
    end2endId: 'ENEB00120261115100000ABCDEFGHIJKLMN',
    montant: 1500,
    client: PAYER_NAME,
    motif: `paid by ${EMAIL}`,
  }
  return withBody({ connector: 'pispi', body: '', contentType: JSON_TYPE }, JSON.stringify({ data: [event], meta: { total: 1 } }))
}

function cinetpayNotice(ref: string): SampleWebhook {
  const form = new URLSearchParams({
    cpm_site_id: gateways.cinetpay?.siteId ?? '',
    cpm_trans_id: ref,
    cpm_trans_date: '2026-11-15 10:00:00',
    cpm_amount: '1500',
    cpm_currency: 'XOF',
    signature: 'SIG_idyuhgd87dUYSHO92D',
    payment_method: 'OM',
    cel_phone_num: PHONE.slice(3),
    cpm_phone_prefixe: '227',
    cpm_language: 'fr',
    cpm_version: 'V4',
    cpm_payment_config: 'SINGLE',
    cpm_page_action: 'PAYMENT',
    cpm_custom: ref,
    cpm_designation: `Recharge by ${EMAIL}`,
    cpm_error_message: 'SUCCES',
  })
  return withBody({ connector: 'cinetpay', body: '', contentType: 'application/x-www-form-urlencoded' }, form.toString())
}
