import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PackageName } from '../content-packages.ts'
import { CONTENT_VERSION } from '#server/database/content-version.ts'
import { LANGUAGES, type Language } from '#shared/language.ts'
import { CHECKED_LANGUAGES } from '#shared/language-review.ts'

/** What ships: a folder for each language. */
export const CONTENT_FOLDER = join(import.meta.dirname, '../../../../content')

const SHIPPED: ReadonlySet<string> = new Set(readdirSync(join(CONTENT_FOLDER, 'en')).map((file) => file.replace(/\.json$/, '')))

export function isPackageName(text: string): text is PackageName {
  return SHIPPED.has(text)
}

export const PACKAGE_NAMES: readonly PackageName[] = [...SHIPPED].filter(isPackageName)

/** The packages that ship with the portal: the first content of a new database and the fallback for every text. Drafts have few of them. */
export type SeedFiles = { version: number; read(name: PackageName, language: Language): unknown }

export function readSeedFiles(): SeedFiles {
  const bodies = new Map<string, unknown>()
  for (const language of LANGUAGES)
    for (const name of PACKAGE_NAMES) {
      const file = join(CONTENT_FOLDER, language, `${name}.json`)
      const isMissing = !CHECKED_LANGUAGES.includes(language) && !existsSync(file)
      if (!isMissing) bodies.set(`${language}/${name}`, JSON.parse(readFileSync(file, 'utf8')))
    }
  return { version: CONTENT_VERSION, read: (name, language) => bodies.get(`${language}/${name}`) }
}
