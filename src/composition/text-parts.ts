import { checkFaqs, readFaqSeed } from '#features/help/server/faq-file.ts'
import { addDocument, lockDocuments, readNewestDocument, readNewestId } from '#features/help/server/help.store.ts'
import { sanitiseAnswer } from '#features/help/server/sanitise-answer.ts'
import { readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { noteProblem } from '#features/staff-acts/act-texts.ts'
import { mayApprove, mayDo, mayPropose } from '#features/staff-acts/roles.ts'
import { claimKey, saveResult } from '#features/staff-acts/server/desk-store.ts'
import { composeTextEditing } from '#features/text-editing/server/compose-text-editing.ts'
import type { Database } from '#server/database/database.ts'

/** The desk of texts, over the help centre and the rules for acts of staff. */
export function composeTexts(db: Database) {
  const help = { checkFaqs, readFaqSeed, sanitiseAnswer, readNewestId, readNewestDocument, lockDocuments, addDocument }
  const rules = { mayDo, mayPropose, mayApprove, noteProblem, claimKey, saveResult }
  return composeTextEditing({ db, seeds: readSeedFiles(), help, rules })
}
