export type Language = 'fr' | 'en'

const TIME_ZONE = 'Africa/Niamey'
const LOCALES = { fr: 'fr-FR', en: 'en-GB' } as const

export function languageOf(query: unknown): Language {
  return (query as { lang?: unknown } | undefined)?.lang === 'en' ? 'en' : 'fr'
}

/** A link that stays in the language of the page. */
export function linkTo(path: string, lang: Language, query: Record<string, string> = {}): string {
  const parameters = new URLSearchParams(lang === 'en' ? { ...query, lang } : query).toString()
  return parameters === '' ? path : `${path}?${parameters}`
}

export function shownAmount(amount: number, lang: Language): string {
  const fraction = Number.isInteger(amount) ? 0 : 2
  return `${new Intl.NumberFormat(LOCALES[lang], { minimumFractionDigits: fraction, maximumFractionDigits: fraction }).format(amount)} F`
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
