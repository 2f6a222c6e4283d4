import { OPERATOR } from '#operator-record'
import { ANNOUNCED_SERVICES, KINDS, MAX_TEXT, MAX_TITLE, requiredLanguages, TEMPLATES } from '#features/announcements/announcement-rules.ts'
import { mayDo, mayPropose } from '#features/staff-acts/roles.ts'
import { fillText } from '#shared/fill-text.ts'
import { languageName } from '#shared/language-review.ts'
import { calendarDay } from '#shared/calendar-day.ts'
import { localTime } from '#shared/local-time.ts'
import { ActForm, TextField } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { EndFields, SelectField } from '../../frame/end-fields.tsx'
import { Card, Note, SubmitButton } from '../../frame/pieces.tsx'
import type { AnnouncementsProps } from './announcements-props.ts'
import { announcementTexts } from './announcements-texts.ts'

const PUBLISH = 'publish-announcement'

/** A checked template: chosen, seen, then published by one person. Own words: proposed. */
export function AnnouncementForm(props: AnnouncementsProps) {
  const { language, staff } = useConsole()
  const texts = announcementTexts(language)
  const { isOwn } = props
  const tabs = (
    <nav className="choice" aria-label={texts.words}>
      <a href="/announcements" aria-current={isOwn ? undefined : 'true'}>
        {texts.template}
      </a>
      <a href="/announcements?words=own" aria-current={isOwn ? 'true' : undefined}>
        {texts.own}
      </a>
    </nav>
  )
  const isMine = isOwn ? mayPropose(staff, PUBLISH) : mayDo(staff, PUBLISH)
  return (
    <Card title={texts.newOne} end={tabs}>
      {isMine ? isOwn ? <OwnWordsForm {...props} /> : <TemplateForms {...props} /> : <NotYours />}
    </Card>
  )
}

function NotYours() {
  const { language } = useConsole()
  return (
    <div className="pad">
      <Note tone="quiet">{announcementTexts(language).notYours}</Note>
    </div>
  )
}

/** Kind, service, town and end. */
function What({ draft, towns, kinds }: Pick<AnnouncementsProps, 'draft' | 'towns'> & { kinds: readonly (typeof KINDS)[number][] }) {
  const { language } = useConsole()
  const texts = announcementTexts(language)
  return (
    <div className="grid grid-two">
      <div>
        <SelectField
          name="kind"
          label={texts.what}
          value={draft.kind}
          options={kinds.map((kind) => ({ value: kind, label: texts[`kind_${kind}`] }))}
        />
        <EndFields label={texts.end} timeLabel={texts.endTime} hint={texts.endHint} value={draft.endsAt} />
      </div>
      <div>
        <SelectField
          name="service"
          label={texts.service}
          hint={texts.serviceHint}
          value={draft.service}
          options={ANNOUNCED_SERVICES.map((service) => ({ value: service, label: texts[`service_${service}`] }))}
        />
        <SelectField
          name="town"
          label={texts.town}
          value={draft.town ?? ''}
          options={[{ value: '', label: texts.everywhere }, ...towns.map((town) => ({ value: town, label: town }))]}
        />
      </div>
    </div>
  )
}

function TemplateForms({ draft, towns }: AnnouncementsProps) {
  const { language } = useConsole()
  const texts = announcementTexts(language)
  const { kind, service, town, endsAt } = draft
  return (
    <>
      <form method="get" action="/announcements">
        <div className="pad">
          <What draft={draft} towns={towns} kinds={TEMPLATES} />
        </div>
        <div className="pad">
          <SubmitButton>{texts.preview}</SubmitButton>
        </div>
      </form>
      <ActForm
        to={`/announcements/publish?${new URLSearchParams({ kind, service, town: town ?? '', ...endOf(endsAt) })}`}
        className="way-form"
      >
        {Object.entries({ kind, service, town: town ?? '', ...endOf(endsAt) }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <footer>
          <span className="row">{texts.onePerson}</span>
          <span className="row end">
            <SubmitButton kind="main" icon="horn">
              {`${texts.publish} : ${texts[`kind_${kind}`]}, ${texts[`service_${service}`]}, ${town ?? texts.everywhere} → ${localTime(endsAt)}`}
            </SubmitButton>
          </span>
        </footer>
      </ActForm>
    </>
  )
}

function endOf(endsAt: Date): { day: string; time: string } {
  return { day: calendarDay(endsAt), time: localTime(endsAt) }
}

function OwnWordsForm({ draft, towns }: AnnouncementsProps) {
  const { language } = useConsole()
  const texts = announcementTexts(language)
  return (
    <ActForm to="/announcements/propose?words=own" className="way-form">
      <div className="pad">
        <What draft={draft} towns={towns} kinds={KINDS} />
      </div>
      <div className="pad">
        {requiredLanguages().map((each) => (
          <div key={each} className="field">
            <TextField
              name={`title_${each}`}
              label={fillText(texts.titleIn, { language: languageName(each) })}
              maxLength={MAX_TITLE}
              isRequired
            />
            <TextField
              name={`text_${each}`}
              label={fillText(texts.textIn, { language: languageName(each) })}
              hint={fillText(texts.ownHint, { care: OPERATOR.brand.care })}
              maxLength={MAX_TEXT}
              isRequired
              isLong
            />
          </div>
        ))}
      </div>
      <footer>
        <span className="row">{texts.twoPeople}</span>
        <span className="row end">
          <SubmitButton kind="main">{texts.propose}</SubmitButton>
        </span>
      </footer>
    </ActForm>
  )
}
