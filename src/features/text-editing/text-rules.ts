import { encodeSms, MAX_SMS_PARTS, septetsOf, toGsmText } from '#shared/gsm-text.ts'
import type { FieldFacts, Fields, TextFacts, TextProblem } from './edition.ts'

/** One screen of a phone's menu. */
export const MENU_SEPTETS = 182
const MAX_LISTED_SIGNS = 3

/** Controls, marks that turn the direction of writing, and signs without a width: what is read must be what is written. */
const ODD_SIGN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u2028\u2029\u115f\u1160\u3164\uffa0]/gu
const MARKUP = /<[a-z/!?]/i

/** As it is stored: plain blanks, which pages replace by French ones; lines only where they have a meaning. */
export function tidyText(typed: string, { mayBreakLines, kind }: Pick<FieldFacts, 'mayBreakLines' | 'kind'>): string {
  const plain = typed
    .normalize('NFC')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\u00a0\u202f\u2009\t]/g, ' ')
  const inLines = mayBreakLines || kind === 'answer' ? plain : plain.replaceAll('\n', ' ')
  return inLines
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ *\n */g, '\n')
    .trim()
}

export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{[a-zA-Z]+\}/g)].map(([found]) => found))]
}

/** `longest`: of the values that go into an SMS or a menu text. */
type Around = { served: Fields; longest: Values }
type Values = Readonly<Partial<Record<string, string>>>

/** What is wrong with the words of a text, in all languages at once. */
export function textProblems(facts: TextFacts, texts: Fields, { served, longest }: Around): TextProblem[] {
  return facts.fields.flatMap((field) => {
    const text = texts[field.field] ?? ''
    // A language that is not complete yet lacks it still: visitors read the first one.
    if (text === '' && (served[field.field] ?? '') === '') return []
    return fieldProblems(field, { text, served: served[field.field] ?? '', longest })
  })
}

type Words = { text: string; served: string; longest: Values }

function fieldProblems(facts: FieldFacts, { text, served, longest }: Words): TextProblem[] {
  const { field, kind, maxLength, placeholders, isQuoted } = facts
  const say = (problem: TextProblem['kind'], detail = ''): TextProblem => ({ field, kind: problem, detail })
  if (text === '') return [say('empty')]
  // Without a look at the rest: a text of this length is no text.
  if (text.length > maxLength) return [say('too-long', String(maxLength))]
  const named = placeholdersOf(text)
  return [
    ...(isQuoted && text !== served ? [say('quoted')] : []),
    ...oddSigns(text, facts).map((sign) => say('odd-sign', sign)),
    ...(kind !== 'answer' && MARKUP.test(text) ? [say('markup')] : []),
    ...placeholders.filter((name) => !named.includes(name)).map((name) => say('missing-value', name)),
    ...named.filter((name) => !placeholders.includes(name)).map((name) => say('foreign-value', name)),
    ...(kind === 'sms' && smsLength(text, longest).tooLong ? [say('sms-parts', String(MAX_SMS_PARTS))] : []),
    ...(kind === 'ussd' ? menuProblems(text).map(([problem, detail]) => say(problem, detail)) : []),
  ]
}

/** By their number: they cannot be shown. */
function oddSigns(text: string, { mayBreakLines, kind }: FieldFacts): string[] {
  const found = text.match(ODD_SIGN) ?? []
  const odd = found.filter((sign) => !(sign === '\n' && (mayBreakLines || kind === 'answer')))
  return [...new Set(odd)]
    .slice(0, MAX_LISTED_SIGNS)
    .map((sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
}

function menuProblems(text: string): ['menu-sign' | 'menu-screen', string][] {
  const strange = [...new Set(Array.from(text).filter((sign) => sign !== '\n' && toGsmText(sign) !== sign))]
  const septets = septetsOf(toGsmText(text))
  return [
    ...strange.slice(0, MAX_LISTED_SIGNS).map((sign): ['menu-sign', string] => ['menu-sign', sign]),
    ...(septets > MENU_SEPTETS ? [['menu-screen', String(septets)] satisfies ['menu-screen', string]] : []),
  ]
}

export type SmsLength = { parts: number; isPlain: boolean; tooLong: boolean }

/** An SMS with its longest values. */
export function smsLength(text: string, values: Values): SmsLength {
  const { parts, coding } = encodeSms(fillLongest(text, values))
  return { parts, isPlain: coding === 'gsm', tooLong: parts > MAX_SMS_PARTS }
}

export type MenuLength = { septets: number; screens: number }

/** A text of the menu with its longest values; a second screen would be cut off. */
export function menuLength(text: string, values: Values): MenuLength {
  const septets = septetsOf(toGsmText(fillLongest(text, values)))
  return { septets, screens: Math.max(1, Math.ceil(septets / MENU_SEPTETS)) }
}

function fillLongest(text: string, values: Values): string {
  return text.replaceAll(/\{([a-zA-Z]+)\}/g, (found, name: string) => values[name] ?? found)
}

const SHORTEST_ALLOWANCE = 45
const ALLOWED_GROWTH = 1.5
const MAX_PAGE_TEXT = 600

/** How long a text of a page may become: labels stay labels, and a page stays within its bytes. */
export function allowedLength(shippedLengths: readonly number[]): number {
  return Math.min(MAX_PAGE_TEXT, Math.max(SHORTEST_ALLOWANCE, Math.ceil(Math.max(0, ...shippedLengths) * ALLOWED_GROWTH)))
}
