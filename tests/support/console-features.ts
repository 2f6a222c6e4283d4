import { createAnnouncementDesk } from '#features/announcements/server/announcement-desk.ts'
import { readLatest, readOpen } from '#features/announcements/server/announcement.store.ts'
import { createAnnouncements } from '#features/announcements/server/announcements.ts'
import { readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { createSiteContent } from '#features/site-content/server/site-content.ts'
import { readClosures, readLastAnswers } from '#features/switches/server/closure.store.ts'
import { createSwitchDesk } from '#features/switches/server/switch-desk.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { ConsoleDeps } from '../../src/console/console-deps.ts'

type Place = { db: Database; clock: Clock }

/** Announcements with the texts that ship. */
export function announcementsIn({ db, clock }: Place): ConsoleDeps['announcements'] {
  const content = createSiteContent({ db, clock, seeds: readSeedFiles() })
  return {
    desk: createAnnouncementDesk({ db, clock }),
    wordsOf: createAnnouncements({ db, clock, content }).wordsOf,
    open: (now) => readOpen(db, now),
    latest: (most) => readLatest(db, most),
  }
}

/** Switches of three providers. */
export function switchesIn({ db, clock }: Place): ConsoleDeps['switches'] {
  const offered = ['dpo', 'paystack', 'mpesa'] as const
  return {
    desk: createSwitchDesk({ db, clock, offered }),
    offered,
    closures: () => readClosures(db),
    lastAnswers: (now) => readLastAnswers(db, now),
    limits: async () => ({
      amounts: { preMinAmnt: 100, preMaxAmnt: 100_000, postMinAmnt: 500, postMaxAmnt: 1_000_000 },
      codesPerMinute: 600,
      pushesPerMinute: 500,
      ussd: null,
    }),
    visitorTexts: async () => ({ closedUntil: 'Fermé pour l’instant. Retour prévu : {time}', unavailable: 'Indisponible' }),
  }
}
