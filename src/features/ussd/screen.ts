import { cutGsmText, septetsOf, toGsmText } from '#shared/gsm-text.ts'
import type { Place } from './places.ts'

/** A USSD message of 160 octets holds 182 characters of seven bits; with one letter outside GSM-7 it would hold 80. */
export const MAX_SEPTETS = 182
export const MAX_CHOICES = 9
/** Longer names from the operator are cut, so that a list always has room for several. */
const MAX_LABEL = 44

/** The kind of typed input that a screen accepts instead of a choice. */
export type Typed =
  | { kind: 'number'; leadsTo: 'recharge-amount' | 'bundle-categories' | 'bill-amount' }
  | { kind: 'amount'; goods: 'airtime' | 'postpaid-bill'; msisdn: (Place & { at: 'recharge-amount' })['msisdn'] }

/** A screen before pagination: a title, then choices or lines. */
export type Draft = {
  title: string
  choices?: readonly { label: string; to: Place }[]
  lines?: readonly string[]
  typed?: Typed
  /** The screen ends the session and accepts no input. */
  isEnd?: true
  /** The screen has no previous place. */
  isHome?: true
}

export type Screen = {
  text: string
  /** In the order of their digits. */
  choices: Place[]
  typed: Typed | null
  hasMore: boolean
  isEnd: boolean
}

export type Footers = { back: string; more: string }

type Fitting = { page: number; note: string | null; footers: Footers }

/**
 * Fits a draft onto a screen that every phone shows whole: at most nine choices or lines, and 98 for the next page. Text that exceeds one
 * screen is cut, because networks drop messages that are too long.
 */
export function fitScreen(draft: Draft, { page, note, footers }: Fitting): Screen {
  const head = [note, draft.title].filter((part) => part !== null).map(toGsmText)
  const choices = draft.choices ?? []
  const labels = choices.length > 0 ? choices.map(({ label }) => label) : (draft.lines ?? [])
  const isNumbered = choices.length > 0
  const rows = labels.map((label) => cutGsmText(toGsmText(label), isNumbered ? MAX_LABEL : MAX_SEPTETS))
  const foot = (isLast: boolean) =>
    draft.isEnd ? [] : isLast ? (draft.isHome ? [] : [toGsmText(footers.back)]) : [toGsmText(footers.more)]
  const pages = pagesOf(rows, { head, foot, isNumbered })
  const shown = pages[Math.min(page, pages.length - 1)] ?? { from: 0, to: 0 }
  const isLast = shown.to >= rows.length
  const body = rows.slice(shown.from, shown.to).map((row, index) => (isNumbered ? `${index + 1} ${row}` : row))
  const tail = foot(isLast)
  const septetsLeft = MAX_SEPTETS - septetsOf(tail.map((line) => `\n${line}`).join(''))
  return {
    text: [cutGsmText([...head, ...body].join('\n'), septetsLeft), ...tail].join('\n'),
    choices: choices.slice(shown.from, shown.to).map(({ to }) => to),
    typed: draft.typed ?? null,
    hasMore: !isLast,
    isEnd: draft.isEnd ?? false,
  }
}

type Page = { from: number; to: number }
type Around = { head: readonly string[]; foot: (isLast: boolean) => readonly string[]; isNumbered: boolean }

function pagesOf(rows: readonly string[], { head, foot, isNumbered }: Around): Page[] {
  const pages: Page[] = []
  let from = 0
  do {
    let to = from
    const fits = (end: number) => {
      const marks = isNumbered ? 2 * (end - from) : 0
      const lines = [...head, ...rows.slice(from, end), ...foot(end >= rows.length)]
      return end - from <= MAX_CHOICES && septetsOf(lines.join('\n')) + marks <= MAX_SEPTETS
    }
    while (to < rows.length && fits(to + 1)) to += 1
    // The last row may fit only because no page follows it. Every page shows at least one row, cut if necessary.
    pages.push({ from, to: (to = Math.max(to, Math.min(from + 1, rows.length))) })
    from = to
  } while (from < rows.length)
  return pages
}
