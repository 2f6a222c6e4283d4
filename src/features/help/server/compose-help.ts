import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import { readFaqSeed } from './faq-file.ts'
import { createHelpLibrary } from './help-library.ts'
import { helpCalls } from './help.calls.ts'

type Deps = { db: Database; clock: Clock; rateLimiter: RateLimiter }

export async function composeHelp({ db, clock, rateLimiter }: Deps) {
  const library = createHelpLibrary({ db, clock, seed: readFaqSeed() })
  // Read once before the first visitor, as page texts are.
  await library.version()
  return { calls: helpCalls({ db, clock, rateLimiter, library }), version: () => library.version() }
}
