import { OPERATOR } from '#operator-record'
import { maskCardNumbers } from '#shared/card-numbers.ts'
import { createNumberMask } from '#shared/mask-secrets.ts'

/**
 * Masks what a rehearsal writes down (docs/decisions/0096-money-facts-have-a-source.md): a report is sent to the provider, and passes many
 * hands. Ids of payments and words of the provider stay, because they are what the report is about.
 */
export type ExchangeMask = {
  text(text: string): string
  headers(headers: Headers): Record<string, string>
  /** From now on this value is a secret too. */
  learn(secret: string): void
}

const REMOVED = '•••'

const SECRET_HEADER = /auth|cookie|token|secret|signature|password|passwd|key|hash|credential/i
/** Fields of bodies and addresses, compared without case. */
const SECRET_FIELDS = `access_token refresh_token id_token client_secret secret password passwd passkey pin signature hash api_key apikey
  x-api-key authorization companytoken servicekey private_key access_code authorization_code x-user-credential-1`
  .trim()
  .split(/\s+/)
  .join('|')
const IN_JSON = new RegExp(String.raw`("(?:${SECRET_FIELDS})"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|[^",}\]\s]+)`, 'gi')
const IN_XML = new RegExp(String.raw`(<(${SECRET_FIELDS})(?:\s[^>]*)?>)[^<]*`, 'gi')
const IN_FORM = new RegExp(String.raw`((?:^|[?&\s])(?:${SECRET_FIELDS})=)[^&\s]*`, 'gi')
/** What is signed with our own secret at the end of the addresses that we give away. */
const OUR_MARK = /((?:\/|%2F)(?:notice|callback)(?:\/|%2F)[\w-]+(?:\/|%2F)[A-Z0-9]{12}(?:\/|%2F))[\w-]+/gi
const ADDRESS_OF_MAIL = /[^\s<>"',;:()[\]{}@=&]{1,64}(?:@|%40)[^\s<>"',;:()[\]{}@=&]{1,255}/g
const ISSUED = /"(?:access|refresh|id)_token"\s*:\s*"([^"]{4,})"/gi

const maskNumbers = createNumberMask(OPERATOR.country)

type Given = {
  secrets: readonly string[]
  /** Numbers and accounts that the check was given: masked also inside of longer ids. */ people: readonly string[]
}

export function createExchangeMask({ secrets, people }: Given): ExchangeMask {
  const hidden = new Set(secrets.flatMap(writtenForms))
  let literal: RegExp | null = anyOf(hidden)
  const person = anyOf(new Set(people.filter((one) => one.length >= 4)))

  function learn(secret: string): void {
    for (const form of writtenForms(secret)) hidden.add(form)
    literal = anyOf(hidden)
  }

  function text(given: string): string {
    for (const [, token] of given.matchAll(ISSUED)) if (token !== undefined) learn(token)
    const named = (literal ? given.replace(literal, REMOVED) : given)
      .replace(IN_JSON, `$1"${REMOVED}"`)
      .replace(IN_XML, `$1${REMOVED}`)
      .replace(IN_FORM, `$1${REMOVED}`)
      .replace(OUR_MARK, `$1${REMOVED}`)
      .replace(ADDRESS_OF_MAIL, REMOVED)
    const known = person ? named.replace(person, (found) => `${found.slice(0, 2)}${REMOVED}${found.slice(-2)}`) : named
    return maskNumbers(maskCardNumbers(known))
  }

  return {
    text,
    learn,
    headers: (headers) =>
      Object.fromEntries([...headers].map(([name, value]) => [name, SECRET_HEADER.test(name) ? schemeOf(value) : text(value)])),
  }
}

/** `Bearer •••`: which kind it was. */
function schemeOf(value: string): string {
  const scheme = /^(Basic|Bearer) /i.exec(value)?.[1]
  return scheme ? `${scheme} ${REMOVED}` : REMOVED
}

/** A value as bodies and addresses write it. */
function writtenForms(value: string): string[] {
  const inJson = JSON.stringify(value).slice(1, -1)
  const inXml = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  const inForm = new URLSearchParams({ value }).toString().slice('value='.length)
  const base64 = Buffer.from(value).toString('base64')
  const all = [
    value,
    inJson,
    inXml,
    encodeURIComponent(value),
    inForm,
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(value).toString('hex'),
  ]
  return all.filter((form) => form.length >= 4)
}

/** The longest first: one may be a part of another. */
function anyOf(values: ReadonlySet<string>): RegExp | null {
  if (values.size === 0) return null
  const longestFirst = [...values].toSorted((first, second) => second.length - first.length)
  return new RegExp(longestFirst.map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|'), 'gi')
}
