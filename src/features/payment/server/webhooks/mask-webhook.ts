import { isCardNumber } from '#shared/card-numbers.ts'
import { maskSecrets } from '#shared/mask-secrets.ts'
import type { Webhook } from '#payment-connectors/payment-connector.ts'

/**
 * Masks webhooks before they are stored. Providers include data that we must not have: email addresses, names, phones, parts of cards, the
 * code that would charge a card again. Data that a person needs later stays: references, amounts, states, times, the provider's own words.
 */

const REMOVED = '•••'
const CUT = '…'
/** Real webhooks are a few kilobytes; anything longer is junk. */
const MAX_CHARACTERS = 8_000
const DEEPEST = 12
const MAX_NAME = 64

/** Names are compared without case, dashes and underscores. */
const SECRETS = namesIn(`
  authorization authorizationcode card cardnumber pan maskedpan bin first6 last4 expmonth expyear expiry expirydate cvv cvc customercredit
  pin otp password signature receiverbankaccountnumber email emailid emailaddress customeremail payeremail ip ipaddress
  firstname lastname fullname customername customerfirstname customerlastname accountname payername client payeurnom
  address customeraddress customercity customerzip`)
/** An object with more than secrets: its fields are masked one by one. */
const MIXED = 'authorization'
const PHONES = namesIn('msisdn payermsisdn phone phonenumber customerphone celphonenum internationalformatphone mobile mobilenumber')
/** Fields with such a name usually have long numbers; these are masked only when they are card numbers. */
const FACTS = /(?:ref|reference|id|token|code|status|state|result|amount|currency|date|time|at|receipt|receiptnumber|accountnumber|fees)$/
const COMPACT = /^[^\s@]{1,80}$/

/** The references that identify a webhook are never masked. */
type Kept = ReadonlySet<string>

/** The body for later analysis by people: a text of bounded length; JSON, XML and forms by their fields, everything else as one piece. */
export function maskBody(body: Buffer, webhook: Webhook): Buffer {
  const text = body.toString('utf8').replaceAll('\0', '\uFFFD')
  const kept = referencesOf(webhook)
  const isXml = /^\uFEFF?\s*</.test(text)
  const masked = isXml ? maskXml(text, kept) : (maskJson(text, kept) ?? maskForm(text, kept) ?? maskText(text.slice(0, MAX_CHARACTERS)))
  return Buffer.from(masked.length > MAX_CHARACTERS ? `${masked.slice(0, MAX_CHARACTERS)}${CUT}` : masked)
}

/** The webhook for a later retry. An unsigned one may have a card number in place of a payment reference. */
export function maskWebhook(webhook: Webhook): Webhook {
  const { trust, seen } = webhook
  const provider = seen.provider && { code: maskText(seen.provider.code), text: maskText(seen.provider.text) }
  const reported = { ...seen, ...(provider && { provider }) }
  const { attempt, providerRef } = webhook
  return {
    ...webhook,
    attempt: { ...attempt, value: maskReference(attempt.value, trust) },
    ...(providerRef !== undefined && { providerRef: maskReference(providerRef, trust) }),
    seen: reported.state === 'paid' ? { ...reported, providerTxnId: maskReference(reported.providerTxnId, trust) } : reported,
  }
}

/** References of all our providers match; any other character means that it is something else. */
const REFERENCE = /^[\w.:|/+=-]{1,200}$/

/** A signed webhook came from the provider, and names a payment as the provider does, also by sixteen digits. */
function isReference(text: string, trust: Webhook['trust']): boolean {
  return REFERENCE.test(text) && (trust === 'signed' || !isCardNumber(text))
}

function maskReference(text: string, trust: Webhook['trust']): string {
  if (isReference(text, trust)) return text
  return isCardNumber(text) ? REMOVED : maskText(text)
}

function referencesOf({ trust, attempt, providerRef, seen }: Webhook): Kept {
  const names = [attempt.value, providerRef, seen.state === 'paid' ? seen.providerTxnId : undefined].filter((name) => name !== undefined)
  return new Set(names.filter((name) => isReference(name, trust)))
}

