import { readFileSync } from 'node:fs'
import { type Coordinates, isWithin } from '../coordinates.ts'
import { MAP_LIMITS } from '../operator-map.ts'
import { regionAt } from './country-shape.ts'
import { UnreadableTable } from '#shared/csv-rows.ts'
import { readTable } from './table-file.ts'

export type CheckedRows<Row> = { rows: Row[]; problems: string[] }

type Values = Readonly<Record<string, unknown>>

/** What is wrong with one row, in words for its author. */
export class RowProblem extends Error {}

const MAX_PROBLEMS = 20

/** Reads a file row by row. Every mistake is named with its line; rows count only when there is none. */
export function checkRows<Row>(text: string, columns: readonly string[], rowOf: (values: Values) => Row): CheckedRows<Row> {
  const rows: Row[] = []
  const problems: string[] = []
  try {
    for (const { line, values } of readTable(text)) {
      try {
        refuseUnknown(values, columns)
        rows.push(rowOf(values))
      } catch (error) {
        if (!(error instanceof RowProblem)) throw error
        problems.push(`line ${line}: ${error.message}`)
      }
    }
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error
    problems.push(error.message)
  }
  if (rows.length === 0 && problems.length === 0) problems.push('the file holds no rows')
  return { rows, problems: shortened(problems) }
}

/** The rows of a file in the operator's folder. */
export function shippedRows<Row>(path: string, check: (text: string) => CheckedRows<Row>): Row[] {
  const { rows, problems } = check(readFileSync(path, 'utf8'))
  if (problems.length > 0) throw new Error(`${path}: ${problems.join('; ')}`)
  return rows
}

function shortened(problems: string[]): string[] {
  const more = problems.length - MAX_PROBLEMS
  return more > 0 ? [...problems.slice(0, MAX_PROBLEMS), `and ${more} more`] : problems
}

function refuseUnknown(values: Values, columns: readonly string[]): void {
  const unknown = Object.keys(values).find((name) => !columns.includes(name))
  if (unknown !== undefined) throw new RowProblem(`'${unknown}' is not one of ${columns.join(', ')}`)
}

/** A text without markup and control signs; empty only where `least` is 0. */
export function textCell(values: Values, name: string, { least = 1, most }: { least?: number; most: number }): string {
  const value = values[name] ?? ''
  if (typeof value !== 'string') throw new RowProblem(`'${name}' must be a text`)
  const text = value.trim()
  if (text.length < least) throw new RowProblem(`'${name}' is missing`)
  if (text.length > most) throw new RowProblem(`'${name}' is longer than ${most} characters`)
  if (/[<>\p{Cc}]/u.test(text)) throw new RowProblem(`'${name}' holds a sign that is not allowed`)
  return text
}

/** Whole or decimal, with a point; spreadsheets in French write a comma. */
export function numberCell(values: Values, name: string): number {
  const value = values[name]
  if (typeof value === 'number') return value
  const text = typeof value === 'string' ? value.trim().replace(',', '.') : ''
  if (!/^-?[0-9]{1,9}(\.[0-9]+)?$/.test(text)) throw new RowProblem(`'${name}' must be a number`)
  return Number(text)
}

/** @public The import of sites uses it; the check for unused code does not see that. */
export function booleanCell(values: Values, name: string): boolean {
  const value = values[name] ?? ''
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '?'
  if (['true', 'yes', 'oui', '1'].includes(text)) return true
  if (['false', 'no', 'non', '0', ''].includes(text)) return false
  throw new RowProblem(`'${name}' must be yes or no`)
}

/** Both coordinates, in or near the country. Swapped ones are the usual mistake, so they are named. */
export function coordinatesCell(values: Values): Coordinates {
  const point = { latitude: numberCell(values, 'latitude'), longitude: numberCell(values, 'longitude') }
  const swapped = { latitude: point.longitude, longitude: point.latitude }
  if (regionAt(point) !== null) return point
  if (regionAt(swapped) !== null) throw new RowProblem('latitude and longitude are swapped')
  if (!isWithin(MAP_LIMITS, point)) throw new RowProblem(`${point.latitude}, ${point.longitude} is not in or near the country`)
  return point
}
