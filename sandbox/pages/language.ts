import { amountPattern, COUNTRY, CURRENCY, DEFAULT_LANGUAGE } from '../operator.ts'

export type Language = 'fr' | 'en'

const TIME_ZONE = COUNTRY.timeZone
const LOCALES = { fr: 'fr-FR', en: 'en-GB' } as const

export function languageOf(query: unknown): Language {
  const asked = (query as { lang?: unknown } | undefined)?.lang
  return asked === 'fr' || asked === 'en' ? asked : DEFAULT_LANGUAGE
}

/** A link that stays in the language of the page. */
export function linkTo(path: string, lang: Language, query: Record<string, string> = {}): string {
  const parameters = new URLSearchParams(lang === DEFAULT_LANGUAGE ? query : { ...query, lang }).toString()
  return parameters === '' ? path : `${path}?${parameters}`
}

export function shownAmount(amount: number, lang: Language, currency = CURRENCY): string {
  const fraction = Number.isInteger(amount) ? 0 : 2
  const digits = new Intl.NumberFormat(LOCALES[lang], { minimumFractionDigits: fraction, maximumFractionDigits: fraction }).format(amount)
  return amountPattern(currency, lang).replace('#', digits)
}

export function shownNumber(value: number, lang: Language): string {
  return new Intl.NumberFormat(LOCALES[lang], { maximumFractionDigits: 1 }).format(value)
}

export function shownTime(at: string | number, lang: Language): string {
  return new Intl.DateTimeFormat(LOCALES[lang], { timeZone: TIME_ZONE, hour: '2-digit', minute: '2-digit' }).format(new Date(at))
}

export function shownDay(at: string | number, lang: Language): string {
  return new Intl.DateTimeFormat(LOCALES[lang], { timeZone: TIME_ZONE, day: 'numeric', month: 'long' }).format(new Date(at))
}

export function shownMoment(at: string | number, lang: Language): string {
  const format = new Intl.DateTimeFormat(LOCALES[lang], {
    timeZone: TIME_ZONE,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  return format.format(new Date(at))
}
