import { seedSites } from '#features/coverage/server/import-sites.ts'
import { readFaqSeed } from '#features/help/server/faq-file.ts'
import { seedFaqs } from '#features/help/server/help-library.ts'
import { seedShops } from '#features/shops/server/import-shops.ts'
import { readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { seedContent } from '#features/site-content/server/site-content.ts'
import type { Database } from '#server/database/database.ts'

/** Imports shipped content into the database, where it replaces nothing newer and nothing of an editor. May be repeated. */
export async function seedPortal(db: Database): Promise<void> {
  await seedContent(db, readSeedFiles())
  await seedFaqs(db, readFaqSeed())
  await seedSites(db)
  await seedShops(db)
}
