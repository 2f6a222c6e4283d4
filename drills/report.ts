import type { Audit } from './audit.ts'
import type { TrafficCount } from './traffic.ts'

export type DrillResult = {
  drill: string
  /** The injected fault, in a few words. */
  what: string
  traffic?: TrafficCount
  audit?: Audit
  /** Failures other than ledger differences. */
  problems: string[]
  seconds: number
}

const COLUMNS = ['drill', 'what', 'payments', 'captures', 'delivered F', 'refunded F', 'review', 'differences', 's'] as const

/** A table that reads the same on a terminal and in docs/drill.md. */
export function drillTable(results: readonly DrillResult[]): string {
  const rows = results.map(({ drill, what, traffic, audit, problems, seconds }) => [
    drill,
    what,
    traffic ? String(traffic.begun) : '',
    audit ? String(audit.sums.captures) : '',
    audit ? String(audit.sums.delivered) : '',
    audit ? String(audit.sums.refunded) : '',
    audit ? String(audit.underReview.length) : '',
    String((audit?.differences.length ?? 0) + problems.length),
    seconds.toFixed(0),
  ])
  const widths = COLUMNS.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(COLUMNS), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

export function ok({ audit, problems }: DrillResult): boolean {
  return problems.length === 0 && (audit?.differences.length ?? 0) === 0
}

/** Result of one drill: one line on success, all details on failure. */
export function drillStory(result: DrillResult): string {
  const { drill, what, traffic, audit, problems, seconds } = result
  const lines = [`${ok(result) ? 'ok  ' : 'FAIL'}  ${drill}: ${what} (${seconds.toFixed(1)} s)`]
  if (traffic) lines.push(`      payments ${traffic.begun}, shown ${words(traffic.shown)}${refusals(traffic)}`)
  for (const { kind, reference, detail } of audit?.differences ?? []) lines.push(`      DIFFERENCE ${kind} ${reference}: ${detail}`)
  for (const [why, count] of Object.entries(Object.groupBy(audit?.underReview ?? [], ({ why }) => why)))
    lines.push(`      under review, ${why}: ${count?.map(({ reference }) => reference).join(' ')}`)
  for (const problem of problems) lines.push(`      PROBLEM ${problem}`)
  return lines.join('\n')
}

function refusals({ refused, givenUp }: TrafficCount): string {
  const parts = [
    ...(Object.keys(refused).length > 0 ? [`refused ${words(refused)}`] : []),
    ...(givenUp.length > 0 ? [`given up ${givenUp.length} (${givenUp[0]})`] : []),
  ]
  return parts.length > 0 ? `; ${parts.join('; ')}` : ''
}

function words(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([word, count]) => `${word} ${count}`)
    .join(', ')
}
