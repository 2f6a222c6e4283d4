import { DARAJA_READINGS } from './daraja-readings.ts'
import {
  among,
  anything,
  list,
  NO_FIELDS,
  record,
  text,
  whole,
  type Call,
  type Message,
  type ProtocolDocument,
} from '../protocol-document.ts'

const LIBRARY = 'mpesa-node-library: src/endpoints'
const SAMPLE = 'LNMOnlineAndroidSample: app/src/main/java/com/myduka/app/api/model'
const RESULTS = "Safaricom's list of results (developer.safaricom.co.ke, in public copies)"

const shortCode = text('600227', { pattern: /^\d{5,7}$/ })
const stamp = text('20261115150000', { pattern: /^\d{14}$/ })
const password = text('x', { pattern: /^[A-Za-z0-9+/]+={0,2}$/ })
const phone = text('22790000001', { pattern: /^\d{9,15}$/ })

const push: Message = {
  source: `${LIBRARY}/lipa-na-mpesa-online.js; ${SAMPLE}/STKPush.java`,
  body: record({
    BusinessShortCode: shortCode,
    Password: password,
    Timestamp: stamp,
    TransactionType: among('CustomerPayBillOnline', 'CustomerBuyGoodsOnline'),
    Amount: whole(1500),
    PartyA: phone,
    PartyB: shortCode,
    PhoneNumber: phone,
    CallBackURL: text('https://portal.example/notice/daraja', { pattern: /^(?!.*[Mm]-?[Pp][Ee][Ss][Aa])/ }),
    AccountReference: text('ABCDEFGH2345', { atMost: 12 }),
    TransactionDesc: text('Recharge', { atMost: 19 }),
  }),
  reliesOn: ['all of it'],
}

const question: Message = {
  source: `${LIBRARY}/lipa-na-mpesa-query.js`,
  body: record({ BusinessShortCode: shortCode, Password: password, Timestamp: stamp, CheckoutRequestID: text('ws_CO_1') }),
  reliesOn: ['all of it'],
}

const RESULT_CODES = [
  '0',
  '1',
  '11',
  '17',
  '26',
  '1001',
  '1019',
  '1025',
  '1031',
  '1032',
  '1037',
  '2001',
  '2028',
  '4999',
  '8006',
  '9999',
] as const
const DESCRIBED = text('in words')
const bearer = record({ authorization: text('Bearer t', { pattern: /^Bearer .+/ }) })

const call = (source: string, path: string, request: Message, answer: string): Call => ({
  source,
  method: 'POST',
  path,
  headers: bearer,
  query: NO_FIELDS,
  request,
  writtenAs: 'json',
  answers: { 200: [answer], 400: ['refusal'], 401: ['refusal'], 404: ['refusal'], 500: ['refusal'] },
})

/** Daraja, M-Pesa's STK push: requests by Safaricom's own libraries, results by its list. */
export const DARAJA: ProtocolDocument = {
  title: 'Daraja (M-Pesa)',
  documents: [`safaricom/${LIBRARY}`, `safaricom/${SAMPLE}`, RESULTS],
  calls: {
    token: {
      source: `${LIBRARY}/oauth.js; ${SAMPLE}/AccessToken.java`,
      method: 'GET',
      path: '/oauth/v1/generate',
      headers: record({ authorization: text('Basic x', { pattern: /^Basic [A-Za-z0-9+/]+={0,2}$/ }) }),
      query: record({ grant_type: among('client_credentials') }),
      request: null,
      writtenAs: 'json',
      answers: { 200: ['token'], 400: ['refusal'] },
    },
    push: call(push.source, '/mpesa/stkpush/v1/processrequest', push, 'pushed'),
    question: call(question.source, '/mpesa/stkpushquery/v1/query', question, 'queried'),
  },
  messages: {
    push,
    question,
    token: {
      source: `${SAMPLE}/AccessToken.java`,
      body: record({ access_token: text('t'), expires_in: text('3599', { pattern: /^\d+$/ }) }),
      reliesOn: ['access_token', 'expires_in'],
    },
    pushed: {
      source: `${LIBRARY}/lipa-na-mpesa-online.js (developer.safaricom.co.ke, stkpush)`,
      body: record(
        { MerchantRequestID: text('1-2-1'), CheckoutRequestID: text('ws_CO_1'), ResponseCode: among('0'), ResponseDescription: DESCRIBED },
        { CustomerMessage: DESCRIBED },
      ),
      reliesOn: ['CheckoutRequestID', 'ResponseCode'],
      decides: 'ResponseCode',
    },
    queried: {
      source: `${LIBRARY}/lipa-na-mpesa-query.js (developer.safaricom.co.ke, stkpushquery); ${RESULTS}`,
      body: record(
        { CheckoutRequestID: text('ws_CO_1'), ResultCode: among(...RESULT_CODES) },
        { ResponseCode: text('0'), ResponseDescription: DESCRIBED, MerchantRequestID: text('1-2-1'), ResultDesc: DESCRIBED },
      ),
      reliesOn: ['CheckoutRequestID', 'ResultCode'],
      decides: 'ResultCode',
    },
    refusal: {
      source: 'developer.safaricom.co.ke, errors of stkpush and stkpushquery',
      body: record({ errorCode: text('400.002.02'), errorMessage: text('Bad Request - Invalid Amount') }, { requestId: text('1-2-1') }),
      reliesOn: ['errorCode', 'errorMessage'],
    },
    callback: {
      source: `developer.safaricom.co.ke, callback of stkpush; ${RESULTS}`,
      body: record({
        Body: record({
          stkCallback: record(
            { MerchantRequestID: text('1-2-1'), CheckoutRequestID: text('ws_CO_1'), ResultCode: whole(0), ResultDesc: DESCRIBED },
            { CallbackMetadata: record({ Item: list(record({ Name: text('Amount') }, { Value: anything(1500) }), 1) }) },
          ),
        }),
      }),
      reliesOn: ['CheckoutRequestID', 'ResultCode', 'CallbackMetadata.Item (Amount)'],
    },
  },
  webhooks: ['callback'],
  readings: DARAJA_READINGS,
}
