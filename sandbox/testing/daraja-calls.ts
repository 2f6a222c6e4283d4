import type { FastifyInstance } from 'fastify'

export const DARAJA = '/sandbox/daraja'
const CLIENT = `Basic ${Buffer.from('daraja-sandbox-key:daraja-sandbox-secret').toString('base64')}`
const TIMESTAMP = '20261115150000'

export async function askToken(app: FastifyInstance, authorization = CLIENT, grant = 'client_credentials') {
  return app.inject({ url: `${DARAJA}/oauth/v1/generate?grant_type=${grant}`, headers: { authorization } })
}

export async function bearer(app: FastifyInstance): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${(await askToken(app)).json<{ access_token: string }>().access_token}` }
}

const ACCOUNT = {
  BusinessShortCode: 600_227,
  Password: Buffer.from(`600227daraja-sandbox-passkey${TIMESTAMP}`).toString('base64'),
  Timestamp: TIMESTAMP,
}

/** A good push of 1 500 F to 90 00 00 01, with what the test changes. */
export async function push(app: FastifyInstance, { msisdn = '90000001', ...changes }: { msisdn?: string } & Record<string, unknown> = {}) {
  const payload = {
    ...ACCOUNT,
    TransactionType: 'CustomerPayBillOnline',
    Amount: 1500,
    PartyA: `227${msisdn}`,
    PartyB: '600227',
    PhoneNumber: `227${msisdn}`,
    CallBackURL: 'http://localhost:3000/notice/daraja/REF2345ABCDE/mac',
    AccountReference: 'REF2345ABCDE',
    TransactionDesc: 'Recharge',
    ...changes,
  }
  return app.inject({ method: 'POST', url: `${DARAJA}/mpesa/stkpush/v1/processrequest`, headers: await bearer(app), payload })
}

export async function query(app: FastifyInstance, checkoutRequestId: string, changes: object = {}) {
  const payload = { ...ACCOUNT, CheckoutRequestID: checkoutRequestId, ...changes }
  return app.inject({ method: 'POST', url: `${DARAJA}/mpesa/stkpushquery/v1/query`, headers: await bearer(app), payload })
}
