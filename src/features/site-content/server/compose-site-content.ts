import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { productConfigCalls } from './product-config.calls.ts'
import { createProductConfig } from './product-config.ts'
import { readSeedFiles } from './shipped-packages.ts'
import { siteContentCalls, type SpecialPackages } from './site-content.calls.ts'
import { createSiteContent } from './site-content.ts'

type Deps = { db: Database; clock: Clock; specialPackages: SpecialPackages }

export async function composeSiteContent({ db, clock, specialPackages }: Deps) {
  const content = createSiteContent({ db, clock, seeds: readSeedFiles() })
  // Read once before the first visitor: no page may show what ships instead of what was published.
  await content.version()
  const config = createProductConfig(content)
  return {
    content,
    config,
    calls: [...siteContentCalls(content, specialPackages), ...productConfigCalls(config)],
    version: () => content.version(),
  }
}
