import { CURRENCY_EXPONENT } from '#shared/currency-exponent.ts'
import { maskSecrets } from '#shared/mask-secrets.ts'
import { columnKey, wordKey, type MappedField, type Mapping } from './mapping.ts'
import type { LineState } from './statement-words.ts'
import { readWrittenMinor } from './written-amount.ts'
import { readWrittenTime } from './written-time.ts'

/** A row of a file, with the line it stands on so that a mistake can be found. */
export type FileRow = { line: number; cells: readonly string[] }

/** What comparing needs of a line, and nothing else. */
export type ReadLine = {
  line: number
  reference: string
  /** Whether the portal makes references of this form. */
  isOurs: boolean
  minor: number
  currency: string
  state: LineState
  fee: number | null
  net: number | null
  at: Date | null
  number: string | null
  payout: string | null
}

/** `cells`: a row with more cells than columns, as an amount with an unquoted comma makes it. */
export type LineProblem = { line: number; field: MappedField | 'cells'; text: string }
/** `word`: a word for the state that has no meaning yet. */
export type LineResult = { line: ReadLine } | { problem: LineProblem } | { word: string }

/** References of attempts at providers, and of orders at the operator. */
export const OUR_REFERENCES = { provider: /^[A-HJ-NP-Z2-9]{12}$/, operator: /^G[A-HJ-NP-Z2-9]{12}$/ } as const
const OURS_WITHIN = {
  provider: /(?<![A-Z0-9])[A-HJ-NP-Z2-9]{12}(?![A-Z0-9])/g,
  operator: /(?<![A-Z0-9])G[A-HJ-NP-Z2-9]{12}(?![A-Z0-9])/g,
} as const
export type ReferenceKind = keyof typeof OUR_REFERENCES

const MAX_STORED = 40
const MAX_SHOWN = 60
const HUNDREDTHS = 2
/** An amount that its currency cannot hold exactly in hundredths is refused. */
const MAX_MINOR = 1e14

export type LineReader = (row: FileRow) => LineResult

type ReadingRules = {
  kind: ReferenceKind
  /** Every line must be readable, whatever its reference: of files made for the portal. */
  isStrict?: boolean
}

/** Reads rows of one file by a mapping that fits its columns. */
export function lineReader(mapping: Mapping, header: readonly string[], { kind, isStrict = false }: ReadingRules): LineReader {
  const keys = header.map(columnKey)
  const placeOf = (field: MappedField) => {
    const column = mapping.columns[field]
    return column === undefined ? -1 : keys.indexOf(columnKey(column))
  }
  const places = {
    reference: placeOf('reference'),
    amount: placeOf('amount'),
    out: placeOf('out'),
    fee: placeOf('fee'),
    net: placeOf('net'),
    currency: placeOf('currency'),
    state: placeOf('state'),
    at: placeOf('at'),
    number: placeOf('number'),
    payout: placeOf('payout'),
  } as const satisfies Record<MappedField, number>
  return ({ line, cells }) => {
    const cell = (field: MappedField) => cells[places[field]]?.trim() ?? ''
    const problem = (field: MappedField): LineResult => ({ problem: { line, field, text: shownCell(cell(field)) } })
    if (cells.length > keys.length && cells.slice(keys.length).some((each) => each.trim() !== ''))
      return { problem: { line, field: 'cells', text: shownCell(cells.at(-1) ?? '') } }
    const word = cell('state')
    const stated = places.state < 0 ? 'done' : meaningOf(mapping, word)
    if (stated === undefined) return { word }
    const { reference, isOurs } = isStrict ? plainReference(cell('reference'), kind) : referenceIn(cell('reference'), kind)
    const isChecked = isStrict || isOurs
    const currency = (places.currency < 0 ? (mapping.currency ?? '') : cell('currency')).toUpperCase()
    const exponent = CURRENCY_EXPONENT[currency]
    const read = (field: MappedField) => signedMinor(cell(field), exponent, mapping)
    const amount = movedBy(read('amount'), places.out < 0 ? null : read('out'))
    // A line of another shop is left, whatever it says.
    if (isChecked && reference === '') return problem('reference')
    if (isChecked && exponent === undefined) return problem('currency')
    const isAmountNeeded = isStrict || (isOurs && stated !== 'not-done')
    if (isAmountNeeded && (amount === null || amount.minor === 0)) return problem(cell('amount') || places.out < 0 ? 'amount' : 'out')
    if (isStrict && amount?.isBack) return problem('amount')
    const rounded = (field: MappedField) => (places[field] < 0 || cell(field) === '' ? null : roundedMinor(cell(field), exponent, mapping))
    const [fee, net] = [rounded('fee'), rounded('net')]
    if (isChecked && places.fee >= 0 && cell('fee') !== '' && fee === null) return problem('fee')
    if (isChecked && places.net >= 0 && cell('net') !== '' && net === null) return problem('net')
    const at = cell('at') === '' ? null : readWrittenTime(cell('at'))
    if (isChecked && cell('at') !== '' && at === null) return problem('at')
    const isBack = amount?.isBack === true && stated === 'done'
    return {
      line: {
        line,
        reference,
        isOurs,
        minor: amount?.minor ?? 0,
        currency: exponent === undefined ? '' : currency,
        state: isBack ? 'returned' : stated,
        fee: fee && Math.abs(fee),
        net: net && Math.abs(net),
        at,
        number: cell('number') === '' ? null : storedNumber(cell('number')),
        payout: cell('payout') === '' ? null : storedNumber(cell('payout')),
      },
    }
  }
}

