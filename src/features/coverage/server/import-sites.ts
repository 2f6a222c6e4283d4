import { OPERATOR } from '#operator-record'
import {
  booleanCell,
  type CheckedRows,
  checkRows,
  coordinatesCell,
  RowProblem,
  shippedRows,
  textCell,
} from '#features/places/server/check-rows.ts'
import { replacePlaceData } from '#features/places/server/place-data.ts'
import type { Database } from '#server/database/database.ts'
import { TECHNOLOGIES, TECHNOLOGY_BIT } from '../rules.ts'
import { replaceSites, type Site } from './sites.store.ts'

const COLUMNS = ['title', 'latitude', 'longitude', '_2Gservice', '_3Gservice', '_4Gservice', '_5Gservice']

/** The operator's sites: columns as in the specification's shape of a site. */
export function checkSites(text: string): CheckedRows<Site> {
  return checkRows(text, COLUMNS, (values) => {
    const technologies = TECHNOLOGIES.filter((technology) => booleanCell(values, `_${technology}service`))
    if (technologies.length === 0) throw new RowProblem('the site has no technology')
    return {
      title: textCell(values, 'title', { most: 80 }),
      ...coordinatesCell(values),
      technologies: technologies.reduce((bits, technology) => bits | TECHNOLOGY_BIT[technology], 0),
    }
  })
}

/** Replaces all sites or, when a row is wrong, none; the problems say which. */
export async function importSites(db: Database, text: string, asOf: string): Promise<string[]> {
  const { rows, problems } = checkSites(text)
  if (problems.length > 0) return problems
  await replacePlaceData(db, { kind: 'sites', source: 'import', asOf, rows, write: (transaction) => replaceSites(transaction, rows) })
  return []
}

/** The demonstration sites, until the operator imports its own. */
export async function seedSites(db: Database): Promise<void> {
  const { asOf, files } = OPERATOR.places
  const rows = shippedRows(files.sites, checkSites)
  await replacePlaceData(db, { kind: 'sites', source: 'seed', asOf, rows, write: (transaction) => replaceSites(transaction, rows) })
}
