import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { World } from '../world/world.ts'

export const MONEY = '/sandbox/momo/1.2/mm'
export const SMARTCASH = '/sandbox/smartcash/1.2/mm'

const API_KEYS: Record<string, string> = { [MONEY]: 'money-sandbox-key', [SMARTCASH]: 'smartcash-sandbox-key' }

type Changes = { base?: string; headers?: Record<string, string | undefined>; body?: Record<string, unknown> }

function headersFor(base: string, changes: Record<string, string | undefined> = {}): Record<string, string> {
  const all = { 'x-api-key': API_KEYS[base], 'x-correlationid': randomUUID(), ...changes }
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** A good payment of 1 500 F by 90 00 00 01, with what the test changes. */
export async function pay(app: FastifyInstance, { base = MONEY, headers, body = {} }: Changes = {}) {
  const payload = {
    amount: '1500',
    currency: 'XOF',
    debitParty: [{ key: 'msisdn', value: '+22790000001' }],
    creditParty: [{ key: 'organisationid', value: 'GUICHET' }],
    requestingOrganisationTransactionReference: 'REF2345ABCDE',
    ...body,
  }
  return app.inject({ method: 'POST', url: `${base}/transactions/type/merchantpay`, headers: headersFor(base, headers), payload })
}

export const payer = (msisdn: string) => ({ debitParty: [{ key: 'msisdn', value: `+227${msisdn}` }] })

export async function look(app: FastifyInstance, path: string, base = MONEY) {
  return app.inject({ url: `${base}${path}`, headers: headersFor(base) })
}

export async function askReversal(app: FastifyInstance, reference: string, { headers, body = { type: 'reversal' } }: Changes = {}) {
  const url = `${MONEY}/transactions/${reference}/reversals`
  return app.inject({ method: 'POST', url, headers: headersFor(MONEY, headers), payload: body })
}

export type IssuedKey = { kid: string; key: string; attemptsLeft: number; expiryTime: string; algorithm: string }

export async function askKey(app: FastifyInstance, { base = MONEY, body = {} }: Changes = {}) {
  const payload = { requestingOrganisationTransactionReference: 'REF2345ABCDE', ...payer('90000001'), ...body }
  return app.inject({ method: 'POST', url: `${base}/keys`, headers: headersFor(base), payload })
}

/** Seals as a browser does: RSA-OAEP with SHA-256 and our reference as its label. */
export async function sealed(pin: string, { kid, key }: Pick<IssuedKey, 'kid' | 'key'>, label = 'REF2345ABCDE'): Promise<string> {
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const publicKey = await crypto.subtle.importKey('spki', Buffer.from(key, 'base64'), algorithm, false, ['encrypt'])
  const bytes = await crypto.subtle.encrypt({ name: 'RSA-OAEP', label: Buffer.from(label) }, publicKey, Buffer.from(pin))
  return `${kid}.${Buffer.from(bytes).toString('base64')}`
}

/** Answers the prompt that waits on the phone. */
export async function answerOnPhone(world: World, answer: 'accept' | 'decline', msisdn = '90000001'): Promise<void> {
  const prompt = world.prompts.of(msisdn).find(({ state }) => state === 'waiting')
  await world.prompts.answer(prompt?.id ?? '', answer === 'accept' ? { answer, pin: '1234' } : { answer })
}
