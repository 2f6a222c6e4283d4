import { dayBegins } from '#shared/calendar-day.ts'

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d{1,9})?( ?Z| ?UTC| ?[+-]\d{2}:?\d{2})?)?$/
/** The day first, as everywhere where the portal is used. */
const DAY_FIRST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
/** Days since the end of 1899, as spreadsheets store a moment: the years 1954 to 2119. */
const SPREADSHEET = /^[2-7]\d{4}(?:\.\d+)?$/
const DAY_SECONDS = 86_400

/** Midnights of the country: a file names few days and many lines. */
const midnights = new Map<string, number | null>()
const MAX_MIDNIGHTS = 400

function midnight(day: string): number | null {
  const known = midnights.get(day)
  if (known !== undefined) return known
  if (midnights.size >= MAX_MIDNIGHTS) midnights.clear()
  const begins = dayBegins(day)?.getTime() ?? null
  midnights.set(day, begins)
  return begins
}

/** A moment as statements write it. Without a zone it is the country's time. Null for what is no moment. */
export function readWrittenTime(text: string): Date | null {
  const iso = ISO.exec(text)
  if (iso) {
    const [, day = '', hours = '00', minutes = '00', seconds = '00', zone] = iso
    if (zone === undefined) return inCountry(day, Number(hours), Number(minutes), Number(seconds))
    const offset = /Z|UTC/.test(zone) ? 'Z' : zone.trim().replace(/^(...):?/, '$1:')
    return validDate(new Date(`${day}T${hours}:${minutes}:${seconds}${offset}`))
  }
  const [, day, month, year, hours = '0', minutes = '0', seconds = '0'] = DAY_FIRST.exec(text) ?? []
  if (day !== undefined && month !== undefined)
    return inCountry(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, Number(hours), Number(minutes), Number(seconds))
  if (!SPREADSHEET.test(text)) return null
  const sinceEpoch = Math.round((Number(text) - 25_569) * DAY_SECONDS)
  const begins = new Date(Math.floor(sinceEpoch / DAY_SECONDS) * DAY_SECONDS * 1000).toISOString().slice(0, 10)
  return inCountry(begins, 0, 0, sinceEpoch - Math.floor(sinceEpoch / DAY_SECONDS) * DAY_SECONDS)
}

function inCountry(day: string, hours: number, minutes: number, seconds: number): Date | null {
  const begins = midnight(day)
  if (begins === null || hours > 23 || minutes > 59) return null
  return new Date(begins + ((hours * 60 + minutes) * 60 + seconds) * 1000)
}

function validDate(date: Date): Date | null {
  return Number.isNaN(date.getTime()) ? null : date
}
