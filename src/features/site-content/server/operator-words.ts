import { OPERATOR } from '#operator-record'
import { DEFAULT_LANGUAGE, isLanguage } from '#shared/language.ts'
import { formatMobileNumber, numberLengths } from '#shared/mobile-number.ts'
import type { LawRecord, OperatorRecord } from '#shared/operator-record.ts'

type Named = Pick<OperatorRecord, 'brand' | 'country' | 'law' | 'places'>
type Words = Readonly<Partial<Record<string, string>>>

/** What texts in content may say of the operator, as {name}. */
export function operatorWords({ brand, country, law, places }: Named, language: string): Words {
  const { name, isDemonstration: _isDemonstration, ...rest } = brand
  const inside = places.country[language]
  const lengths = numberLengths(country)
  const digits = new Intl.ListFormat(language, { type: 'disjunction' }).format(lengths.toReversed().map(String))
  const example = `${country.mobilePrefixes.at(-1)}0123456789`.slice(0, lengths[0])
  return {
    brand: name,
    ...rest,
    digits,
    example: formatMobileNumber(example, country),
    dialCode: country.dialCode,
    inCountry: inside?.in,
    ofCountry: inside?.of,
    outsideCountry: inside?.outside,
    ...lawWords(law, language),
    // Names of the release before, in texts that editors imported.
    operator: name,
    money: brand.wallet,
  }
}

/** Times of law.json: '{claimsKept}' is '1 year', '{claimTime}' '24 hours'. */
function lawWords({ consentVersion, keptDays, foundPaymentDays, claimAnswerHours }: LawRecord, language: string): Words {
  const time = (unit: string, count: number) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  const kept = Object.entries(keptDays).map(([what, days]) => [
    `${what}Kept`,
    days % 365 === 0 ? time('year', days / 365) : time('day', days),
  ])
  return {
    ...Object.fromEntries(kept),
    foundDays: String(foundPaymentDays),
    claimTime: time('hour', claimAnswerHours),
    consentVersion,
  }
}

const BEFORE_VOWEL: Readonly<Partial<Record<string, readonly [RegExp, string]>>> = {
  fr: [/(?<=(?<!\p{L})(?:d|qu))e $/iu, '’'],
  en: [/(?<=(?<!\p{L})a) $/iu, 'n '],
}

/** 'de {brand}' becomes 'd’Oasis' and 'a {brand} line' 'an Oasis line'. Other placeholders stay: they are filled where a text is used. */
export function fillWords(text: string, words: Words, language: string): string {
  return text.replace(/([^{}]{0,5})\{([a-zA-Z]+)\}/g, (whole, before: string, name: string) => {
    const word = Object.hasOwn(words, name) ? words[name] : undefined
    if (word === undefined) return whole
    const [article, shortened] = (/^[aeiouàâéèêëîïôöùûü]/iu.test(word) && BEFORE_VOWEL[language]) || [/$^/, '']
    return before.replace(article, shortened) + word
  })
}

/** Content with the operator's words, in values and in names. Fields named by a language are in that language. */
export function withOperatorWords(content: unknown, language: string = DEFAULT_LANGUAGE, operator: Named = OPERATOR): unknown {
  const wordsByLanguage = new Map<string, Words>()
  const wordsIn = (tag: string) => {
    const words = wordsByLanguage.get(tag) ?? operatorWords(operator, tag)
    wordsByLanguage.set(tag, words)
    return words
  }
  const filled = (value: unknown, tag: string): unknown => {
    if (typeof value === 'string') return fillWords(value, wordsIn(tag), tag)
    if (Array.isArray(value)) return value.map((each) => filled(each, tag))
    if (typeof value !== 'object' || value === null) return value
    const fields = Object.entries(value)
    return Object.fromEntries(fields.map(([key, inner]) => [fillWords(key, wordsIn(tag), tag), filled(inner, isLanguage(key) ? key : tag)]))
  }
  return filled(content, language)
}
