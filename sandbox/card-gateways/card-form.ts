import assert from 'node:assert/strict'
import { TEST_CARDS } from '../demo-identities.ts'
import { textField } from '../pages/forms.ts'

export type CardOutcome = (typeof TEST_CARDS)[number]['outcome']

/** The stored data of a card: never its whole number, never its CVV. */
export type Card = { bin: string; last4: string; expMonth: string; expYear: string; outcome: CardOutcome }

export type CardProblem = 'number' | 'expiry' | 'expired' | 'cvv'
export type ReadCard = { kind: 'card'; card: Card } | { kind: 'refused'; problem: CardProblem }

type Options = {
  now: number
  /** Last digits of further cards that pay, where a provider publishes some. */
  payingEndings?: readonly string[]
}

const YEARS_OF_AN_UNDATED_CARD = 3

/** Reads what a pay page posts. Expiry and CVV may be missing: the one-tap cards and tests leave them out. */
export function readCard(form: unknown, { now, payingEndings = [] }: Options): ReadCard {
  const number = textField(form, 'card').replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number)) return { kind: 'refused', problem: 'number' }

  const expiry = readExpiry(textField(form, 'expiry'), now)
  if (typeof expiry === 'string') return { kind: 'refused', problem: expiry }
  const cvv = textField(form, 'cvv').trim()
  if (cvv !== '' && !/^\d{3,4}$/.test(cvv)) return { kind: 'refused', problem: 'cvv' }

  const last4 = number.slice(-4)
  const known = TEST_CARDS.find((card) => card.number === number)?.outcome
  const outcome = known ?? (payingEndings.includes(last4) ? 'pays' : 'declined')
  return { kind: 'card', card: { bin: number.slice(0, 6), last4, ...expiry, outcome } }
}

/** The card of someone who pays at once, without a page. */
export function payingCard(now: number): Card {
  const number = TEST_CARDS.find(({ outcome }) => outcome === 'pays')?.number
  const read = readCard({ card: number }, { now })
  assert(read.kind === 'card')
  return read.card
}

type Expiry = Pick<Card, 'expMonth' | 'expYear'>

function readExpiry(text: string, now: number): Expiry | 'expiry' | 'expired' {
  const today = new Date(now)
  if (text.trim() === '') return { expMonth: '12', expYear: String(today.getUTCFullYear() + YEARS_OF_AN_UNDATED_CARD) }

  const parts = /^\s*(0?[1-9]|1[0-2])\s*[/.-]?\s*(?:20)?(\d{2})\s*$/.exec(text)
  if (!parts) return 'expiry'
  const month = Number(parts[1])
  const year = 2000 + Number(parts[2])
  const isOver = Date.UTC(year, month) <= now // a card is good until its month has ended
  return isOver ? 'expired' : { expMonth: String(month).padStart(2, '0'), expYear: String(year) }
}
