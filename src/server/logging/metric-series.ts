import { OTHER } from './metric-table.ts'

/** A label whose values are all exported, also at 0, and whose unknown values are summed. */
export type KnownLabels = { label: string; values: readonly string[] }

export type LabelledValue = { labels: Record<string, string>; value: number }

type Row = { labels: Record<string, string>; value: number }

/**
 * One series for every combination of known values, so that a counter is visible as 0 before its first event. An unknown value counts as
 * `other`: whatever the database holds, there are never more series than these. Several rows of one series are summed.
 */
export function expandSeries(
  known: readonly KnownLabels[],
  rows: readonly Row[],
  together: (values: number[]) => number = sum,
): LabelledValue[] {
  const named = rows.map(({ labels, value }) => ({ labels: knownOnly(known, labels), value }))
  const others = named.map(({ labels }) => labels).filter((labels) => Object.values(labels).includes(OTHER))
  const all = new Map([...combinations(known), ...others].map((labels) => [keyOf(labels), labels]))
  return [...all].map(([key, labels]) => {
    const values = named.filter((row) => keyOf(row.labels) === key).map(({ value }) => value)
    return { labels, value: values.length === 0 ? 0 : together(values) }
  })
}

export function largest(values: number[]): number {
  return Math.max(...values)
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function knownOnly(known: readonly KnownLabels[], labels: Record<string, string>): Record<string, string> {
  return Object.fromEntries(known.map(({ label, values }) => [label, values.find((value) => value === labels[label]) ?? OTHER]))
}

function combinations([first, ...rest]: readonly KnownLabels[]): Record<string, string>[] {
  if (!first) return [{}]
  return first.values.flatMap((value) => combinations(rest).map((others) => ({ [first.label]: value, ...others })))
}

function keyOf(labels: Record<string, string>): string {
  return Object.keys(labels)
    .toSorted()
    .map((label) => `${label}=${labels[label]}`)
    .join()
}
