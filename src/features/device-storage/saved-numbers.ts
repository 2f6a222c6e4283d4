import { isMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { fieldOf, parsed } from './kept-text.ts'

export const MAX_NAME_CHARACTERS = 20
const MAX_NUMBERS = 5
/** Five numbers with their names take a few hundred characters. A longer entry is foreign data and is not read. */
const MAX_CHARACTERS = 4_000

export type SavedNumber = { number: MobileNumber; name: string }

/**
 * The visitor's answer to "keep on this phone?", and the numbers saved since. `seen` holds the last characters of the latest payment ids:
 * a removed number does not come back when its receipt is opened again.
 */
export type SavedNumbers = { answer: 'yes' | 'no' | null; numbers: SavedNumber[]; seen: string[] }

const NOTHING: SavedNumbers = { answer: null, numbers: [], seen: [] }
const MAX_SEEN = 10
const END_CHARACTERS = 6

/** Storage may hold foreign data. Without a yes nothing is read from it. */
export function readSaved(text: string | null): SavedNumbers {
  if (text === null || text.length > MAX_CHARACTERS) return NOTHING
  const kept = parsed(text)
  const answer = fieldOf(kept, 'answer')
  if (answer === 'no') return { ...NOTHING, answer }
  if (answer !== 'yes') return NOTHING
  return {
    answer,
    numbers: onceEach(listOf(kept, 'numbers').flatMap(readNumber)),
    seen: listOf(kept, 'seen').filter(isEnd).slice(0, MAX_SEEN),
  }
}

export function savedText(saved: SavedNumbers): string {
  return JSON.stringify(saved)
}

export function withAnswer(saved: SavedNumbers, answer: 'yes' | 'no'): SavedNumbers {
  return answer === 'yes' ? { ...saved, answer } : { ...NOTHING, answer }
}

/** The number of the latest payment is first; its name stays. Each payment counts once. */
export function withPaid(saved: SavedNumbers, number: MobileNumber, paymentId: string): SavedNumbers {
  const end = paymentId.slice(-END_CHARACTERS)
  if (saved.answer !== 'yes' || saved.seen.includes(end)) return saved
  const known = saved.numbers.find((kept) => kept.number === number)
  return {
    ...saved,
    numbers: onceEach([known ?? { number, name: '' }, ...saved.numbers]),
    seen: [end, ...saved.seen].slice(0, MAX_SEEN),
  }
}

export function withName(saved: SavedNumbers, number: string, name: string): SavedNumbers {
  return { ...saved, numbers: saved.numbers.map((kept) => (kept.number === number ? { ...kept, name: plainName(name) } : kept)) }
}

export function withoutNumber(saved: SavedNumbers, number: string): SavedNumbers {
  return { ...saved, numbers: saved.numbers.filter((kept) => kept.number !== number) }
}

function readNumber(entry: unknown): SavedNumber[] {
  const number = fieldOf(entry, 'number')
  const name = fieldOf(entry, 'name')
  return typeof number === 'string' && isMobileNumber(number) ? [{ number, name: typeof name === 'string' ? plainName(name) : '' }] : []
}

function onceEach(numbers: SavedNumber[]): SavedNumber[] {
  return numbers.filter((kept, place) => numbers.findIndex(({ number }) => number === kept.number) === place).slice(0, MAX_NUMBERS)
}

/** Reduces a name to one line of visible characters: bidirectional or invisible ones could make it look like another name. */
function plainName(name: string): string {
  const visible = name.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return Array.from(visible).slice(0, MAX_NAME_CHARACTERS).join('').trim()
}

function isEnd(value: unknown): value is string {
  return typeof value === 'string' && value.length <= END_CHARACTERS
}

function listOf(value: unknown, name: string): unknown[] {
  const list = fieldOf(value, name)
  return Array.isArray(list) ? list : []
}
