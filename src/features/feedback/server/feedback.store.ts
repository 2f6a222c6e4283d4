import type { Language } from '#shared/language.ts'
import type { Database } from '#server/database/database.ts'

export type Feedback = { rating: number; words: string; language: Language; givenAt: Date }

/** Stored without the visit: opinions are not linked to purchases. */
export async function addFeedback(db: Database, { rating, words, language, givenAt }: Feedback): Promise<void> {
  await db.insertInto('feedback').values({ rating, words, language, given_at: givenAt }).execute()
}
