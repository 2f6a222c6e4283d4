import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { coverageCalls } from './coverage.calls.ts'
import { createSites } from './sites.ts'

type Deps = { db: Database; clock: Clock }

export async function composeCoverage({ db, clock }: Deps) {
  const sites = createSites({ db, clock })
  // Read once before the first visitor: from then on pages work while the database is down.
  await sites.version()
  return {
    calls: coverageCalls(sites),
    /** Content packages of the specification that are data of this feature, by their `pageUrl`. */
    specialPackages: { '/fetch-sites-data-5g': () => sites.specificationPackage() },
    version: () => sites.version(),
    isDemonstration: async () => (await sites.summary()).isDemonstration,
  }
}
