import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { internationalNumber, nationalNumber } from '../world/numbers.ts'
import { isPassword, SHORT_CODE } from './daraja-account.ts'

export type DarajaProblem = { httpStatus: 400 | 401 | 404 | 500; errorCode: string; errorMessage: string }

export const WRONG_TOKEN: DarajaProblem = { httpStatus: 401, errorCode: '404.001.03', errorMessage: 'Invalid Access Token' }
export const WRONG_CLIENT: DarajaProblem = { httpStatus: 400, errorCode: '400.008.01', errorMessage: 'Invalid Authentication passed' }
export const WRONG_GRANT: DarajaProblem = { httpStatus: 400, errorCode: '400.008.02', errorMessage: 'Invalid grant type passed' }
export const WRONG_PASSWORD: DarajaProblem = { httpStatus: 500, errorCode: '500.001.1001', errorMessage: 'Wrong credentials' }
/** Also the answer for an unknown id. */
export const BEING_PROCESSED: DarajaProblem = {
  httpStatus: 500,
  errorCode: '500.001.1001',
  errorMessage: 'The transaction is being processed',
}

export type AskedPush = { msisdn: string; amount: number; callbackUrl: string; ourReference: string }
export type ReadPush = { kind: 'read'; value: AskedPush } | { kind: 'refused'; problem: DarajaProblem }

export function readPush(body: unknown): ReadPush {
  const fields = fieldsOf(body)
  const problem = problemOfAccount(fields) ?? problemOfPush(fields)
  if (problem) return { kind: 'refused', problem }
  return {
    kind: 'read',
    value: {
      msisdn: nationalNumber(textOf(fields['PhoneNumber'])) ?? '',
      amount: Number(textOf(fields['Amount'])),
      callbackUrl: textOf(fields['CallBackURL']),
      ourReference: textOf(fields['AccountReference']),
    },
  }
}

/** What the question and the push have in common. */
export function problemOfAccount(fields: Record<string, unknown>): DarajaProblem | null {
  if (textOf(fields['BusinessShortCode']) !== SHORT_CODE) return bad('BusinessShortCode')
  if (!/^\d{14}$/.test(textOf(fields['Timestamp']))) return bad('Timestamp')
  return isPassword(textOf(fields['Password']), textOf(fields['Timestamp'])) ? null : WRONG_PASSWORD
}

function problemOfPush(fields: Record<string, unknown>): DarajaProblem | null {
  const text = (name: string) => textOf(fields[name])
  if (!/^Customer(?:PayBill|BuyGoods)Online$/.test(text('TransactionType'))) return bad('TransactionType')
  if (!/^[1-9]\d{0,8}$/.test(text('Amount'))) return bad('Amount')
  if (!isInternational(text('PartyA'))) return bad('PartyA')
  if (text('PartyB') !== SHORT_CODE) return bad('PartyB')
  if (!isInternational(text('PhoneNumber'))) return bad('PhoneNumber')
  // The provider asks for callback URLs that do not contain its name.
  const callback = URL.parse(text('CallBackURL'))
  if (!/^https?:$/.test(callback?.protocol ?? '') || /m-?pesa|safaricom/i.test(callback?.href ?? '')) return bad('CallBackURL')
  if (!/^.{1,12}$/.test(text('AccountReference'))) return bad('AccountReference')
  return text('TransactionDesc') === '' ? bad('Remarks') : null
}

/** 22790000001: the only form that is taken. */
function isInternational(written: string): boolean {
  const national = nationalNumber(written)
  return national !== null && internationalNumber(national) === written
}

export function bad(field: string): DarajaProblem {
  return { httpStatus: 400, errorCode: '400.002.02', errorMessage: `Bad Request - Invalid ${field}` }
}

export function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}

/** Numbers come as numbers and as texts. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function sendProblem(reply: FastifyReply, { httpStatus, errorCode, errorMessage }: DarajaProblem): FastifyReply {
  return reply.code(httpStatus).send({ requestId: randomUUID(), errorCode, errorMessage })
}
