import type { FastifyInstance } from 'fastify'

export const DPO_API = '/sandbox/dpo/API/v6/'
export const COMPANY_TOKEN = '8D3DA73D-9D7F-4E09-96D4-3D44E7A83EA3'
export const REDIRECT_URL = 'http://localhost:3000/back?ref=1'
export const BACK_URL = 'http://localhost:3000/gave-up'

export type DpoAnswer = { result: string; text: string; field: (name: string) => string }

export async function sendXml(app: FastifyInstance, xml: string, url = DPO_API): Promise<DpoAnswer> {
  const answer = await app.inject({ method: 'POST', url, headers: { 'content-type': 'application/xml' }, payload: xml })
  const field = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(answer.body)?.[1] ?? ''
  return { result: field('Result'), text: answer.body, field }
}

/** Any call but createToken. */
export async function callDpo(app: FastifyInstance, request: string, fields: Record<string, string>): Promise<DpoAnswer> {
  const xml = `<API3G><CompanyToken>${COMPANY_TOKEN}</CompanyToken><Request>${request}</Request>${tags(fields)}</API3G>`
  return sendXml(app, xml, request === 'verifyRefund' ? DPO_API.replace('v6', 'v7') : DPO_API)
}

/** The body of a good createToken for 1 500 F, with what the test changes; undefined leaves a field out. */
export function createTokenXml(
  transaction: Record<string, string | undefined> = {},
  service: Record<string, string | undefined> = {},
): string {
  const fields = {
    PaymentAmount: '1500.00',
    PaymentCurrency: 'XOF',
    CompanyRef: 'REF2345ABCD',
    RedirectURL: REDIRECT_URL,
    BackURL: BACK_URL,
    CompanyRefUnique: '1',
    PTL: '30',
    PTLtype: 'minutes',
    customerEmail: 'amina@example.ne',
    ...transaction,
  }
  const items = { ServiceType: '3854', ServiceDescription: 'Recharge', ServiceDate: '2026/11/15 10:00', ...service }
  return `<?xml version="1.0" encoding="utf-8"?>
<API3G><CompanyToken>${COMPANY_TOKEN}</CompanyToken><Request>createToken</Request>
<Transaction>${tags(fields)}</Transaction><Services><Service>${tags(items)}</Service></Services></API3G>`
}

export async function aDpoToken(app: FastifyInstance, transaction: Record<string, string | undefined> = {}): Promise<string> {
  return (await sendXml(app, createTokenXml(transaction))).field('TransToken')
}

function tags(fields: Record<string, string | undefined>): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return Object.entries(fields)
    .map(([name, value]) => (value === undefined ? '' : `<${name}>${escaped(value)}</${name}>`))
    .join('')
}
