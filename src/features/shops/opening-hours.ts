/** When a shop is open, written as OpenStreetMap does: 'Mo-Th 08:00-12:30,15:00-18:30; Sa 08:00-13:00'. A day not named is closed. */
export type Interval = { opensAt: number; closesAt: number }

/** Seven days from Monday; times are minutes after midnight. */
export type OpeningWeek = readonly (readonly Interval[])[]

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const MINUTES_PER_DAY = 24 * 60

/** Null when the text is not written as it should be. */
export function parseOpeningHours(text: string): OpeningWeek | null {
  const week: Interval[][] = DAYS.map(() => [])
  for (const rule of text.split(';')) {
    const [, first = '', last = first, hours = ''] = /^\s*(\w\w)(?:-(\w\w))?\s+([0-9:,-]+)\s*$/.exec(rule) ?? []
    const [from, to] = [DAYS.indexOf(first), DAYS.indexOf(last)]
    const intervals = hours.split(',').map(parseInterval)
    if (from < 0 || to < from || !intervals.every((interval) => interval !== null)) return null
    for (const day of week.slice(from, to + 1)) day.push(...intervals)
  }
  return week.every(isInOrder) ? week : null
}

function parseInterval(text: string): Interval | null {
  const [, openHour, openMinute, closeHour, closeMinute] = /^([0-9]{2}):([0-9]{2})-([0-9]{2}):([0-9]{2})$/.exec(text) ?? []
  const interval = { opensAt: Number(openHour) * 60 + Number(openMinute), closesAt: Number(closeHour) * 60 + Number(closeMinute) }
  const isPossible = interval.closesAt <= MINUTES_PER_DAY && Number(openMinute) < 60 && Number(closeMinute) < 60
  return isPossible && interval.opensAt < interval.closesAt ? interval : null
}

function isInOrder(intervals: readonly Interval[]): boolean {
  return intervals.every(({ opensAt }, place) => opensAt > (intervals[place - 1]?.closesAt ?? -1))
}

/** A moment of the week in the country: day 0 is Monday. */
export type WeekMoment = { day: number; minute: number }

export type OpeningState =
  { kind: 'open'; closesAt: number } | { kind: 'closed'; opensInDays: number; day: number; opensAt: number } | { kind: 'never-open' }

export function openingState(week: OpeningWeek, { day, minute }: WeekMoment): OpeningState {
  const now = week[day]?.find(({ opensAt, closesAt }) => minute >= opensAt && minute < closesAt)
  if (now) return { kind: 'open', closesAt: now.closesAt }
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const next = week[(day + ahead) % 7]?.find(({ opensAt }) => ahead > 0 || opensAt > minute)
    if (next) return { kind: 'closed', opensInDays: ahead, day: (day + ahead) % 7, opensAt: next.opensAt }
  }
  return { kind: 'never-open' }
}

/** Days in a row with the same hours stand together. */
export function openingLines(week: OpeningWeek): { firstDay: number; lastDay: number; intervals: readonly Interval[] }[] {
  const lines: { firstDay: number; lastDay: number; intervals: readonly Interval[] }[] = []
  for (const [day, intervals] of week.entries()) {
    const last = lines[lines.length - 1]
    if (last && JSON.stringify(last.intervals) === JSON.stringify(intervals)) last.lastDay = day
    else lines.push({ firstDay: day, lastDay: day, intervals })
  }
  return lines
}

/** The moment of the week in a time zone. Runs on the server: a phone's clock may be hours wrong. */
export function weekMomentOf(date: Date, timeZone: string): WeekMoment {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]))
  return { day: DAYS.indexOf((parts.weekday ?? '').slice(0, 2)), minute: Number(parts.hour) * 60 + Number(parts.minute) }
}
