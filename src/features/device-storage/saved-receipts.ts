import { fieldOf, parsed } from './kept-text.ts'

const MAX_RECEIPTS = 20
const MAX_LETTERS = 120
/** Twenty receipts take a fraction of it. A longer entry is foreign data. */
const MAX_CHARACTERS = 20_000

const PARTS = ['reference', 'what', 'sum', 'goal', 'state', 'date'] as const

/**
 * A receipt's texts as they were when it was saved, with its number masked. Never the current state. `madeAt` is by the portal's clock, as
 * all its other times are; a copy of an earlier version has none.
 */
export type ReceiptCopy = Record<(typeof PARTS)[number], string> & { madeAt?: string }
export type SavedReceipt = ReceiptCopy & { keptAt: number }

/** Storage may hold foreign data: entries that are not receipts are ignored. */
export function readReceipts(text: string | null): SavedReceipt[] {
  if (text === null || text.length > MAX_CHARACTERS) return []
  const kept = parsed(text)
  return Array.isArray(kept) ? kept.flatMap(readReceipt).slice(0, MAX_RECEIPTS) : []
}

/** Reads a receipt from its page; null on other pages. */
export function readCopy(text: string | null | undefined): ReceiptCopy | null {
  const value = text ? parsed(text) : null
  const [reference, what, sum, goal, state, date] = PARTS.map((name) => shortText(fieldOf(value, name)))
  const isWhole = reference && what != null && sum != null && goal != null && state != null && date != null
  const madeAt = shortText(fieldOf(value, 'madeAt'))
  return isWhole ? { reference, what, sum, goal, state, date, ...(madeAt && { madeAt }) } : null
}

function shortText(part: unknown): string | null {
  return typeof part === 'string' && part.length <= MAX_LETTERS ? part : null
}

export function withReceipt(receipts: readonly SavedReceipt[], copy: ReceiptCopy, keptAt: number): SavedReceipt[] {
  return [{ ...copy, keptAt }, ...withoutReceipt(receipts, copy.reference)].slice(0, MAX_RECEIPTS)
}

export function withoutReceipt(receipts: readonly SavedReceipt[], reference: string): SavedReceipt[] {
  return receipts.filter((kept) => kept.reference !== reference)
}

function readReceipt(entry: unknown): SavedReceipt[] {
  const copy = readCopy(JSON.stringify(entry))
  const keptAt = fieldOf(entry, 'keptAt')
  return copy && typeof keptAt === 'number' && Number.isFinite(keptAt) ? [{ ...copy, keptAt }] : []
}
