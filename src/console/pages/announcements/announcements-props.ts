import type { Announcement } from '#features/announcements/server/announcement.store.ts'
import type { AnnouncementProposal } from '#features/announcements/server/announcement-desk.ts'
import type { ShownAnnouncement } from '#features/announcements/server/announcements.ts'
import type { AnnouncedService, Template } from '#features/announcements/announcement-rules.ts'
import type { Language } from '#shared/language.ts'

/** What visitors read, in each language. */
export type InEachLanguage = readonly { language: Language; shown: ShownAnnouncement }[]

export type Draft = { kind: Template; service: AnnouncedService; town: string | null; endsAt: Date }

export type AnnouncementsProps = {
  open: readonly { announcement: Announcement; title: string }[]
  past: readonly { announcement: Announcement; title: string }[]
  proposals: readonly { proposal: AnnouncementProposal; words: InEachLanguage }[]
  draft: Draft
  preview: InEachLanguage
  isOwn: boolean
  towns: readonly string[]
  now: Date
}
