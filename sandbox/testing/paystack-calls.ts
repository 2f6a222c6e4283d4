import type { FastifyInstance } from 'fastify'

export const PAYSTACK = '/sandbox/paystack'
export const RETURN_URL = 'http://localhost:3000/back'
const KEY = { authorization: 'Bearer sk_test_guichet_sandbox' }

export type Started = { access_code: string; reference: string; authorization_url: string }

/** A good initialize of 1 500 F, with what the test changes. */
export async function initialize(app: FastifyInstance, changes: object = {}) {
  const payload = {
    email: 'amina@example.ne',
    amount: 150_000,
    currency: 'XOF',
    reference: 'REF2345ABCD',
    callback_url: RETURN_URL,
    ...changes,
  }
  return app.inject({ method: 'POST', url: `${PAYSTACK}/transaction/initialize`, headers: KEY, payload })
}

export async function aPaystackPayment(app: FastifyInstance, changes: object = {}): Promise<Started> {
  const answer = await initialize(app, changes)
  return answer.json<{ data: Started }>().data
}

export async function verify(app: FastifyInstance, reference = 'REF2345ABCD'): Promise<Record<string, unknown>> {
  const answer = await app.inject({ url: `${PAYSTACK}/transaction/verify/${reference}`, headers: KEY })
  return answer.json<{ data: Record<string, unknown> }>().data
}

export async function askRefund(app: FastifyInstance, payload: object) {
  return app.inject({ method: 'POST', url: `${PAYSTACK}/refund`, headers: KEY, payload })
}

export async function getPaystack(app: FastifyInstance, path: string) {
  return app.inject({ url: `${PAYSTACK}${path}`, headers: KEY })
}
