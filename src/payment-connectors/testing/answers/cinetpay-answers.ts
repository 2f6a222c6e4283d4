import { createHmac } from 'node:crypto'
import { CINETPAY } from '#tests/protocols/cinetpay/cinetpay-document.ts'
import { cinetpayConnector } from '../../cinetpay/cinetpay.connector.ts'
import { CINETPAY_ANSWERS } from '../../cinetpay/cinetpay.messages.ts'
import { aRequest } from '../connector-testing.ts'
import { answering, asked, BASE_URL as baseUrl, heard, KNOWN, type AnswerCase } from './answer-case.ts'

const SECRET = 's'
const cinetpay = cinetpayConnector({ baseUrl, apiKey: 'k', siteId: '227001', secretKey: SECRET, currency: 'XOF' })
const page = 'docs/protocols/cinetpay.md'

const PAID = { amount: '1500', currency: 'XOF', status: 'ACCEPTED', metadata: KNOWN.ref, operator_id: 'MP1' }
const NOTICE = {
  cpm_site_id: '227001',
  cpm_trans_id: KNOWN.ref,
  cpm_amount: '1500',
  cpm_currency: 'XOF',
  cpm_error_message: 'SUCCES',
}

export const CINETPAY_CASES: readonly AnswerCase[] = [
  {
    page,
    connector: 'cinetpay',
    title: 'answer to `check`',
    table: CINETPAY_ANSWERS.checked,
    document: CINETPAY,
    within: 'data',
    given: { code: '00', message: 'SUCCES', data: PAID },
    as: 'json',
    decides: 'code',
    read: (text) => asked(cinetpay, answering([[/check/, text]])),
  },
  {
    page,
    connector: 'cinetpay',
    title: 'webhook (its signature is checked, and it is a hint)',
    table: CINETPAY_ANSWERS.notice,
    document: CINETPAY,
    within: '',
    given: NOTICE,
    as: 'json',
    decides: 'cpm_error_message',
    read: (text) => heard(cinetpay, signedForm(JSON.parse(text) as Record<string, unknown>)),
  },
]

/** The same fields as a form, signed as CinetPay would. */
function signedForm(fields: Record<string, unknown>) {
  const named = Object.entries(fields).map(([name, value]): [string, string] => [name, textOf(value)])
  const ordered = (CINETPAY.messages['notice']?.body.required ?? []).map((name) => textOf(fields[name]))
  const token = createHmac('sha256', SECRET).update(ordered.join('')).digest('hex')
  return aRequest({ body: new URLSearchParams(named).toString(), headers: { 'x-token': token } })
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
