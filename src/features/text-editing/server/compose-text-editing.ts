import type { SeedFiles } from '#features/site-content/server/shipped-packages.ts'
import type { Database } from '#server/database/database.ts'
import { createPackageSource } from './package-source.ts'
import { createQuestionSource } from './question-source.ts'
import { createTextDesk, type TextDesk } from './text-desk.ts'

/** CON-7: texts of pages, SMS and the menu, and questions of the help centre, as the console edits them. */
export function composeTextEditing({ db, seeds }: { db: Database; seeds: SeedFiles }): { texts: TextDesk } {
  return { texts: createTextDesk(db, { packages: createPackageSource(seeds), questions: createQuestionSource() }) }
}
