import type { ConnectorId } from '#shared/connector-table.ts'
import type { ScriptedAnswer } from '../connector-testing.ts'

/**
 * I20: what a response to a start means for the payer. `way`: there is something to pay with. `refused`: no payment exists. `no`: other
 * methods open at once, and the attempt stays open for the money. `after-prompt`: other methods open when a prompt would be over. `closed`:
 * other methods stay closed.
 */
export type StartVerdict = 'way' | 'refused' | 'no' | 'after-prompt' | 'closed'

export type StartRow = { status: number | null; body: string; verdict: StartVerdict; source: string; answer: ScriptedAnswer }

export type StartTable = { connectors: readonly Exclude<ConnectorId, 'airtime'>[]; page: string; rows: readonly StartRow[] }

const HTML = { 'content-type': 'text/html' }
const I20 = 'I20'
const F26 = 'F26'

const bare = (status: number, body: string, verdict: StartVerdict, answer: string, headers = HTML): StartRow => ({
  status,
  body,
  verdict,
  source: status === 429 ? 'RFC 6585, 4: not acted upon' : I20,
  answer: { status, body: answer, headers },
})

/** A proxy before a provider may send these too; `verdict` is the meaning of a complete response without a way to pay there. */
function fromAnybody(verdict: 'no' | 'after-prompt', throttled: 'no' | 'refused'): StartRow[] {
  return [
    bare(429, 'anything', throttled, '<html>Too many requests</html>', { ...HTML, 'retry-after': '30' } as typeof HTML),
    bare(500, 'nothing', verdict, ''),
    bare(502, 'HTML', verdict, '<html><h1>Bad Gateway</h1></html>'),
    bare(503, 'text', verdict, 'Service Unavailable'),
    bare(504, 'HTML', verdict, '<html><h1>Gateway Time-out</h1></html>'),
    bare(403, 'HTML', verdict, '<html><h1>Forbidden</h1></html>'),
    bare(302, 'nothing', verdict, ''),
    bare(200, 'HTML', verdict, '<!DOCTYPE html><html><body>Login</body></html>'),
    bare(599, 'an unknown status', verdict, '<html></html>'),
    { status: null, body: 'no answer in time, or the connection ends', verdict: 'closed', source: F26, answer: 'hangs up' },
    { status: 200, body: 'cut half way', verdict: 'closed', source: F26, answer: 'stops half way' },
  ]
}

const cut = (body: string): StartRow => ({ status: 200, body: 'half a document', verdict: 'closed', source: F26, answer: { body } })
const row = (status: number, body: string, verdict: StartVerdict, source: string, answer: object | string): StartRow => ({
  status,
  body,
  verdict,
  source,
  answer: { status, body: typeof answer === 'string' ? answer : JSON.stringify(answer) },
})

const api3g = (result: string, words: string, more = '') =>
  `<?xml version="1.0"?><API3G><Result>${result}</Result><ResultExplanation>${words}</ResultExplanation>${more}</API3G>`
const gsmaError = (errorCategory: string, errorCode: string) => ({ errorCategory, errorCode, errorDescription: 'x' })
const tingg = (code: number, words: string, results = {}) => ({ status: { status_code: code, status_description: words }, results })

const PAYSTACK: StartTable = {
  connectors: ['paystack'],
  page: 'docs/protocols/paystack.md',
  rows: [
    row(400, '`message`, refused', 'refused', 'dist/paystack.yaml, responses/Error', { status: false, message: 'Invalid amount' }),
    row(400, '`message` says duplicate', 'closed', 'paystack.com/docs/payments', {
      status: false,
      message: 'Duplicate Transaction Reference',
    }),
    row(500, '`message` says duplicate', 'closed', I20, { status: false, message: 'Duplicate Transaction Reference' }),
    row(500, '`message`', 'no', 'dist/paystack.yaml, responses/Error', { status: false, message: 'Server Error', code: 'api_error' }),
    row(200, '`data` without a page address', 'no', I20, { status: true, message: 'ok', data: {} }),
    row(200, 'another `reference`', 'closed', 'I19', {
      status: true,
      data: { authorization_url: 'https://checkout.paystack.com/x', access_code: 'x', reference: 'ANOTHER' },
    }),
    cut('{"status":true,"data":{"auth'),
    ...fromAnybody('no', 'no'),
  ],
}

