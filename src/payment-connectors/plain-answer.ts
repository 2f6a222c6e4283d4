import type { PlainAnswer } from './payment-connector.ts'
import { readXml } from './xml-text.ts'

type Answer = { status: number; text: string; retryAfter?: string }

/**
 * I20: how to read a response without any known code. Null when it was truncated, or says that our reference is known: a payment may exist
 * then, with any status.
 */
export function plainAnswer({ status, text, retryAfter }: Answer): PlainAnswer | null {
  const body = text.trim()
  if (isCutShort(body) || isKnownAlready(body)) return null
  return { status, code: codeIn(body), retryAfter: retryAfter ?? null }
}

const XML = /^<(?:\?xml|API3G)/i

/** A document that begins and does not end. HTML comes from proxies and contains no payment, complete or not. */
function isCutShort(body: string): boolean {
  if (/^[{[]/.test(body)) return parsed(body) === undefined
  return XML.test(body) && readXml(body) === null
}

function isKnownAlready(body: string): boolean {
  return (XML.test(body) || !body.startsWith('<')) && /duplicate|already/i.test(body)
}

/** Field names in which providers send their codes, for the ledger. */
const CODE_NAMES = ['code', 'errorCode', 'error_code', 'status_code', 'type']
const RECORDABLE = /^[A-Za-z0-9_.-]{1,40}$/

function codeIn(body: string): string | null {
  const fields: Record<string, unknown> = Object(parsed(body))
  const inner: Record<string, unknown> = Object(fields['status'])
  const values = [fields, inner].flatMap((each) => CODE_NAMES.map((name) => each[name]))
  const codes = values.map((value) => (typeof value === 'number' || typeof value === 'string' ? String(value) : ''))
  // 500.001.1001 with its dots would be taken for a phone number and masked.
  return codes.find((code) => RECORDABLE.test(code))?.replaceAll('.', '_') ?? null
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
