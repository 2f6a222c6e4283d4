import type { LineState } from './statement-words.ts'
import type { DecimalSign } from './written-amount.ts'

/** What is read of a file, by the columns that may hold it. */
export const MAPPED_FIELDS = ['reference', 'amount', 'out', 'fee', 'net', 'currency', 'state', 'at', 'number', 'payout'] as const
export type MappedField = (typeof MAPPED_FIELDS)[number]

/** Which column of a provider's files says what, and what its words mean: made once, and recognised by the columns. */
export type Mapping = {
  name: string
  /** Names of columns as the file writes them. `out`: amounts that went back, where a bank has a column of its own for them. */
  columns: Partial<Record<MappedField, string>>
  /** Of files without a column for it. */
  currency: string | null
  /** By the word as it is compared: `wordKey`. Without a column of states every line moved money. */
  words: Readonly<Record<string, LineState>>
  decimal: DecimalSign
  /** Some providers write hundredths in every currency. */
  unit: 'units' | 'hundredths'
}

export type MappingProblem = 'no-reference' | 'no-amount' | 'no-currency' | 'column-used-twice' | 'no-such-column' | 'no-name'

/** What keeps a mapping from being used on a file with these columns; null when nothing does. */
export function mappingProblem({ name, columns, currency }: Mapping, header: readonly string[]): MappingProblem | null {
  if (name.trim() === '') return 'no-name'
  if (columns.reference === undefined) return 'no-reference'
  if (columns.amount === undefined) return 'no-amount'
  if (columns.currency === undefined && currency === null) return 'no-currency'
  const used = Object.values(columns)
  if (new Set(used).size < used.length) return 'column-used-twice'
  return used.every((column) => header.filter((each) => columnKey(each) === columnKey(column)).length === 1) ? null : 'no-such-column'
}

export function columnKey(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

export function wordKey(word: string): string {
  return columnKey(word)
}

/** The first mapping whose columns are all in the file. The newest come first. */
export function recognise(mappings: readonly Mapping[], header: readonly string[]): Mapping | null {
  return mappings.find((mapping) => mappingProblem(mapping, header) === null) ?? null
}

/** The words of a column with their lines, where a file has few of them. */
export function wordsOf(
  columns: readonly { name: string; words: Readonly<Record<string, number>> | null }[],
  column: string | undefined,
): [string, number][] {
  const found = column === undefined ? undefined : columns.find(({ name }) => columnKey(name) === columnKey(column))
  return Object.entries(found?.words ?? {})
}
