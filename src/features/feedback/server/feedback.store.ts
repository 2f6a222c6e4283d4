import type { Language } from '#shared/language.ts'
import type { Database } from '#server/database/database.ts'

export type Feedback = { rating: number; words: string; language: Language; givenAt: Date }

/** Without the visit: what people say about us is not tied to what they bought. */
export async function addFeedback(db: Database, { rating, words, language, givenAt }: Feedback): Promise<void> {
  await db.insertInto('feedback').values({ rating, words, language, given_at: givenAt }).execute()
}
