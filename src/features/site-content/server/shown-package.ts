import { setFrenchType } from '#shared/french-type.ts'
import type { Language } from '#shared/language.ts'

/** What programs read, compare or send on: it stays as it was written. */
const NOT_SHOWN = new Set(['pattern', 'name', 'options', 'cityName', 'state', 'href', 'heading_image', 'consentVersion', 'payStackConfig'])

/** A package as pages show it: French with its own blanks and apostrophes, which editors need not type. */
export function shownPackage(body: Record<string, unknown>, language: Language): Record<string, unknown> {
  return language === 'fr' ? shownFields(body) : body
}

function shownFields(body: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, NOT_SHOWN.has(key) ? value : shown(value)]))
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return setFrenchType(value)
  if (Array.isArray(value)) return value.map(shown)
  return typeof value === 'object' && value !== null ? shownFields(value) : value
}
