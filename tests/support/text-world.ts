import { readFaqSeed } from '#features/help/server/faq-file.ts'
import { seedFaqs } from '#features/help/server/help-library.ts'
import { readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { createSiteContent, seedContent } from '#features/site-content/server/site-content.ts'
import type { Fields, TextResult } from '#features/text-editing/edition.ts'
import { textMark } from '#features/text-editing/server/text-change.ts'
import { openDatabase } from '#server/database/database.ts'
import type { Staff, StaffRole } from '#shared/staff-role.ts'
import { composeTexts } from '../../src/composition/text-parts.ts'
import { testDatabase } from './test-database.ts'

export const someone = (id: string, ...roles: StaffRole[]): Staff => ({ id, name: `Name ${id}`, roles })
export const EDITOR = someone('editor-1', 'editor')
export const OTHER_EDITOR = someone('editor-2', 'editor')
export const APPROVER = someone('approver-1', 'approver')
export const OTHER_APPROVER = someone('approver-2', 'approver')

/** The desk of texts over a database of its own, with what the staff does as one call each. */
export async function textWorld() {
  const { pool, url } = await testDatabase()
  const db = openDatabase(pool)
  const seeds = readSeedFiles()
  await seedContent(db, seeds)
  await seedFaqs(db, readFaqSeed())
  const { texts: desk } = composeTexts(db)
  const key = () => crypto.randomUUID()
  const open = async (textId: string) => (await desk.open()).find((edition) => edition.textId === textId)
  const served = async (textId: string): Promise<Fields> => (await desk.texts()).get(textId)?.texts ?? {}
  const published = async (textId: string) => (await desk.history(textId)).find(({ state }) => state === 'published')?.number ?? 0

  return {
    db,
    url,
    seeds,
    desk,
    key,
    open,
    served,
    published,
    /** As a page that reads now sees it. */
    content: () => createSiteContent({ db, seeds, clock: { now: () => new Date() } }),
    async write(
      textId: string,
      changes: Fields,
      { by = EDITOR, isSent = true }: { by?: Staff; isSent?: boolean } = {},
    ): Promise<TextResult> {
      const shown = await served(textId)
      const current = await open(textId)
      const typed = { ...(current?.texts ?? shown), ...changes }
      const seen = textMark(shown)
      return desk.save({ staff: by, key: key(), textId, typed, seen, revision: current?.revision ?? 0, isSent, bringsBack: null })
    },
    async approve(textId: string, { by = APPROVER, publishAt = null }: { by?: Staff; publishAt?: Date | null } = {}): Promise<TextResult> {
      return desk.approve({ staff: by, key: key(), textId, revision: (await open(textId))?.revision ?? 0, publishAt })
    },
    async restore(textId: string, by: Staff = APPROVER): Promise<TextResult> {
      return desk.restore({ staff: by, key: key(), textId, published: await published(textId) })
    },
    /** Lets the time of what is scheduled come, by the database's clock. */
    async letTimeCome(textId: string): Promise<void> {
      await db
        .updateTable('text_edition')
        .set({ publish_at: new Date(Date.now() - 1000) })
        .where('text_id', '=', textId)
        .where('state', '=', 'scheduled')
        .execute()
    },
    audit: () => db.selectFrom('audit_entry').selectAll().orderBy('sequence', 'desc').execute(),
  }
}
