import { fillText } from '#shared/fill-text.ts'
import type { Language } from '#shared/language.ts'
import { LOCALES } from '#shared/language.ts'
import type { ContentPackages } from '#portal/content-packages.ts'
import type { Bundle } from '../contract.ts'

type Texts = ContentPackages['recharge-translation']

/** '1 Go + 60 min + 50 SMS': what a bundle gives, in the visitor's units. */
export function benefitsOf(bundle: Bundle, texts: Texts, language: Language): string {
  const figure = (value: number) => new Intl.NumberFormat(LOCALES[language]).format(value)
  const parts = [
    bundle.data === null ? null : `${figure(bundle.data)}\u00a0${dataUnit(bundle.dataUnit, texts)}`,
    bundle.voice === null ? null : `${figure(bundle.voice)}\u00a0${texts.unitMinutes}`,
    bundle.sms === null ? null : `${figure(bundle.sms)}\u00a0${texts.unitSms}`,
  ].filter((part) => part !== null)
  return parts.length > 0 ? parts.join(' + ') : bundle.description
}

/** BUN-3: -1 is without end. */
export function validityOf(bundle: Bundle, texts: Texts): string {
  const { validity: count, validityUnit } = bundle
  if (count === -1) return texts.unlimited
  if (validityUnit === 'hour') return fillText(texts.hours, { count })
  if (validityUnit === 'month') return fillText(count === 1 ? texts.month : texts.months, { count })
  return fillText(count === 1 ? texts.day : texts.days, { count })
}

/** A category or period the operator adds tomorrow is shown as the operator names it. */
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

function dataUnit(unit: string, texts: Texts): string {
  if (unit.toUpperCase() === 'GB') return texts.unitGB
  return unit.toUpperCase() === 'MB' ? texts.unitMB : unit
}
