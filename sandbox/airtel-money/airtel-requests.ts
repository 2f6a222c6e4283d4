import type { FastifyReply } from 'fastify'
import { COUNTRY, CURRENCY, OTHER_CURRENCIES } from '../operator.ts'
import { nationalNumber } from '../world/numbers.ts'

export type AirtelProblem = { httpStatus: number; code: string; message: string }

export const UNAUTHORIZED: AirtelProblem = { httpStatus: 401, code: 'ROUTER401', message: 'Invalid access token' }
export const NOT_SIGNED: AirtelProblem = { httpStatus: 403, code: 'DP00800001026', message: 'X-signature and payload did not match' }
export const KNOWN_ALREADY: AirtelProblem = {
  httpStatus: 400,
  code: 'ESB000041',
  message: 'Transaction with External Transaction ID already exists.',
}
export const NO_TRANSACTION: AirtelProblem = {
  httpStatus: 404,
  code: 'ESB000045',
  message: 'No Transaction Found With Provided Transaction Id.',
}
export const NOT_REFUNDABLE: AirtelProblem = { httpStatus: 400, code: 'ESB000011', message: 'Request was Failed' }
export const NO_WALLET: AirtelProblem = { httpStatus: 400, code: 'DP00800001010', message: 'Not registered on Airtel Money' }

const problem = (code: string, message: string): AirtelProblem => ({ httpStatus: 400, code, message })

export type AskedPush = { id: string; msisdn: string; amount: number; currency: string }
export type ReadPush = { kind: 'read'; value: AskedPush } | { kind: 'refused'; problem: AirtelProblem }

export function readPush(body: unknown, headers: Record<string, unknown>): ReadPush {
  const refused = problemOfAccount(headers) ?? problemOfPush(body)
  if (refused) return { kind: 'refused', problem: refused }
  const subscriber = fieldsOf(fieldsOf(body)['subscriber'])
  const transaction = fieldsOf(fieldsOf(body)['transaction'])
  const value = {
    id: String(transaction['id']),
    msisdn: nationalNumber(String(subscriber['msisdn'])) ?? '',
    amount: Number(transaction['amount']),
    currency: String(headers['x-currency']),
  }
  return { kind: 'read', value }
}

/** Country and currency of the account stand in headers. */
export function problemOfAccount(headers: Record<string, unknown>): AirtelProblem | null {
  if (headers['x-country'] !== COUNTRY.code) return problem('ROUTER006', 'Invalid Country')
  return [CURRENCY, ...OTHER_CURRENCIES].some((currency) => currency === headers['x-currency'])
    ? null
    : problem('ROUTER112', 'Invalid Currency')
}

function problemOfPush(body: unknown): AirtelProblem | null {
  const fields = fieldsOf(body)
  const subscriber = fieldsOf(fields['subscriber'])
  const transaction = fieldsOf(fields['transaction'])
  if (typeof fields['reference'] !== 'string' || !/^[A-Za-z0-9 ]{1,64}$/.test(fields['reference']))
    return problem('ROUTER003', 'Missing or invalid reference')
  // The country code is not to be sent.
  const { msisdn } = subscriber
  if (typeof msisdn !== 'string' || nationalNumber(msisdn) !== msisdn) return problem('ESB000036', 'Invalid MSISDN Length')
  const { id, amount } = transaction
  if (typeof id !== 'string' || !/^[A-Za-z0-9]{1,64}$/.test(id)) return problem('ROUTER003', 'Missing or invalid transaction id')
  return typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0 ? null : problem('DP00800001004', 'Invalid Amount')
}

export function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}

/** Codes of the product stand in one field, those of the layers before it in another. */
export function sendProblem(reply: FastifyReply, { httpStatus, code, message }: AirtelProblem): FastifyReply {
  const named = code.startsWith('DP') ? { response_code: code } : { result_code: code }
  return reply.code(httpStatus).send({ status: { code: String(httpStatus), message, ...named, success: false } })
}

export function fine(transaction: object, response_code: string): object {
  return { data: { transaction }, status: { code: '200', message: 'SUCCESS', result_code: 'ESB000010', response_code, success: true } }
}
