import { PAYMENT_METHODS, connectorIds, CONNECTORS, isConnectorId, type ConnectorId } from '#shared/connector-table.ts'
import { calendarDay, dayBegins } from '#shared/calendar-day.ts'

/** Where a payment stands, each in exactly one: the tabs of the list. */
export const STANDINGS = ['delivered', 'open', 'delivering', 'review', 'coming-back', 'given-back', 'not-paid', 'kept'] as const
export type Standing = (typeof STANDINGS)[number]

/** CON-9: where the money of a payment is. `outside`: not known to be taken. `gap`: the parts do not add up to what was taken. */
export const MONEY_PARTS = ['taken', 'delivered', 'given-back', 'coming-back', 'delivering', 'in-doubt', 'outside', 'gap'] as const
export type MoneyPart = (typeof MONEY_PARTS)[number]

export const PURCHASE_KINDS = ['airtime', 'bundle', 'bill', 'order'] as const
export type PurchaseKind = (typeof PURCHASE_KINDS)[number]

export const CHANNELS = ['web', 'link', 'ussd'] as const
export type Channel = (typeof CHANNELS)[number]

/** Of the list of payments; it lives in the address. Days are of the country, both included. */
export type PaymentFilter = {
  from: string
  until: string
  standing: Standing | null
  money: MoneyPart | null
  /** The connectors of one method, or one of them. */
  method: string | null
  kind: PurchaseKind | null
  channel: Channel | null
  /** In units of the prices' currency. */
  least: number | null
  most: number | null
  /** Of the money asked or taken. */
  currency: string | null
}

/** One request reads at most so many days: more would read the whole table. A search by reference or number reads all days. */
export const MAX_DAYS = 31
const DAY_MS = 86_400_000
const MAX_AMOUNT = 1_000_000_000

const oneOf = <Word extends string>(words: readonly Word[], text: string | null): Word | null => words.find((word) => word === text) ?? null

/** What is not a filter is left out: an address is typed, kept and sent around. */
export function readFilter(query: URLSearchParams, now: Date): PaymentFilter {
  const today = calendarDay(now)
  const until = dayIn(query.get('until')) ?? dayIn(query.get('from')) ?? today
  const from = dayIn(query.get('from')) ?? until
  const [first, last] = from <= until ? [from, until] : [until, from]
  const method = query.get('method')
  return {
    from: daysBetween(first, last) >= MAX_DAYS ? shiftDay(last, 1 - MAX_DAYS) : first,
    until: last,
    standing: oneOf(STANDINGS, query.get('state')),
    money: oneOf(MONEY_PARTS, query.get('money')),
    method: method !== null && connectorsIn(method).length > 0 ? method : null,
    kind: oneOf(PURCHASE_KINDS, query.get('kind')),
    channel: oneOf(CHANNELS, query.get('channel')),
    least: amountIn(query.get('least')),
    most: amountIn(query.get('most')),
    currency: /^[A-Z]{3}$/.exec(query.get('currency') ?? '')?.[0] ?? null,
  }
}

/** The filter as a part of an address, without what is not filtered. */
export function filterQuery(filter: PaymentFilter): URLSearchParams {
  const { from, until, standing, money, method, kind, channel, least, most, currency } = filter
  const values = {
    from,
    until: until === from ? null : until,
    state: standing,
    money,
    method,
    kind,
    channel,
    least,
    most,
    currency,
  }
  return new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])))
}

export function connectorsIn(method: string): ConnectorId[] {
  if (isConnectorId(method)) return [method]
  return method in PAYMENT_METHODS ? connectorIds().filter((id) => CONNECTORS[id].way === method) : []
}

/** The beginning of the first day, and the end of the last. */
export function periodOf({ from, until }: Pick<PaymentFilter, 'from' | 'until'>): { since: Date; before: Date } {
  const since = dayBegins(from)
  const before = dayBegins(until, 1)
  if (!since || !before) throw new Error('a filter holds days')
  return { since, before }
}

export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

export function daysBetween(from: string, until: string): number {
  return Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}

function dayIn(text: string | null): string | null {
  return text !== null && /^20\d{2}-\d{2}-\d{2}$/.test(text) && dayBegins(text) !== null ? text : null
}

function amountIn(text: string | null): number | null {
  if (text === null || !/^\d{1,10}(\.\d{1,3})?$/.test(text)) return null
  return Number(text) <= MAX_AMOUNT ? Number(text) : null
}
