import { OPERATOR } from '#operator-record'
import {
  checkRows,
  type CheckedRows,
  coordinatesCell,
  numberCell,
  RowProblem,
  shippedRows,
  textCell,
} from '#features/places/server/check-rows.ts'
import { replacePlaceData } from '#features/places/server/place-data.ts'
import type { Database } from '#server/database/database.ts'
import { parseOpeningHours } from '../opening-hours.ts'
import { SERVICES } from '../services.ts'
import { replaceShops, type ShopRow } from './shops.store.ts'

const COLUMNS = [
  'number',
  'kind',
  'name',
  'town',
  'quarter',
  'address',
  'postalCode',
  'phone',
  'latitude',
  'longitude',
  'openingHours',
  'services',
]

/** The operator's shops and dealers. */
export function checkShops(text: string): CheckedRows<ShopRow> {
  const numbers = new Set<number>()
  return checkRows(text, COLUMNS, (values) => {
    const number = numberCell(values, 'number')
    if (!Number.isInteger(number) || number < 1 || number > 9_999_999) throw new RowProblem("'number' must be a whole number from 1")
    if (numbers.has(number)) throw new RowProblem(`number ${number} stands twice in the file`)
    numbers.add(number)
    return {
      number,
      kind: kindCell(values),
      name: textCell(values, 'name', { most: 60 }),
      town: textCell(values, 'town', { most: 40 }),
      quarter: textCell(values, 'quarter', { least: 0, most: 40 }),
      address: textCell(values, 'address', { most: 160 }),
      postalCode: textCell(values, 'postalCode', { least: 0, most: 10 }),
      phone: phoneCell(values),
      ...coordinatesCell(values),
      openingHours: hoursCell(values),
      services: servicesCell(values),
    }
  })
}

function kindCell(values: Readonly<Record<string, unknown>>): 'shop' | 'dealer' {
  const { kind } = values
  if (kind !== 'shop' && kind !== 'dealer') throw new RowProblem("'kind' must be shop or dealer")
  return kind
}

function phoneCell(values: Readonly<Record<string, unknown>>): string {
  const digits = textCell(values, 'phone', { most: 20 }).replace(/[\s.]/g, '')
  if (!/^(\+?[0-9]{2,15})$/.test(digits)) throw new RowProblem("'phone' must hold digits only")
  return digits
}

function hoursCell(values: Readonly<Record<string, unknown>>): string {
  const hours = textCell(values, 'openingHours', { most: 160 })
  if (!parseOpeningHours(hours)) throw new RowProblem("'openingHours' must be written like Mo-Fr 08:00-12:30,15:00-18:30; Sa 08:00-13:00")
  return hours
}

/** A list in JSON; in CSV the services stand in one cell with '|' between them. */
function servicesCell(values: Readonly<Record<string, unknown>>): string[] {
  const given = values.services
  const services: unknown[] = Array.isArray(given) ? given : typeof given === 'string' ? given.split('|') : []
  return services
    .map((service) => String(service).trim())
    .filter((service) => service !== '')
    .map((service) => {
      const known = SERVICES.find((name) => name === service)
      if (!known) throw new RowProblem(`'${service}' is not one of the services ${SERVICES.join(', ')}`)
      return known
    })
}

/** Replaces all shops or, when a row is wrong, none; the problems say which. */
export async function importShops(db: Database, text: string, asOf: string): Promise<string[]> {
  const { rows, problems } = checkShops(text)
  if (problems.length > 0) return problems
  await replacePlaceData(db, { kind: 'shops', source: 'import', asOf, rows, write: (transaction) => replaceShops(transaction, rows) })
  return []
}

/** The demonstration shops, until the operator imports its own. */
export async function seedShops(db: Database): Promise<void> {
  const { asOf, files } = OPERATOR.places
  const rows = shippedRows(files.shops, checkShops)
  await replacePlaceData(db, { kind: 'shops', source: 'seed', asOf, rows, write: (transaction) => replaceShops(transaction, rows) })
}
