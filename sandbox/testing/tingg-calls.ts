import type { FastifyInstance } from 'fastify'

export const TINGG = '/sandbox/tingg'
const API_KEY = { apikey: 'tingg-sandbox-api-key' }
const CLIENT = { client_id: 'guichet', client_secret: 'tingg-sandbox-secret', grant_type: 'client_credentials' }

export async function askToken(app: FastifyInstance, changes: object = {}, headers: Record<string, string> = API_KEY) {
  return app.inject({ method: 'POST', url: `${TINGG}/v1/oauth/token/request`, headers, payload: { ...CLIENT, ...changes } })
}

export async function credentials(app: FastifyInstance): Promise<Record<string, string>> {
  const { access_token } = (await askToken(app)).json<{ access_token: string }>()
  return { ...API_KEY, authorization: `Bearer ${access_token}` }
}

/** A good express request of 1 500 F. */
export const EXPRESS = {
  merchant_transaction_id: 'REF2345ABCD',
  account_number: 'REF2345ABCD',
  msisdn: '22790000001',
  country_code: 'NER',
  currency_code: 'XOF',
  request_amount: 1500,
  service_code: 'GUICHET',
  callback_url: 'http://localhost:3000/callback/REF2345ABCD',
  success_redirect_url: 'http://localhost:3000/done',
  fail_redirect_url: 'http://localhost:3000/failed',
  pending_redirect_url: 'http://localhost:3000/pending',
  customer_email: 'amina@example.ne',
}

export async function express(app: FastifyInstance, changes: object = {}) {
  const payload = { ...EXPRESS, ...changes }
  const headers = await credentials(app)
  return app.inject({ method: 'POST', url: `${TINGG}/v3/checkout-api/checkout-request/express-request`, headers, payload })
}

export async function postTingg(app: FastifyInstance, path: string, payload: object) {
  return app.inject({ method: 'POST', url: `${TINGG}/v3/checkout-api${path}`, headers: await credentials(app), payload })
}

export async function queryTingg(app: FastifyInstance, id = 'REF2345ABCD') {
  const answer = await app.inject({ url: `${TINGG}/v3/checkout-api/query/GUICHET/${id}`, headers: await credentials(app) })
  return answer.json<{ status: { status_code: number }; results: Record<string, unknown> }>()
}

export async function codeOf(app: FastifyInstance, id?: string): Promise<unknown> {
  return (await queryTingg(app, id)).results['request_status_code']
}
