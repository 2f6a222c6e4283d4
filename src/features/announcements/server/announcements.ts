import { dayAndTime } from '#shared/day-and-time.ts'
import { fillText } from '#shared/fill-text.ts'
import type { Language } from '#shared/language.ts'
import { moneyLanguage } from '#shared/language-review.ts'
import { refreshWhenStale } from '#shared/refresh-when-stale.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { isAnnouncedOn, isBelowMain, isTemplate, MAX_SHOWN } from '../announcement-rules.ts'
import { readOpen, type Announcement } from './announcement.store.ts'

/** An announcement in the words of a reader. */
export type ShownAnnouncement = { label: string; title: string; text: string; until: string }

export type Announcements = {
  /** Those of a page; a second old at most. None, rather than an error, when they were never read. */
  on(path: string, language: Language): Promise<ShownAnnouncement[]>
  /** The same with their place, as pages need it. */
  pageAnnouncements(path: string, language: Language): Promise<{ shown: ShownAnnouncement[]; isBelow: boolean }>
  /** The title of the newest, for the first screen of the phone menu. */
  forMenu(language: Language): Promise<string | null>
  /** Changes whenever pages show another one: a part of the key of cached pages. */
  version(): Promise<string>
  /** As a page would show it. */
  wordsOf(announcement: Said, language: Language): Promise<ShownAnnouncement>
}

type Said = Pick<Announcement, 'kind' | 'service' | 'town' | 'words' | 'endsAt'>
type Deps = { db: Database; clock: Clock; content: SiteContent }

const FRESH_MS = 1_000

/**
 * CON-8: every replica reads the same rows, each second. What has reached its end goes by the clock alone, also while the database is away:
 * until then the last known ones stay.
 */
export function createAnnouncements({ db, clock, content }: Deps): Announcements {
  let known: Announcement[] = []
  const refreshWhenDue = refreshWhenStale({
    now: () => clock.now(),
    freshForMs: () => FRESH_MS,
    refresh: async () => void (known = await readOpen(db, clock.now())),
  })

  async function current(): Promise<Announcement[]> {
    await refreshWhenDue().catch(() => {})
    const now = clock.now()
    return known.filter(({ startsAt, endsAt }) => startsAt <= now && endsAt > now).slice(0, MAX_SHOWN)
  }

  async function wordsOf(said: Said, asked: Language, asWritten = false): Promise<ShownAnnouncement> {
    const language = moneyLanguage(asked)
    const texts = asWritten
      ? await content.readAsWritten('announcement-translation', language)
      : await content.read('announcement-translation', language)
    const text = (name: string) => {
      const found = texts[name]
      return typeof found === 'string' ? found : ''
    }
    const until = fillText(text('until'), { time: dayAndTime(said.endsAt, clock.now(), language) })
    const own = said.words?.[language]
    if (own) return { label: text('label'), ...own, until }
    const kind = isTemplate(said.kind) ? said.kind : 'slow'
    const plain = text(`service_${said.service}`)
    const service = said.town === null ? plain : fillText(text('inTown'), { service: plain, town: said.town })
    return { label: text('label'), title: fillText(text(`title_${kind}`), { service }), text: text(`text_${kind}`), until }
  }

  async function on(path: string, language: Language): Promise<ShownAnnouncement[]> {
    const shown = (await current()).filter(({ service }) => isAnnouncedOn(path, service))
    return Promise.all(shown.map((each) => wordsOf(each, language)))
  }

  return {
    on,
    pageAnnouncements: async (path, language) => ({ shown: await on(path, language), isBelow: isBelowMain(path) }),
    async forMenu(language) {
      const [newest] = await current()
      return newest ? (await wordsOf(newest, language, true)).title : null
    },
    async version() {
      return (await current()).map(({ id }) => id).join('.')
    },
    wordsOf: (said, language) => wordsOf(said, language),
  }
}
