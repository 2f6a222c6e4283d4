import { OPERATOR } from '#operator-record'
import type { Language } from '#shared/language.ts'
import type { PackageName } from '../content-packages.ts'
import { withOperatorWords } from './operator-words.ts'

type Fields = Record<string, unknown>

/** OPR-4: the packages of which a language may show unchecked texts, each without those about money, refunds and PINs. */
const SHOWN_UNCHECKED: Partial<Record<PackageName, readonly string[]>> = {
  'loader-translation': [],
  'orp-translation': ['sandboxBanner', 'keptTitle', 'keptHelp', 'keptWord', 'unexpectedErrorHelp', 'homeBillHint', 'homeBillAmount'],
  'footer-translation': [],
  'website-headers-config': [],
  'website-footer-config': [],
  'places-translation': [],
  'storeLocator-translation': [],
  'network-translation': [],
  'feedback-translation': ['wordsHint'],
  'meta-data-config': [],
}

/** Whether visitors may read an unchecked text of this package. */
export function showsDrafts(name: PackageName): boolean {
  return SHOWN_UNCHECKED[name] !== undefined
}

/** Of such a package, texts of the first level that are read in the first language until a speaker has checked them. */
export function isAboutMoney(name: PackageName, key: string): boolean {
  return SHOWN_UNCHECKED[name]?.includes(key) ?? true
}

type Draft = { name: PackageName; language: Language; draft: unknown }

/**
 * A package of a language that is a draft: what it may say, over the same package in the operator's first language. A text about money is
 * shown when a speaker has checked it as it is, and its source is the one that was checked.
 */
export function draftOver(first: Fields, { name, language, draft }: Draft): Fields {
  const aboutMoney = SHOWN_UNCHECKED[name]
  if (!aboutMoney || !isFields(draft)) return first
  const shown = over(first, Object.fromEntries(Object.entries(draft).filter(([key]) => !aboutMoney.includes(key))))
  const checked = aboutMoney.filter((key) => isChecked({ name, language, key }, { source: first[key], target: draft[key] }))
  return { ...shown, ...Object.fromEntries(checked.map((key) => [key, draft[key]])) }
}

type Place = { name: PackageName; language: Language; key: string }

/** Texts are checked as they are written, and shown in the operator's words; an editor may have replaced either. */
function isChecked({ name, language, key }: Place, { source, target }: { source: unknown; target: unknown }): boolean {
  const pair = OPERATOR.checkedTexts[language]?.get(`${name}/${key}`)
  return pair !== undefined && source === withOperatorWords(pair.source) && target === withOperatorWords(pair.target, language)
}

/** At any depth. */
function over(first: Fields, draft: Fields): Fields {
  const texts = Object.entries(draft).map(([key, text]) => {
    const instead = first[key]
    return [key, isFields(instead) && isFields(text) ? over(instead, text) : text] as const
  })
  return { ...first, ...Object.fromEntries(texts) }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