function maskJson(text: string, kept: Kept): string | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  let room = MAX_CHARACTERS

  function masked(inner: unknown, name: string, depth: number): unknown {
    if (SECRETS.has(name) && inner !== null && !(name === MIXED && typeof inner === 'object')) return REMOVED
    if (room <= 0 || depth > DEEPEST) return CUT
    if (Array.isArray(inner)) return inner.flatMap((each) => (room > 0 ? [masked(each, name, depth + 1)] : []))
    if (typeof inner === 'object' && inner !== null) return maskedFields(inner, depth)
    room -= String(inner).length
    return maskValue(inner, name, kept)
  }

  function maskedFields(object: object, depth: number): object {
    const named = pairName(object)
    const fields = Object.entries(object).flatMap(([field, inner]): [string, unknown][] => {
      if (room <= 0) return []
      room -= field.length
      const name = plainName(field)
      return [[maskText(field.slice(0, MAX_NAME)), masked(inner, named && name === 'value' ? named : name, depth + 1)]]
    })
    return Object.fromEntries(fields)
  }

  return JSON.stringify(masked(value, '', 0))
}

/** `{ "Name": "PhoneNumber", "Value": 22790000001 }`: the first field names the second. */
function pairName(object: object): string | null {
  const [, name] = Object.entries(object).find(([field, value]) => /^(?:name|key)$/i.test(field) && typeof value === 'string') ?? []
  return typeof name === 'string' ? plainName(name) : null
}

/** `name=value&name=value`, as forms send it. */
function maskForm(text: string, kept: Kept): string | null {
  if (!/^[\w.[\]%+-]{1,80}=/.test(text) || /\s/.test(text.trim())) return null
  const fields = [...new URLSearchParams(text.trim().slice(0, MAX_CHARACTERS))].map(([field, value]): [string, string] => {
    const name = plainName(field)
    return [maskText(field.slice(0, MAX_NAME)), SECRETS.has(name) ? REMOVED : String(maskValue(value, name, kept))]
  })
  return new URLSearchParams(fields).toString().replaceAll(encodeURIComponent('•'), '•')
}

const XML_PIECES = /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<(\/?)([A-Za-z_][\w.-]*)[^>]*>|([^<]+)|</g

/** Elements and their texts. Comments, instructions and attributes have no meaning in a webhook. */
function maskXml(text: string, kept: Kept): string {
  const open: string[] = []
  let written = ''
  for (const [, data, slash = '', tag, plain] of text.matchAll(XML_PIECES)) {
    if (written.length > MAX_CHARACTERS) break
    if (tag !== undefined) {
      if (slash) open.pop()
      else open.push(plainName(tag))
      written += `<${slash}${maskText(tag.slice(0, MAX_NAME))}>`
    } else if ((data ?? plain ?? '').trim() !== '') {
      const isSecret = open.some((name) => SECRETS.has(name))
      written += isSecret ? REMOVED : String(maskValue(data ?? plain, open.at(-1) ?? '', kept))
    }
  }
  return written
}

function maskValue(value: unknown, name: string, kept: Kept): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const text = String(value).trim()
  if (kept.has(text)) return value
  if (PHONES.has(name)) return `${REMOVED}${text.slice(-2)}`
  // A larger number has lost its last digits, so a card number could not be recognised any more.
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) return REMOVED
  if (FACTS.test(name) && COMPACT.test(text)) return isCardNumber(text) ? REMOVED : value
  const masked = maskText(text.slice(0, MAX_CHARACTERS))
  return masked === text ? value : masked
}

/** 408408******4081, XXXX-4081, 'ending in 4081': parts of a card are removed, because they have no use here. */
const CARD_PARTS =
  /(?<![0-9*x•#])[0-9]{0,12}[*x•#]{2,20}(?:[ -][*x•#]{2,20}){0,3}[ -]?[0-9]{2,6}|\b(?:ending|ends|terminant|finissant)(?: in| with| par)? [0-9]{2,6}\b/gi

function maskText(text: string): string {
  return maskSecrets(text).replace(CARD_PARTS, REMOVED)
}

function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
