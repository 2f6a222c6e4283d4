import { fillText } from '#shared/fill-text.ts'
import { isFrench, type Language } from '#shared/language.ts'
import { COUNTRY } from '#shared/operator.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { openingLines, openingState, type OpeningState, type OpeningWeek, parseOpeningHours, weekMomentOf } from '../opening-hours.ts'
import type { Shop } from '../rules.ts'
import { SERVICES } from '../services.ts'

export type ShopTexts = ContentPackages['storeLocator-translation']

const DAY_KEYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** When a shop is open, in words. */
type OpeningView = { isOpen: boolean; now: string; week: { days: string; hours: string }[] }

/** A shop with everything that depends on the hour or the language already in words. */
export type ShopView = Omit<Shop, 'openingHours' | 'services'> & { opening: OpeningView; services: string[] }

/** Made on the server, whose clock is right. Many shops have the same hours and services: they are put into words once. */
export function shopViewer(texts: ShopTexts, language: Language, now: Date): (shop: Shop) => ShopView {
  const moment = weekMomentOf(now, COUNTRY.timeZone)
  const openingOf = onceForEach((openingHours: string): OpeningView => {
    const week = parseOpeningHours(openingHours) ?? []
    const state = openingState(week, moment)
    return { isOpen: state.kind === 'open', now: openingInWords(state, texts, language), week: weekInWords(week, texts, language) }
  })
  const servicesOf = onceForEach((names: string) =>
    SERVICES.filter((service) => names.split('|').includes(service)).map((service) => texts[`service_${service}`]),
  )
  return function viewOf({ number, kind, name, town, quarter, address, phone, latitude, longitude, openingHours, services }) {
    const shop = { number, kind, name, town, quarter, address, phone, latitude, longitude }
    return { ...shop, opening: openingOf(openingHours), services: servicesOf(services.join('|')) }
  }
}

function onceForEach<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

function weekInWords(week: OpeningWeek, texts: ShopTexts, language: Language): OpeningView['week'] {
  return openingLines(week).map(({ firstDay, lastDay, intervals }) => {
    const hours = intervals.map(({ opensAt, closesAt }) => `${timeOf(opensAt, language)} – ${timeOf(closesAt, language)}`)
    return { days: daysInWords(firstDay, lastDay, texts), hours: hours.join(', ') || texts.closed }
  })
}

function openingInWords(state: OpeningState, texts: ShopTexts, language: Language): string {
  if (state.kind === 'never-open') return texts.closed
  if (state.kind === 'open') return fillText(texts.openUntil, { time: timeOf(state.closesAt, language) })
  const time = timeOf(state.opensAt, language)
  if (state.opensInDays === 0) return fillText(texts.opensToday, { time })
  if (state.opensInDays === 1) return fillText(texts.opensTomorrow, { time })
  return fillText(texts.opensLater, { day: dayName(state.day, texts), time })
}

function dayName(day: number, texts: ShopTexts): string {
  const key = DAY_KEYS[day]
  return key ? texts[key] : ''
}

function daysInWords(first: number, last: number, texts: ShopTexts): string {
  if (first === last) return dayName(first, texts)
  return fillText(texts.dayRange, { from: dayName(first, texts), to: dayName(last, texts) })
}

/** '8 h 30' in French, '08:30' in English. */
export function timeOf(minutes: number, language: Language): string {
  const [hour, minute] = [Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0')]
  if (!isFrench(language)) return `${String(hour).padStart(2, '0')}:${minute}`
  return minute === '00' ? `${hour}\u00a0h` : `${hour}\u00a0h\u00a0${minute}`
}
