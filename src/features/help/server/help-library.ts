import { isDeepStrictEqual } from 'node:util'
import { keptFresh } from '#shared/kept-fresh.ts'
import type { Language } from '#shared/language.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { checkFaqs, type FaqFile } from './faq-file.ts'
import { openGuide, type HelpGuide } from './help-guide.ts'
import { addDocument, readNewestDocument, readNewestId } from './help.store.ts'

/** The help centre from memory; a change in the database is seen within seconds on every replica. */
export type HelpLibrary = {
  read(language: Language): Promise<HelpGuide>
  /** Changes whenever the questions change: whoever keeps a finished page keeps it under this. */
  version(): Promise<string>
}

type Shelf = { id: number | null; guides: Record<Language, HelpGuide> }

const FRESH_MS = 3_000

export function openHelpLibrary({ db, clock, seed }: { db: Database; clock: Clock; seed: FaqFile }): HelpLibrary {
  let shelf: Shelf = { id: null, guides: guidesOf(seed) }

  async function refresh(): Promise<void> {
    const id = await readNewestId(db)
    if (id === shelf.id) return
    const { file } = checkFaqs((await readNewestDocument(db))?.body)
    // A document that an older portal wrote, or that somebody broke by hand, leaves the questions that ship with this one.
    shelf = { id, guides: guidesOf(file ?? seed) }
  }

  const refreshWhenDue = keptFresh({ now: () => clock.now(), freshForMs: () => FRESH_MS, refresh })

  /** A database that is away for a moment does not take the answers off the pages. */
  async function current(): Promise<Shelf> {
    await refreshWhenDue().catch(() => {})
    return shelf
  }

  return {
    async read(language) {
      return (await current()).guides[language]
    },
    async version() {
      return String((await current()).id)
    },
  }
}

function guidesOf(file: FaqFile): Record<Language, HelpGuide> {
  return { fr: openGuide(file, 'fr'), en: openGuide(file, 'en') }
}

/** First start: the questions that ship with the portal. Later starts: their new version, unless an editor replaced them. */
export async function seedFaqs(db: Database, seed: FaqFile): Promise<void> {
  const stored = await readNewestDocument(db)
  if (!stored || (stored.source === 'seed' && !isDeepStrictEqual(stored.body, seed))) await addDocument(db, { body: seed, source: 'seed' })
}

/** Checks, sanitises and serves an editor's file; answers what is wrong with it, and then changes nothing. */
export async function importFaqs(db: Database, body: unknown): Promise<string[]> {
  const { problems, file } = checkFaqs(body)
  if (file) await addDocument(db, { body: file, source: 'import' })
  return problems
}
