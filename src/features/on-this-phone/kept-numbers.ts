import { isMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'

export const MOST_NAME_CHARACTERS = 20
const MOST_NUMBERS = 5
/** Five numbers with their names are a few hundred. What is longer was not written by us, and is not worth reading. */
const MOST_CHARACTERS = 4_000

export type KeptNumber = { number: MobileNumber; name: string }

/**
 * What the visitor said to "keep on this phone?", and what is kept since. `seen` are the ends of the last payments that were looked at: a
 * number that was removed does not come back because its receipt is opened again.
 */
export type NumberBook = { answer: 'yes' | 'no' | null; numbers: KeptNumber[]; seen: string[] }

const NOTHING: NumberBook = { answer: null, numbers: [], seen: [] }
const MOST_SEEN = 10
const END_CHARACTERS = 6

/** Anything may stand in storage. Without a yes nothing is kept, whatever stands there. */
export function readBook(text: string | null): NumberBook {
  if (text === null || text.length > MOST_CHARACTERS) return NOTHING
  const kept = parsed(text)
  const answer = fieldOf(kept, 'answer')
  if (answer === 'no') return { ...NOTHING, answer }
  if (answer !== 'yes') return NOTHING
  return {
    answer,
    numbers: onceEach(listOf(kept, 'numbers').flatMap(readNumber)),
    seen: listOf(kept, 'seen').filter(isEnd).slice(0, MOST_SEEN),
  }
}

export function bookText(book: NumberBook): string {
  return JSON.stringify(book)
}

export function withAnswer(book: NumberBook, answer: 'yes' | 'no'): NumberBook {
  return answer === 'yes' ? { ...book, answer } : { ...NOTHING, answer }
}

/** The number that was paid for last stands first; its name stays. Each payment counts once. */
export function withPaid(book: NumberBook, number: MobileNumber, paymentId: string): NumberBook {
  const end = paymentId.slice(-END_CHARACTERS)
  if (book.answer !== 'yes' || book.seen.includes(end)) return book
  const known = book.numbers.find((kept) => kept.number === number)
  return {
    ...book,
    numbers: onceEach([known ?? { number, name: '' }, ...book.numbers]),
    seen: [end, ...book.seen].slice(0, MOST_SEEN),
  }
}

export function withName(book: NumberBook, number: string, name: string): NumberBook {
  return { ...book, numbers: book.numbers.map((kept) => (kept.number === number ? { ...kept, name: plainName(name) } : kept)) }
}

export function withoutNumber(book: NumberBook, number: string): NumberBook {
  return { ...book, numbers: book.numbers.filter((kept) => kept.number !== number) }
}

function readNumber(entry: unknown): KeptNumber[] {
  const number = fieldOf(entry, 'number')
  const name = fieldOf(entry, 'name')
  return typeof number === 'string' && isMobileNumber(number) ? [{ number, name: typeof name === 'string' ? plainName(name) : '' }] : []
}

function onceEach(numbers: KeptNumber[]): KeptNumber[] {
  return numbers.filter((kept, place) => numbers.findIndex(({ number }) => number === kept.number) === place).slice(0, MOST_NUMBERS)
}

/** One line of letters: what turns text round, or cannot be seen, makes a name look like another one. */
function plainName(name: string): string {
  const visible = name.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return Array.from(visible).slice(0, MOST_NAME_CHARACTERS).join('').trim()
}

function isEnd(value: unknown): value is string {
  return typeof value === 'string' && value.length <= END_CHARACTERS
}

function listOf(value: unknown, name: string): unknown[] {
  const list = fieldOf(value, name)
  return Array.isArray(list) ? list : []
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
