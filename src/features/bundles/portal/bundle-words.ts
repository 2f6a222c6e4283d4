import { fillText } from '#shared/fill-text.ts'
import { unbroken } from '#shared/unbroken.ts'
import { formatNumber } from '#shared/format-number.ts'
import type { Language } from '#shared/language.ts'
import type { BundleTexts } from './bundle-texts.ts'
import type { ShownBundle } from '../contract.ts'
import { WITHOUT_END } from '../rules.ts'
import { unitWords } from '../unit-words.ts'

type Texts = BundleTexts

const SAID_BY_VALIDITY = ['Hour', 'Day', 'Week', 'Month']

/** '1 Go + 60 min + 50 SMS': what a bundle gives, in the visitor's units. */
export function benefitsOf(bundle: ShownBundle, texts: Texts, language: Language): string {
  const counted = (value: number | null | undefined, unit: string) =>
    typeof value === 'number' ? `${formatNumber(value, language)}\u00a0${unit}` : null
  const parts = [
    bundle.data === WITHOUT_END ? texts.unlimitedData : counted(bundle.data, unitWords(bundle.dataUnit ?? '', texts)),
    bundle.voice === WITHOUT_END ? texts.unlimitedVoice : counted(bundle.voice, texts.unitMinutes),
    bundle.sms === WITHOUT_END ? texts.unlimitedSms : counted(bundle.sms, texts.unitSms),
  ].filter((part) => part !== null)
  return parts.length > 0 ? parts.join(' + ') : (bundle.description ?? '')
}

/** 'Réseaux sociaux mois, internet illimité': in a list without columns; a name that says what the bundle gives is enough. */
export function nameWithBenefits(bundle: ShownBundle, texts: Texts, language: Language): string {
  const { name } = bundle
  const benefits = benefitsOf(bundle, texts, language)
  const plain = (text: string) => text.replace(/\s/g, ' ').toLowerCase()
  return plain(name).includes(plain(benefits)) ? name : `${name}, ${benefits.charAt(0).toLowerCase()}${benefits.slice(1)}`
}

/** 'Nuit' of 'Nuit 1 Go': what a name says beyond the benefits and, for the usual periods and none, the validity beside it; empty when nothing. */
export function restOfName({ name, ...bundle }: ShownBundle, texts: Texts, language: Language): string {
  const plain = name.replace(/\s/g, ' ')
  const benefits = benefitsOf({ ...bundle, name }, texts, language).replace(/\s/g, ' ')
  const rest = plain.replace(benefits, '').replace(/ {2,}/g, ' ').trim()
  const isPeriod = SAID_BY_VALIDITY.some((period) => periodName(period, texts).toLowerCase() === rest.toLowerCase())
  return isPeriod || bundle.validity === WITHOUT_END || plain === benefits ? '' : rest
}

/** BUN-3: -1 means unlimited. */
export function validityOf(bundle: ShownBundle, texts: Texts): string {
  const { validity: count, validityUnit } = bundle
  if (count === WITHOUT_END) return texts.unlimited
  if (validityUnit === 'hour') return fillText(texts.hours, { count })
  if (validityUnit === 'month') return fillText(count === 1 ? texts.month : texts.months, { count })
  return count === 1 ? unbroken(texts.day) : fillText(texts.days, { count })
}

/** An unknown category or period is shown by the operator's name. */
export function categoryName(category: string, texts: Texts): string {
  return namedText(texts, `category_${category}`) ?? category
}

export function periodName(period: string, texts: Texts): string {
  return namedText(texts, `period_${period}`) ?? period
}

function namedText(texts: Texts, key: string): string | null {
  const known: Partial<Record<string, string>> = texts
  return known[key] ?? null
}
