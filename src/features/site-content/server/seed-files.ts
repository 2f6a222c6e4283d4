import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES, type Language } from '#shared/language.ts'
import { CONTENT_PACKAGES, isPackageName, type PackageName } from '../package-names.ts'

const FOLDER = join(import.meta.dirname, '../../../../content')

/** The packages that ship with the portal: the first content of a new database and the fallback for every text. */
export type SeedFiles = { read(name: PackageName, language: Language): unknown }

export function readSeedFiles(): SeedFiles {
  const bodies = new Map<string, unknown>()
  for (const language of LANGUAGES) {
    for (const name of Object.keys(CONTENT_PACKAGES).filter(isPackageName)) {
      const body: unknown = JSON.parse(readFileSync(join(FOLDER, language, `${name}.json`), 'utf8'))
      bodies.set(`${language}/${name}`, body)
    }
  }
  return { read: (name, language) => bodies.get(`${language}/${name}`) }
}
