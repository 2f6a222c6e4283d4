import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPERATOR } from '#operator-record'
import type { PackageName } from '../content-packages.ts'
import { CONTENT_VERSION } from '#server/database/content-version.ts'
import { SettingProblem } from '#shared/setting-problem.ts'
import { isPagePackage, packageProblems } from './check-package.ts'
import { withOperatorWords } from './operator-words.ts'
import { draftOver } from './draft-texts.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, localeOf, type Language } from '#shared/language.ts'
import { CHECKED_LANGUAGES } from '#shared/language-review.ts'

/** What ships: a folder for each language. */
export const CONTENT_FOLDER = join(import.meta.dirname, '../../../../content')

const OWN_FOLDER = join(OPERATOR.folder, 'content')
/** The language that content-packages.ts types texts by. */
const REFERENCE = 'en'

/** The operator's towns; the only package without a file. */
const TOWNS: PackageName = 'city-config'

const SHIPPED: ReadonlySet<string> = new Set([
  TOWNS,
  ...readdirSync(join(CONTENT_FOLDER, REFERENCE)).map((file) => file.replace(/\.json$/, '')),
])

export function isPackageName(text: string): text is PackageName {
  return SHIPPED.has(text)
}

export const PACKAGE_NAMES: readonly PackageName[] = [...SHIPPED].filter(isPackageName)

/**
 * The packages that ship with the portal, in the operator's words: the first content of a new database and the fallback for every text.
 * What is stored has no {brand} in it: the release before, which shares the database during an upgrade, would show it. Drafts have few of them.
 */
export type SeedFiles = { version: number; read(name: PackageName, language: Language): unknown }

let read: SeedFiles | null = null

/** Reading and checking them takes a tenth of a second. */
export function readSeedFiles(): SeedFiles {
  read ??= readAndCheck()
  return read
}

function readAndCheck(): SeedFiles {
  const problems = unknownFiles()
  const bodies = new Map<string, unknown>()
  for (const language of LANGUAGES)
    for (const name of PACKAGE_NAMES) {
      const say = (problem: string) => problems.push(`content/${language}/${name}.json: ${problem}`)
      const body = name === TOWNS ? townsPackage() : withOperatorWords(packageOf(name, language, say), language)
      if (body === undefined) continue
      const shown = CHECKED_LANGUAGES.includes(language)
        ? body
        : draftOver(Object(bodies.get(`${DEFAULT_LANGUAGE}/${name}`)), { name, language, draft: body })
      for (const problem of packageProblems(name, shown, referenceOf(name) ?? shown)) say(problem)
      bodies.set(`${language}/${name}`, body)
    }
  if (problems.length > 0) throw new SettingProblem(...problems.map((problem) => `GUICHET_OPERATOR: ${OPERATOR.folder}: ${problem}`))
  return { version: CONTENT_VERSION, read: (name, language) => bodies.get(`${language}/${name}`) }
}

/** OPR-1: an operator writes only the texts that differ; of a language that does not ship, all. */
function packageOf(name: PackageName, language: Language, say: (problem: string) => void): unknown {
  const [shipped, own] = [CONTENT_FOLDER, OWN_FOLDER].map((folder) => readJson(join(folder, language, `${name}.json`), say))
  if (shipped === undefined && own === undefined && CHECKED_LANGUAGES.includes(language)) say('is missing')
  if (own === undefined || shipped === undefined || isPagePackage(name)) return own ?? shipped
  return { ...Object(shipped), ...Object(own) }
}

/** Which texts a package has, and which values each may hold. */
function referenceOf(name: PackageName): unknown {
  return name === TOWNS ? undefined : withOperatorWords(readJson(join(CONTENT_FOLDER, REFERENCE, `${name}.json`)), REFERENCE)
}

function readJson(path: string, say: (problem: string) => void = () => {}): unknown {
  if (!existsSync(path)) return undefined
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

function unknownFiles(): string[] {
  const { tags } = OPERATOR
  const known = new Set(tags.flatMap((tag) => PACKAGE_NAMES.map((name) => `${tag}/${name}.json`)))
  return globSync('**/*.*', { cwd: OWN_FOLDER })
    .filter((path) => !known.has(path))
    .map((path) => `content/${path}: is no package of a language in languages.json (${tags.join(', ')})`)
}

function townsPackage() {
  const towns = OPERATOR.places.towns.toSorted((one, other) => one.name.localeCompare(other.name, localeOf(DEFAULT_LANGUAGE)))
  return { data: towns.map(({ name, hasHomeBroadband }) => ({ cityName: name, hbbLeadFeasibility: hasHomeBroadband })) }
}
