import { isDeepStrictEqual } from 'node:util'
import { refreshWhenStale } from '#shared/refresh-when-stale.ts'
import { isFrench, LANGUAGES, type Language } from '#shared/language.ts'
import { moneyLanguage } from '#shared/language-review.ts'
import type { Clock } from '#server/clock.ts'
import { withOperatorWords } from './operator-words.ts'
import { seedStep } from '#server/database/content-version.ts'
import type { Database } from '#server/database/database.ts'
import type { PackageName } from '../content-packages.ts'
import { withCheckedLinks } from './checked-links.ts'
import { draftOver } from './draft-texts.ts'
import { isPagePackage, packageProblems } from './check-package.ts'
import { isPackageName, PACKAGE_NAMES, type SeedFiles } from './shipped-packages.ts'
import {
  readActiveContent,
  readContentVersion,
  replacePackages,
  seedPackages,
  type ActivePackage,
  type NewPackage,
} from './site-content.store.ts'
import { setFrenchType } from '#shared/french-type.ts'

/** The portal's content, cached in memory; a change in the database is visible within seconds on every replica. */
export type SiteContent = {
  /** As pages show it. */
  read(name: PackageName, language: Language): Promise<Record<string, unknown>>
  /** As editors wrote it, with plain blanks: for SMS, and for editors. */
  readAsWritten(name: PackageName, language: Language): Promise<Record<string, unknown>>
  /** Grows whenever any package changes: the cache key of rendered pages. */
  version(): Promise<string>
  /** The content as it is now, for all that one page says: it mixes no two versions. */
  pinned(): Promise<Pick<SiteContent, 'read'>>
}

type Snapshot = {
  version: number
  packages: Map<string, ActivePackage>
  /** Packages as shown, cached at the first read. */
  whole: Map<string, Record<string, unknown>>
}

const FRESH_MS = 3_000

export function createSiteContent({ db, clock, seeds }: { db: Database; clock: Clock; seeds: SeedFiles }): SiteContent {
  let snapshot: Snapshot | null = null

  /** CON-7: an answer that is older than what is shown, however it came to that, changes nothing. */
  async function refresh(): Promise<void> {
    const known = snapshot?.version ?? 0
    if ((await readContentVersion(db)) <= known) return
    const { version, packages: rows } = await readActiveContent(db)
    const packages = new Map(
      rows.map((row) => [`${row.language}/${row.name}`, { ...row, body: withCheckedLinks(withOperatorWords(row.body, row.language)) }]),
    )
    if (version > known) snapshot = { version, packages, whole: new Map() }
  }

  const refreshWhenDue = refreshWhenStale({ now: () => clock.now(), freshForMs: () => FRESH_MS, refresh })

  /** While the database is down, the last copy is served; without one nothing is, because what ships may be older than what was published. */
  async function current(): Promise<Snapshot> {
    const failed = await refreshWhenDue().then(
      () => null,
      (error: unknown) => ({ error }),
    )
    if (snapshot) return snapshot
    throw failed ? failed.error : new Error('the content was not read')
  }

  /** A stored package may be older than the portal: a text it lacks comes from the one that ships with it. */
  function ownPackage(packages: Snapshot['packages'], name: PackageName, language: Language): Record<string, unknown> {
    const seed = seeds.read(name, language) as Record<string, unknown>
    const stored = packages.get(`${language}/${name}`)?.body as Record<string, unknown> | undefined
    return isPagePackage(name) ? (stored ?? seed) : { ...seed, ...stored }
  }

  function wholePackage(packages: Snapshot['packages'], name: PackageName, language: Language): Record<string, unknown> {
    const own = ownPackage(packages, name, language)
    const inUse = moneyLanguage(language)
    return inUse === language ? own : draftOver(ownPackage(packages, name, inUse), { name, language, draft: own })
  }

  function shownIn({ packages, whole }: Snapshot, name: PackageName, language: Language): Record<string, unknown> {
    const key = `${language}/${name}`
    const known = whole.get(key) ?? shownPackage(wholePackage(packages, name, language), language)
    whole.set(key, known)
    return known
  }

  return {
    async read(name, language) {
      return shownIn(await current(), name, language)
    },
    async pinned() {
      const one = await current()
      return { read: async (name, language) => shownIn(one, name, language) }
    },
    async readAsWritten(name, language) {
      return wholePackage((await current()).packages, name, language)
    },
    async version() {
      return String((await current()).version)
    },
  }
}

/** OPS-4. First start: every package that ships with the portal. Later starts: those that changed, unless an editor or a newer program did. */
export async function seedContent(db: Database, seeds: SeedFiles): Promise<void> {
  const { version } = seeds
  await seedPackages(db, version, (rows) => {
    const active = new Map(rows.map((row) => [`${row.language}/${row.name}`, row]))
    const fresh: NewPackage[] = []
    const marked: number[] = []
    for (const language of LANGUAGES) {
      for (const name of PACKAGE_NAMES) {
        const body = seeds.read(name, language)
        if (body === undefined) continue
        const stored = active.get(`${language}/${name}`) ?? null
        const step = seedStep(stored, { isSame: isDeepStrictEqual(stored?.body, body), version })
        if (step === 'replace') fresh.push({ name, language, body, seedVersion: version })
        if (step === 'mark' && stored) marked.push(stored.id)
      }
    }
    return { fresh, marked }
  })
}

export type ImportedFile = { name: string; language: Language; body: unknown }

/** Checks all, then replaces all: one wrong package leaves everything as it was. */
export async function importContent(db: Database, seeds: SeedFiles, files: ImportedFile[]): Promise<string[]> {
  const { problems, packages } = checkContent(seeds, files)
  if (problems.length === 0) await replacePackages(db, packages)
  return problems
}

export function checkContent(seeds: SeedFiles, files: ImportedFile[]): { problems: string[]; packages: NewPackage[] } {
  const packages: NewPackage[] = []
  const problems = files.flatMap(({ name, language, body }) => {
    if (!isPackageName(name)) return [`${language}/${name}: there is no such package`]
    packages.push({ name, language, body, seedVersion: null })
    return packageProblems(name, withOperatorWords(body, language), seeds.read(name, moneyLanguage(language))).map(
      (problem) => `${language}/${name}: ${problem}`,
    )
  })
  return { problems, packages }
}

/** What programs read, compare or send on: it stays as it was written. */
const NOT_SHOWN = new Set(['pattern', 'name', 'options', 'cityName', 'state', 'href', 'heading_image', 'consentVersion', 'payStackConfig'])

/** A package as pages show it: French with its own blanks and apostrophes, which editors need not type. */
export function shownPackage(body: Record<string, unknown>, language: Language): Record<string, unknown> {
  return isFrench(language) ? shownFields(body) : body
}

function shownFields(body: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, NOT_SHOWN.has(key) ? value : shown(value)]))
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return setFrenchType(value)
  if (Array.isArray(value)) return value.map(shown)
  return typeof value === 'object' && value !== null ? shownFields(value) : value
}
