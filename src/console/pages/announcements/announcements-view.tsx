import { fillText } from '#shared/fill-text.ts'
import { mayDo } from '#features/staff-acts/roles.ts'
import type { Announcement } from '#features/announcements/server/announcement.store.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { ActForm } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { formatAge } from '../../frame/format.ts'
import { Card, PageHead, Pill, SubmitButton } from '../../frame/pieces.tsx'
import { shownMoment } from '../words/shown-moment.ts'
import { AnnouncementForm } from './announcement-form.tsx'
import { isEndingSoon } from './ending-soon.ts'
import { AnnouncementProposals } from './announcement-proposals.tsx'
import type { AnnouncementsProps } from './announcements-props.ts'
import { announcementTexts } from './announcements-texts.ts'
import { PreviewPanel, WillPanel } from './announcement-preview.tsx'

export function AnnouncementsView(props: AnnouncementsProps) {
  const { language } = useConsole()
  const texts = announcementTexts(language)
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <div className="stack">
        <ShownNow {...props} />
        <div className="grid grid-side">
          <div className="stack">
            <AnnouncementForm {...props} />
            <WillPanel />
          </div>
          <div className="stack">
            <PreviewPanel {...props} />
            <AnnouncementProposals {...props} />
            <Past {...props} />
          </div>
        </div>
      </div>
    </>
  )
}

function ShownNow({ open, now }: AnnouncementsProps) {
  const { language, staff } = useConsole()
  const texts = announcementTexts(language)
  return (
    <Card id="shown" title={texts.shownNow} isLive>
      {open.length === 0 ? (
        <p className="pad small text-quiet">{texts.nothingShown}</p>
      ) : (
        <ul className="lines">
          {open.map(({ announcement, title }) => {
            const { id, endsAt } = announcement
            const ends = { time: shownMoment(endsAt, now, language), age: formatAge(endsAt.getTime() - now.getTime(), language) }
            const isSoon = isEndingSoon(endsAt, now)
            return (
              <li key={id}>
                <Pill tone="warn" icon={isSoon ? 'clock' : 'horn'}>
                  {isSoon ? texts.endsSoon : texts.shown}
                </Pill>
                <span className="grow">
                  <b>{title}</b>
                  <small>{sinceWords(announcement, now, language)}</small>
                </span>
                <span className="n">{fillText(texts.ends, ends)}</span>
                {mayDo(staff, 'take-down-announcement') && (
                  <ActForm to="/announcements/take-down">
                    <input type="hidden" name="announcement" value={id} />
                    <SubmitButton kind="danger" isSmall>
                      {texts.takeDown}
                      <span className="spoken"> {title}</span>
                    </SubmitButton>
                  </ActForm>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

function sinceWords({ startsAt, by, approvedBy }: Announcement, now: Date, language: ConsoleLanguage): string {
  const texts = announcementTexts(language)
  const time = shownMoment(startsAt, now, language)
  return approvedBy === null
    ? fillText(texts.since, { time, name: by })
    : fillText(texts.sinceTwo, { time, name: by, approver: approvedBy })
}

function Past({ past, now }: AnnouncementsProps) {
  const { language } = useConsole()
  const texts = announcementTexts(language)
  return (
    <Card title={texts.before}>
      {past.length === 0 ? (
        <p className="pad small text-quiet">{texts.noneBefore}</p>
      ) : (
        <ul className="lines">
          {past.map(({ announcement: { id, endsAt, takenDownAt, takenDownBy }, title }) => (
            <li key={id}>
              <span className="grow">
                {title}
                <small>
                  {takenDownAt && takenDownBy !== null
                    ? fillText(texts.takenDown, { time: shownMoment(takenDownAt, now, language), name: takenDownBy })
                    : fillText(texts.ended, { time: shownMoment(endsAt, now, language) })}
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
