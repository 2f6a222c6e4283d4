import { nationalNumber } from '../world/numbers.ts'
import { asGsmText, inParts } from './gsm-alphabet.ts'

export const SMS_USERNAME = 'guichet'
export const SMS_PASSWORD = 'sandbox-sms'
const GLOBAL_SENDER = '300'

export type SmsOrder = {
  /** As requested: digits with country code. */
  to: string
  /** National digits, or null when no such subscriber can exist. */
  msisdn: string | null
  from: string
  /** Whole, as phones show it. */
  text: string
  parts: number
  validityMinutes: number | undefined
  reportMask: number
  reportUrl: string | undefined
}

export type ReadSms = { kind: 'order'; order: SmsOrder } | { kind: 'refused'; status: 400 | 403; reason: string }

/** Reads the query of `/cgi-bin/sendsms` with Kannel's own refusals (gw/smsbox.c). Bytes, because `charset` decides what they mean. */
export function readSendSms(query: string): ReadSms {
  const fields = readFields(query)
  const field = (...names: string[]) => names.map((name) => fields.get(name)?.toString('utf8')).find((value) => value !== undefined)

  const isKnownUser = field('username', 'user') === SMS_USERNAME && field('password', 'pass') === SMS_PASSWORD
  if (!isKnownUser) return { kind: 'refused', status: 403, reason: 'Authorization failed for sendsms' }

  const to = field('to')
  if (to === undefined) return { kind: 'refused', status: 400, reason: 'Missing receiver number, rejected' }
  if (to.trim() === '') return { kind: 'refused', status: 400, reason: 'Empty receiver number not allowed, rejected' }
  if (!/^[0-9+-]+$/.test(to.trim())) {
    return { kind: 'refused', status: 400, reason: 'Number(s) has/have been denied by white- and/or black-lists.' }
  }

  const parts = readParts(fields)
  return {
    kind: 'order',
    order: {
      to: to.trim(),
      msisdn: nationalNumber(to),
      from: field('from') || GLOBAL_SENDER,
      text: parts.join(''),
      parts: parts.length,
      validityMinutes: wholeNumber(field('validity')),
      reportMask: wholeNumber(field('dlr-mask', 'dlrmask')) ?? 0,
      reportUrl: field('dlr-url', 'dlrurl'),
    },
  }
}

function readParts(fields: Map<string, Buffer>): string[] {
  const bytes = fields.get('text') ?? Buffer.alloc(0)
  const isUnicode = fields.get('coding')?.toString() === '2'
  const charset = fields.get('charset')?.toString() ?? (isUnicode ? 'utf-16be' : 'utf-8')
  const text = decode(bytes, charset)
  return isUnicode ? inParts(text, 'unicode') : inParts(asGsmText(text), 'gsm')
}

function decode(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString('latin1') // an unknown charset: Kannel passes the bytes on
  }
}

function readFields(query: string): Map<string, Buffer> {
  const fields = new Map<string, Buffer>()
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const key = decodeBytes(name).toString('utf8')
    if (key !== '' && !fields.has(key)) fields.set(key, decodeBytes(value))
  }
  return fields
}

function decodeBytes(text: string): Buffer {
  const bytes = text.replaceAll('+', ' ').replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
