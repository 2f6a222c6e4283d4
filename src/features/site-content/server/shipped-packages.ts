import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPERATOR } from '#operator-record'
import type { PackageName } from '../content-packages.ts'
import { CONTENT_VERSION } from '#server/database/content-version.ts'
import { withOperatorWords } from './operator-words.ts'
import { LANGUAGES, type Language } from '#shared/language.ts'
import { CHECKED_LANGUAGES } from '#shared/language-review.ts'

/** What ships: a folder for each language. */
export const CONTENT_FOLDER = join(import.meta.dirname, '../../../../content')

/** The operator's towns; the only package without a file. */
const TOWNS: PackageName = 'city-config'

const SHIPPED: ReadonlySet<string> = new Set([TOWNS, ...readdirSync(join(CONTENT_FOLDER, 'en')).map((file) => file.replace(/\.json$/, ''))])

export function isPackageName(text: string): text is PackageName {
  return SHIPPED.has(text)
}

export const PACKAGE_NAMES: readonly PackageName[] = [...SHIPPED].filter(isPackageName)

/**
 * The packages that ship with the portal, in the operator's words: the first content of a new database and the fallback for every text.
 * What is stored has no {brand} in it: the release before, which shares the database during an upgrade, would show it. Drafts have few of them.
 */
export type SeedFiles = { version: number; read(name: PackageName, language: Language): unknown }

export function readSeedFiles(): SeedFiles {
  const bodies = new Map<string, unknown>()
  for (const language of LANGUAGES)
    for (const name of PACKAGE_NAMES) {
      const file = join(CONTENT_FOLDER, language, `${name}.json`)
      const isMissing = !CHECKED_LANGUAGES.includes(language) && !existsSync(file)
      if (name === TOWNS) bodies.set(`${language}/${name}`, townsPackage())
      else if (!isMissing) bodies.set(`${language}/${name}`, withOperatorWords(JSON.parse(readFileSync(file, 'utf8')), language))
    }
  return { version: CONTENT_VERSION, read: (name, language) => bodies.get(`${language}/${name}`) }
}

function townsPackage() {
  const towns = OPERATOR.places.towns.toSorted((one, other) => one.name.localeCompare(other.name, 'fr'))
  return { data: towns.map(({ name, hasHomeBroadband }) => ({ cityName: name, hbbLeadFeasibility: hasHomeBroadband })) }
}