const DPO: StartTable = {
  connectors: ['dpo'],
  page: 'docs/protocols/dpo.md',
  rows: [
    row(200, '`Result` 904', 'refused', 'API v6, createToken', api3g('904', 'Currency not supported')),
    row(
      200,
      '`Result` 940: the reference is known and paid',
      'closed',
      'API v6, createToken',
      api3g('940', 'CompanyREF already exists and paid'),
    ),
    row(200, 'an unknown `Result`', 'no', I20, api3g('999', 'Something else')),
    row(200, '`Result` 000 without a token', 'no', I20, api3g('000', 'Transaction created')),
    row(
      200,
      '`Result` 000 with a token',
      'way',
      'API v6, createToken',
      api3g('000', 'ok', '<TransToken>A1B2C3D4-0000-4000-8000-A1B2C3D4E5F6</TransToken>'),
    ),
    cut('<?xml version="1.0"?><API3G><Result>000</Res'),
    ...fromAnybody('no', 'no'),
  ],
}

const TINGG: StartTable = {
  connectors: ['cellulant'],
  page: 'docs/protocols/tingg.md',
  rows: [
    row(400, '`status_code` 1027', 'refused', 'docs.tingg.africa, express request', tingg(1027, 'Invalid amount')),
    row(
      400,
      '`status_description` says duplicate',
      'closed',
      'docs.tingg.africa, express request',
      tingg(1007, 'Duplicate merchant transaction id'),
    ),
    row(200, '`status_code` 500', 'no', I20, tingg(500, 'Failed')),
    row(200, '`status_code` 200 without an address', 'no', I20, tingg(200, 'ok')),
    cut('{"status":{"status_code":200},"results":{"long'),
    ...fromAnybody('no', 'no'),
  ],
}

const UBA: StartTable = {
  connectors: ['uba'],
  page: 'docs/protocols/uba.md',
  rows: [
    row(200, 'a sentence', 'refused', 'second-hand', 'Invalid merchant credentials'),
    row(200, 'a sentence about a duplicate', 'closed', 'second-hand', 'Duplicate reference number'),
    row(200, 'a word without a digit', 'no', I20, 'null'),
    row(200, 'an id', 'way', 'second-hand', '1234567890'),
    ...fromAnybody('no', 'no').filter(({ body, status }) => !(status === 503 && body === 'text')),
  ],
}

const cinetpay = (code: string, message: string, description = '') => ({ code, message, description, data: [] })

const CINETPAY: StartTable = {
  connectors: ['cinetpay'],
  page: 'docs/protocols/cinetpay.md',
  rows: [
    row(400, '`code` 609, 613: key or service', 'refused', 'docs.cinetpay.com, codes', cinetpay('609', 'AUTH_NOT_FOUND')),
    row(400, '`code` 608, 611, 612, 630, 641, 642', 'refused', 'docs.cinetpay.com, codes', cinetpay('641', 'ERROR_AMOUNT_TOO_LOW')),
    row(
      400,
      '`description` says that the id exists',
      'closed',
      I20,
      cinetpay('608', 'MINIMUM_REQUIRED_FIELDS', 'transaction_id already exists'),
    ),
    row(400, '`code` 624: an error of its own', 'no', I20, cinetpay('624', 'UNKNOWN_ERROR')),
    row(200, '`code` 201 without an address', 'no', I20, { code: '201', message: 'CREATED', data: {} }),
    row(200, 'an address elsewhere', 'closed', 'I19', {
      code: '201',
      message: 'CREATED',
      data: { payment_url: 'https://elsewhere.example/x' },
    }),
    cut('{"code":"201","data":{"payment_u'),
    ...fromAnybody('no', 'no'),
  ],
}

const GSMA_PUSH: StartTable = {
  connectors: ['money-push'],
  page: 'docs/protocols/gsma-money.md',
  rows: [
    row(400, 'an error object', 'refused', 'GSMA MM API 1.2, Error', gsmaError('businessRule', 'InsufficientFunds')),
    row(500, 'an error object, not `internal`', 'refused', 'GSMA MM API 1.2, Error', gsmaError('authorisation', 'RequestDeclined')),
    row(500, 'an error object, `internal`', 'after-prompt', 'GSMA MM API 1.2, Error', gsmaError('internal', 'GenericError')),
    row(
      503,
      'an error object, `serviceUnavailable`',
      'after-prompt',
      'GSMA MM API 1.2, Error',
      gsmaError('serviceUnavailable', 'GenericError'),
    ),
    row(409, 'an error object, `DuplicateRequest`', 'closed', 'GSMA MM API 1.2, Error', gsmaError('businessRule', 'DuplicateRequest')),
    row(200, '`{}`', 'after-prompt', I20, {}),
    cut('{"status":"pend'),
    ...fromAnybody('after-prompt', 'refused'),
  ],
}

/** A start only fetches a key: without one nothing can be paid. */
const GSMA_PIN: StartTable = {
  connectors: ['money-pin', 'smartcash'],
  page: 'docs/protocols/gsma-money.md',
  rows: [
    row(400, 'an error object', 'refused', 'GSMA MM API 1.2, Error', gsmaError('identification', 'IdentifierError')),
    row(500, 'an error object', 'no', I20, gsmaError('internal', 'GenericError')),
    row(200, '`{}`', 'no', I20, {}),
    cut('{"key":"'),
    ...fromAnybody('no', 'no'),
  ],
}

