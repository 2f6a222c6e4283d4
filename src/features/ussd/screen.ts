import { cutGsmText, septetsOf, toGsmText } from '#shared/gsm-text.ts'
import type { Place } from './places.ts'

/** 160 octets of a USSD message hold so many characters of seven bits; with a letter outside GSM-7 it would be 80. */
export const MOST_SEPTETS = 182
export const MOST_CHOICES = 9
/** A name of the operator's is cut here, so that a list always has room for several. */
const LONGEST_LABEL = 44

/** What may be typed instead of a choice. */
export type Typed =
  | { kind: 'number'; leadsTo: 'recharge-amount' | 'bundle-categories' | 'bill-amount' }
  | { kind: 'amount'; goods: 'airtime' | 'postpaid-bill'; msisdn: (Place & { at: 'recharge-amount' })['msisdn'] }

/** A screen before it is fitted: a title, then choices or lines. */
export type Draft = {
  title: string
  choices?: readonly { label: string; to: Place }[]
  lines?: readonly string[]
  typed?: Typed
  /** Nothing can be answered: the session is over. */
  isEnd?: true
  /** Nothing to go back to. */
  isHome?: true
}

export type Screen = {
  text: string
  /** By the digit before each of them. */
  choices: Place[]
  typed: Typed | null
  hasMore: boolean
  isEnd: boolean
}

export type Footers = { back: string; more: string }

type Fitting = { page: number; note: string | null; footers: Footers }

/**
 * Puts a draft onto a screen that every phone shows whole: as many choices or lines as fit, at most nine, and 98 for the rest. What is too
 * long for one screen by itself is cut, never sent: networks drop a message that is too long.
 */
export function fitScreen(draft: Draft, { page, note, footers }: Fitting): Screen {
  const head = [note, draft.title].filter((part) => part !== null).map(toGsmText)
  const choices = draft.choices ?? []
  const labels = choices.length > 0 ? choices.map(({ label }) => label) : (draft.lines ?? [])
  const isNumbered = choices.length > 0
  const rows = labels.map((label) => cutGsmText(toGsmText(label), isNumbered ? LONGEST_LABEL : MOST_SEPTETS))
  const foot = (isLast: boolean) =>
    draft.isEnd ? [] : isLast ? (draft.isHome ? [] : [toGsmText(footers.back)]) : [toGsmText(footers.more)]
  const pages = pagesOf(rows, { head, foot, isNumbered })
  const shown = pages[Math.min(page, pages.length - 1)] ?? { from: 0, to: 0 }
  const isLast = shown.to >= rows.length
  const body = rows.slice(shown.from, shown.to).map((row, index) => (isNumbered ? `${index + 1} ${row}` : row))
  const tail = foot(isLast)
  const room = MOST_SEPTETS - septetsOf(tail.map((line) => `\n${line}`).join(''))
  return {
    text: [cutGsmText([...head, ...body].join('\n'), room), ...tail].join('\n'),
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
      return end - from <= MOST_CHOICES && septetsOf(lines.join('\n')) + marks <= MOST_SEPTETS
    }
    while (to < rows.length && fits(to + 1)) to += 1
    // The last one may fit only because no page follows it; one row is always shown, cut if need be.
    pages.push({ from, to: (to = Math.max(to, Math.min(from + 1, rows.length))) })
    from = to
  } while (from < rows.length)
  return pages
}
