import { maskMobileNumber, numberLengths } from '#shared/mobile-number.ts'
import { MONEY } from '#shared/operator.ts'
import { Value } from 'typebox/value'
import type { FormSchema } from '../form-schema.ts'
import { schemaProblems } from './pattern-safety.ts'
import { ConfigData } from '../config-contract.ts'
import { configProblems } from '../config-rules.ts'
import { encodeSms, MAX_SMS_PARTS, septetsOf, toGsmText } from '#shared/gsm-text.ts'
import type { PackageName } from '../content-packages.ts'
import { linkProblems } from './checked-links.ts'
import { PAGE_SHAPES, type PagePackageName } from './package-shapes.ts'

export type Texts = Record<string, string>

const MAX_TEXT = 2000
const MARKUP = /<[a-z/!?]/i

/**
 * What is wrong with a package, in sentences for an editor; an empty list means it may be served.
 * `seed` is the package that ships with the portal: it says which texts exist and which values each may hold.
 */
export function packageProblems(name: PackageName, body: unknown, seed: unknown): string[] {
  const shapeProblems = isPagePackage(name) ? pageProblems(name, body) : textProblems(body, seed)
  const letterProblems = name === 'ussd-translation' ? gsmProblems(body) : []
  return [...shapeProblems, ...letterProblems, ...smsProblems(body), ...markupProblems(body, ''), ...linkProblems(body)]
}

export function isPagePackage(name: PackageName): name is PagePackageName {
  return Object.hasOwn(PAGE_SHAPES, name)
}

function pageProblems(name: PagePackageName, body: unknown): string[] {
  const problems = [...Value.Errors(PAGE_SHAPES[name], body)].slice(0, 10)
  if (problems.length > 0) return problems.map((error) => `${error.instancePath || 'the package'} ${error.message}`)
  if (name === 'hbb-lead-form') return schemaProblems(body as FormSchema)
  return name === 'product-config' && Value.Check(ConfigData, body) ? configProblems(body) : []
}

function textProblems(body: unknown, seed: unknown): string[] {
  if (!isRecord(body) || !isRecord(seed)) return ['the package must be a list of names and texts']
  return Object.entries(body).flatMap(([key, text]) => {
    const original = Object.hasOwn(seed, key) ? seed[key] : undefined
    if (typeof original !== 'string') return [`'${key}' is not a text of this package`]
    if (typeof text !== 'string') return [`'${key}' must be a text`]
    if (text.trim() === '') return [`'${key}' is empty`]
    if (text.length > MAX_TEXT) return [`'${key}' is longer than ${MAX_TEXT} characters`]
    const unknown = placeholders(text).filter((value) => !placeholders(original).includes(value))
    return unknown.map((value) => `'${key}' asks for ${value}, which is not given there`)
  })
}

/** One message: 160 octets of seven bits. */
const MAX_USSD_SEPTETS = 182

/** A phone's menu knows the letters of SMS only: with any other, a screen would hold 80 characters instead of 182. */
function gsmProblems(body: unknown): string[] {
  if (!isRecord(body)) return []
  return Object.entries(body).flatMap(([key, text]) => {
    const strange = typeof text === 'string' ? Array.from(text).filter((letter) => toGsmText(letter) !== letter) : []
    const septets = typeof text === 'string' ? septetsOf(toGsmText(text)) : 0
    if (septets > MAX_USSD_SEPTETS) return [`'${key}' needs ${septets} characters: a phone's menu shows ${MAX_USSD_SEPTETS}`]
    return strange.length > 0 ? [`'${key}' holds ${strange.join(' ')}, which is not in the alphabet of SMS and USSD`] : []
  })
}

export const SMS_TEXT = /^sms(_|$)/
const longest = (texts: readonly string[]) => texts.toSorted((one, other) => other.length - one.length)[0]

/** As long as what is filled into an SMS can get. An answer to a case is measured when it is written. */
export const LONGEST_VALUES: Readonly<Partial<Record<string, string>>> = {
  amount: longest(MONEY.currencies.flatMap(({ full }) => Object.values(full)).map((words) => words.replace('#', '100 000 000,00'))),
  number: maskMobileNumber('0'.repeat(Math.max(...numberLengths()))),
  leadId: 'x'.repeat(40),
  reference: 'GABCDEFGHJKLM',
  answer: 'x'.repeat(150),
  code: '482913',
  purpose: 'x'.repeat(80),
  operator: 'x'.repeat(30),
  state: 'x'.repeat(80),
  link: 'x'.repeat(120),
}

/** MSG-3: a text that is too long is refused when it is loaded, not when the SMS is due. */
function smsProblems(body: unknown): string[] {
  if (!isRecord(body)) return []
  return Object.entries(body).flatMap(([key, text]) => {
    if (!SMS_TEXT.test(key) || typeof text !== 'string') return []
    const { parts } = encodeSms(text.replace(/\{([a-zA-Z]+)\}/g, (found, name: string) => LONGEST_VALUES[name] ?? found))
    return parts > MAX_SMS_PARTS ? [`'${key}' needs ${parts} SMS with the longest values: at most ${MAX_SMS_PARTS} are sent`] : []
  })
}

/** Texts are shown as text: markup in them is a mistake, or worse. */
function markupProblems(value: unknown, path: string): string[] {
  if (typeof value === 'string') return MARKUP.test(value) ? [`${path || 'the package'} holds markup`] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => markupProblems(inner, `${path}/${key}`))
}

export function placeholders(text: string): string[] {
  return [...text.matchAll(/\{[a-zA-Z]+\}/g)].map(([found]) => found)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
