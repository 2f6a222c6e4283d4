const MOST_RECEIPTS = 20
const MOST_LETTERS = 120
/** Twenty copies are a fraction of it. What is longer was not written by us. */
const MOST_CHARACTERS = 20_000

const PARTS = ['reference', 'what', 'sum', 'goal', 'state', 'date'] as const

/** A receipt in words as they were when it was kept, with its number masked. Never what is true today. */
export type ReceiptCopy = Record<(typeof PARTS)[number], string>
export type KeptReceipt = ReceiptCopy & { keptAt: number }

/** Anything may stand in storage: what is no copy of a receipt is not read. */
export function readReceipts(text: string | null): KeptReceipt[] {
  if (text === null || text.length > MOST_CHARACTERS) return []
  const kept = parsed(text)
  return Array.isArray(kept) ? kept.flatMap(readReceipt).slice(0, MOST_RECEIPTS) : []
}

/** What a page says of a receipt; null where it is none. */
export function readCopy(text: string | null | undefined): ReceiptCopy | null {
  const value = text ? parsed(text) : null
  const [reference, what, sum, goal, state, date] = PARTS.map((name) => shortText(fieldOf(value, name)))
  const isWhole = reference && what != null && sum != null && goal != null && state != null && date != null
  return isWhole ? { reference, what, sum, goal, state, date } : null
}

function shortText(part: unknown): string | null {
  return typeof part === 'string' && part.length <= MOST_LETTERS ? part : null
}

export function withReceipt(receipts: readonly KeptReceipt[], copy: ReceiptCopy, keptAt: number): KeptReceipt[] {
  return [{ ...copy, keptAt }, ...withoutReceipt(receipts, copy.reference)].slice(0, MOST_RECEIPTS)
}

export function withoutReceipt(receipts: readonly KeptReceipt[], reference: string): KeptReceipt[] {
  return receipts.filter((kept) => kept.reference !== reference)
}

function readReceipt(entry: unknown): KeptReceipt[] {
  const copy = readCopy(JSON.stringify(entry))
  const keptAt = fieldOf(entry, 'keptAt')
  return copy && typeof keptAt === 'number' && Number.isFinite(keptAt) ? [{ ...copy, keptAt }] : []
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
