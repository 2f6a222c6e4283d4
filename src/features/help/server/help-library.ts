import { isDeepStrictEqual } from 'node:util'
import { refreshWhenStale } from '#shared/refresh-when-stale.ts'
import { DEFAULT_LANGUAGE, type Language } from '#shared/language.ts'
import { CHECKED_LANGUAGES } from '#shared/language-review.ts'
import type { Clock } from '#server/clock.ts'
import { CONTENT_VERSION, seedStep } from '#server/database/content-version.ts'
import type { Database } from '#server/database/database.ts'
import { checkFaqs, type FaqFile } from './faq-file.ts'
import { createGuide, type HelpGuide } from './help-guide.ts'
import { addDocument, lockDocuments, markDocument, readNewestDocument, readNewestId } from './help.store.ts'

/** The help centre, cached in memory; a change in the database is visible within seconds on every replica. */
export type HelpLibrary = {
  read(language: Language): Promise<HelpGuide>
  /** Changes whenever the questions change: the cache key of rendered pages. */
  version(): Promise<string>
}

type Shelf = { id: number; guideIn: (language: Language) => HelpGuide }

const FRESH_MS = 3_000

export function createHelpLibrary({ db, clock, seed }: { db: Database; clock: Clock; seed: FaqFile }): HelpLibrary {
  let shelf: Shelf | null = null

  /** CON-7: ids only grow; an answer that is older than what is shown changes nothing. */
  async function refresh(): Promise<void> {
    const id = (await readNewestId(db)) ?? 0
    if (shelf && id <= shelf.id) return
    const newest = await readNewestDocument(db)
    const { file } = checkFaqs(newest?.body)
    // A document that an older version wrote, or that was broken by hand, is ignored: the shipped questions are used.
    if (!shelf || (newest && newest.id > shelf.id)) shelf = { id: newest?.id ?? 0, guideIn: guidesOf(file ?? seed) }
  }

  const refreshWhenDue = refreshWhenStale({ now: () => clock.now(), freshForMs: () => FRESH_MS, refresh })

  /** While the database is down, the last copy is served; without one nothing is. */
  async function current(): Promise<Shelf> {
    const failed = await refreshWhenDue().then(
      () => null,
      (error: unknown) => ({ error }),
    )
    if (shelf) return shelf
    throw failed ? failed.error : new Error('the questions were not read')
  }

  return {
    async read(language) {
      return (await current()).guideIn(language)
    },
    async version() {
      return String((await current()).id)
    },
  }
}

/** In the reader's language, or in the operator's first where no one has checked the reader's. */
function guidesOf(file: FaqFile): Shelf['guideIn'] {
  const first = createGuide(file, DEFAULT_LANGUAGE)
  const others = CHECKED_LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE)
  const guides = new Map(others.map((language) => [language, createGuide(file, language)]))
  return (language) => guides.get(language) ?? first
}

/** OPS-4. First start: the questions that ship with the portal. Later starts: their new version, unless an editor or a newer program changed them. */
export async function seedFaqs(db: Database, seed: FaqFile, version: number = CONTENT_VERSION): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockDocuments(tx)
    const stored = await readNewestDocument(tx)
    const step = seedStep(stored, { isSame: isDeepStrictEqual(stored?.body, seed), version })
    if (step === 'replace') await addDocument(tx, { body: seed, seedVersion: version })
    if (step === 'mark' && stored) await markDocument(tx, stored.id, version)
  })
}

/** Checks, sanitises and serves an editor's file; with errors it returns them and changes nothing. */
export async function importFaqs(db: Database, body: unknown): Promise<string[]> {
  const { problems, file } = checkFaqs(body)
  if (file)
    await db.transaction().execute(async (tx) => {
      await lockDocuments(tx)
      await addDocument(tx, { body: file, seedVersion: null })
    })
  return problems
}