const DARAJA: StartTable = {
  connectors: ['mpesa'],
  page: 'docs/protocols/daraja.md',
  rows: [
    row(400, '`errorCode`', 'refused', 'developer.safaricom.co.ke, errors of stkpush', {
      errorCode: '400.002.02',
      errorMessage: 'Invalid Amount',
    }),
    row(500, '`errorCode` 500.001.1001: the line is busy', 'refused', 'developer.safaricom.co.ke, errors of stkpush', {
      errorCode: '500.001.1001',
      errorMessage: 'Unable to lock subscriber, a transaction is already in process',
    }),
    row(500, '`errorCode` 500.003.1001: its own trouble', 'after-prompt', 'developer.safaricom.co.ke, errors of stkpush', {
      errorCode: '500.003.1001',
      errorMessage: 'Internal Server Error',
    }),
    row(500, '`errorMessage` says duplicate', 'closed', I20, {
      errorCode: '500.001.1001',
      errorMessage: 'DuplicateOriginatorConversationID',
    }),
    row(200, '`{}`', 'after-prompt', I20, {}),
    cut('{"CheckoutRequestID":"ws_CO'),
    ...fromAnybody('after-prompt', 'refused'),
  ],
}

const AIRTEL_CODES = 'developers.airtel.africa, error codes'
const airtel = (code: string, message: string) => ({ status: { result_code: code, message, success: false } })

const AIRTEL: StartTable = {
  connectors: ['airtel-money'],
  page: 'docs/protocols/airtel-money.md',
  rows: [
    row(200, '`success`', 'way', 'developers.airtel.africa, USSD Push', {
      data: { transaction: { id: false, status: 'SUCCESS' } },
      status: { code: '200', message: 'SUCCESS', result_code: 'ESB000010', response_code: 'DP00800001006', success: true },
    }),
    row(400, '`result_code` ESB000036: the number', 'refused', AIRTEL_CODES, airtel('ESB000036', 'Invalid MSISDN Length')),
    row(500, '`result_code` ROUTER112: the currency', 'refused', AIRTEL_CODES, airtel('ROUTER112', 'Invalid Currency')),
    row(400, '`result_code` ESB000041: the id is known', 'closed', AIRTEL_CODES, airtel('ESB000041', 'exists')),
    row(400, '`result_code` ESB000008: ambiguous', 'after-prompt', AIRTEL_CODES, airtel('ESB000008', 'Field validation')),
    row(500, '`result_code` ESB000001: ambiguous', 'after-prompt', AIRTEL_CODES, airtel('ESB000001', 'Something went wrong')),
    row(200, 'an unknown code', 'after-prompt', I20, airtel('ESB999999', 'New')),
    row(200, '`{}`', 'after-prompt', I20, {}),
    cut('{"data":{"transaction":{"id'),
    ...fromAnybody('after-prompt', 'refused'),
  ],
}

const pispi = (statut: string, statutRaison?: string) => ({ txId: 'ABCDEFGH2345', statut, statutRaison })
const DOCUMENT = 'PI API Business, POST /demandes-paiements'

const PISPI: StartTable = {
  connectors: ['pispi'],
  page: 'docs/protocols/pispi.md',
  rows: [
    row(200, '`statut` ENVOYE', 'way', DOCUMENT, pispi('ENVOYE')),
    row(200, '`statut` REJETE', 'refused', DOCUMENT, pispi('REJETE', 'BE23')),
    row(200, '`statut` REJETE, DU03: the reference is known', 'closed', DOCUMENT, pispi('REJETE', 'DU03')),
    row(200, '`statut` INITIE: waits for a confirmation', 'after-prompt', I20, pispi('INITIE')),
    row(200, 'another `txId`', 'closed', 'I19', { ...pispi('ENVOYE'), txId: 'ANOTHER' }),
    row(400, 'a problem (RFC 7807)', 'refused', DOCUMENT, { title: 'Bad Request', status: 400 }),
    row(503, 'a problem (RFC 7807)', 'after-prompt', DOCUMENT, { title: 'Service Unavailable', status: 503 }),
    row(200, '`{}`', 'after-prompt', I20, {}),
    cut('{"txId":"ABCD'),
    ...fromAnybody('after-prompt', 'refused'),
  ],
}

export const START_TABLES: readonly StartTable[] = [PAYSTACK, DPO, TINGG, UBA, GSMA_PUSH, GSMA_PIN, DARAJA, AIRTEL, CINETPAY, PISPI]
