import type { SeedFiles } from '#features/site-content/server/shipped-packages.ts'
import type { Database } from '#server/database/database.ts'
import { createPackageSource } from './package-source.ts'
import { createQuestionSource, type HelpFiles } from './question-source.ts'
import { createTextDesk, type StaffRules, type TextDesk } from './text-desk.ts'

type Deps = { db: Database; seeds: SeedFiles; help: HelpFiles; rules: StaffRules }

/** CON-7: texts of pages, SMS and the menu, and questions of the help centre, as the console edits them. */
export function composeTextEditing({ db, seeds, help, rules }: Deps): { texts: TextDesk } {
  const sources = { packages: createPackageSource(seeds), questions: createQuestionSource(help) }
  return { texts: createTextDesk(db, { sources, rules }) }
}
