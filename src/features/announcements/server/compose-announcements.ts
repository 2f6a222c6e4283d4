import type { SiteContent } from '#features/site-content/server/site-content.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { createAnnouncementDesk } from './announcement-desk.ts'
import { createAnnouncements } from './announcements.ts'

type Deps = { db: Database; clock: Clock; content: SiteContent }

/** CON-8: what visitors are told about an outage. */
export function composeAnnouncements(deps: Deps) {
  const announcements = createAnnouncements(deps)
  return { announcements, announcementDesk: createAnnouncementDesk(deps), version: () => announcements.version() }
}
