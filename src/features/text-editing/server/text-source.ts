import type { Database } from '#server/database/database.ts'
import type { Fields, TextFacts, TextProblem } from '../edition.ts'

export type TextChange = { textId: string; texts: Fields }
export type ServedText = { facts: TextFacts; texts: Fields }

/** Where texts are served from. What is published goes through the same checks and the same versions as an import. */
export type TextSource = {
  /** All texts that it serves now, by id. */
  read(db: Database): Promise<Map<string, ServedText>>
  /** As it is stored: tidy, and in the operator's words where it names them ('{brand}'). */
  prepare(facts: TextFacts, typed: Fields): { texts: Fields; problems: TextProblem[] }
  /** Until the end of the transaction no one else changes what it serves. */
  lock(tx: Database): Promise<void>
  /** Inside a transaction: what is wrong with these changes together, or how to serve them. */
  plan(tx: Database, changes: readonly TextChange[]): Promise<{ problems: TextProblem[] } | { write(): Promise<void> }>
}

export function isQuestion(textId: string): boolean {
  return textId.startsWith('help/')
}
