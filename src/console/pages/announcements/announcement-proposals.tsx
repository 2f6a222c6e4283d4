import { fillText } from '#shared/fill-text.ts'
import { mayApprove } from '#features/staff-acts/roles.ts'
import { ActForm, TextField } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { formatMinute } from '../../frame/format.ts'
import { Card, SubmitButton } from '../../frame/pieces.tsx'
import { shownMoment } from '../words/shown-moment.ts'
import { PhonesWith } from './announcement-preview.tsx'
import type { AnnouncementsProps } from './announcements-props.ts'
import { announcementTexts } from './announcements-texts.ts'

/** Own words that wait for a second person, as visitors would read them. */
export function AnnouncementProposals({ proposals, now }: AnnouncementsProps) {
  const { language } = useConsole()
  const texts = announcementTexts(language)
  return (
    <Card title={texts.waiting}>
      {proposals.length === 0 && <p className="pad small text-quiet">{texts.noProposals}</p>}
      {proposals.map((each) => (
        <Waiting key={each.proposal.id} {...each} now={now} />
      ))}
    </Card>
  )
}

function Waiting({ proposal, words, now }: AnnouncementsProps['proposals'][number] & { now: Date }) {
  const { language, staff } = useConsole()
  const texts = announcementTexts(language)
  const { id, proposedBy, proposedAt, request } = proposal
  const isOwn = staff.id === proposedBy.id
  const mayDecide = mayApprove(staff, 'publish-announcement', proposedBy.id)
  const told = {
    name: proposedBy.name,
    time: formatMinute(proposedAt, language),
    end: shownMoment(new Date(request.endsAt), now, language),
  }
  return (
    <>
      <PhonesWith words={words} />
      <div className="pad stack-small small">
        <p className="text-quiet">
          {fillText(texts.proposedBy, told)} · {texts[`service_${request.service}`]} · {request.town ?? texts.everywhere}
        </p>
        {mayDecide && (
          <ActForm to="/announcements/approve">
            <input type="hidden" name="proposal" value={id} />
            <SubmitButton>{texts.approve}</SubmitButton>
          </ActForm>
        )}
        {(mayDecide || isOwn) && (
          <details className="reject">
            <summary className="button danger">{isOwn ? texts.withdraw : texts.reject}</summary>
            <ActForm to="/announcements/reject" className="stack-small">
              <input type="hidden" name="proposal" value={id} />
              <TextField name="note" label={texts.why} maxLength={300} isRequired />
              <SubmitButton kind="danger">{isOwn ? texts.withdrawNow : texts.rejectNow}</SubmitButton>
            </ActForm>
          </details>
        )}
      </div>
    </>
  )
}
