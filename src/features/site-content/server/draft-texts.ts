import type { PackageName } from '../content-packages.ts'

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

/** A package of a language that is a draft: what it may say, over the same package in the operator's first language. */
export function draftOver(first: Fields, name: PackageName, draft: unknown): Fields {
  const aboutMoney = SHOWN_UNCHECKED[name]
  if (!aboutMoney || !isFields(draft)) return first
  return over(first, Object.fromEntries(Object.entries(draft).filter(([key]) => !aboutMoney.includes(key))))
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