function meaningOf({ words }: Mapping, word: string): LineState | undefined {
  const key = wordKey(word)
  return Object.hasOwn(words, key) ? words[key] : undefined
}

function movedBy(amount: number | null, out: number | null): { minor: number; isBack: boolean } | null {
  if (amount !== null && amount !== 0) return { minor: Math.abs(amount), isBack: amount < 0 }
  if (out !== null && out !== 0) return { minor: Math.abs(out), isBack: true }
  return amount === null ? null : { minor: 0, isBack: false }
}

/** '-500.00', '(500.00)' and '−500' are negative; null for what is no amount. */
function signedMinor(text: string, exponent: number | undefined, { decimal, unit }: Mapping): number | null {
  const [, open, minus, plain = '', close] = SIGNED.exec(text) ?? []
  if ((open === undefined) !== (close === undefined)) return null
  const minor = unit === 'hundredths' ? hundredths(plain, exponent) : readWrittenMinor(plain, exponent, decimal)
  if (minor === null || minor > MAX_MINOR) return null
  return open !== undefined || minus !== undefined ? -minor : minor
}

const SIGNED = /^(\()?([-−–])?\s*\+?([^()]*?)(\))?$/

/** 50000 is 500.00: in a currency without decimals only whole units can be meant. */
function hundredths(text: string, exponent: number | undefined): number | null {
  if (exponent === undefined || !/^\d{1,14}$/.test(text)) return null
  const minor = Number(text) * 10 ** (exponent - HUNDREDTHS)
  return Number.isInteger(minor) ? minor : null
}

/** Fees are computed: a provider writes them with more decimals than their currency has. They are summed, not compared. */
function roundedMinor(text: string, exponent: number | undefined, mapping: Mapping): number | null {
  if (exponent === undefined) return null
  const fine = Math.max(exponent, HUNDREDTHS)
  const minor = signedMinor(text, fine, mapping)
  return minor === null ? null : Math.round(minor / 10 ** (fine - exponent))
}

/** Our reference, also within a bank's own words; else what stands there, without the digits of a number. */
function referenceIn(text: string, kind: ReferenceKind): { reference: string; isOurs: boolean } {
  const plain = text.replaceAll('-', '').toUpperCase()
  if (OUR_REFERENCES[kind].test(plain)) return { reference: plain, isOurs: true }
  const within =
    text
      .toUpperCase()
      .match(OURS_WITHIN[kind])
      ?.filter((found) => /\d/.test(found) && /[A-Z]/.test(found)) ?? []
  const [only] = within
  return only !== undefined && within.length === 1 ? { reference: only, isOurs: true } : { reference: storedText(text), isOurs: false }
}

function plainReference(text: string, kind: ReferenceKind): { reference: string; isOurs: boolean } {
  const reference = text.replaceAll('-', '')
  return { reference, isOurs: OUR_REFERENCES[kind].test(reference) }
}

/** The provider's own number of a payment or payout, by which it is found there. */
function storedNumber(text: string): string {
  return maskSecrets(text).slice(0, MAX_STORED)
}

/** CON-10: long runs of digits may be numbers of people or accounts: their middle is not stored. Addresses of mail are cut off. */
export function storedText(text: string): string {
  const masked = text.replaceAll(/\S+@\S+/g, '•••').replaceAll(/\d[\d .-]{6,}\d/g, (run) => maskedRun(run))
  return Array.from(masked.replaceAll(/\p{Cc}/gu, ' '))
    .slice(0, MAX_STORED)
    .join('')
}

function maskedRun(run: string): string {
  return `${run.slice(0, 2)}•••${run.slice(-2)}`
}

function shownCell(text: string): string {
  return storedText(text).slice(0, MAX_SHOWN)
}
