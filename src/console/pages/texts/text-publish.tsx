import { useId } from 'react'
import { fillText } from '#shared/fill-text.ts'
import { mayApprove, mayDo } from '#features/staff-acts/roles.ts'
import type { Edition } from '#features/text-editing/edition.ts'
import { ActForm, TextField } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { Card, Face, Note, SubmitButton } from '../../frame/pieces.tsx'
import { momentWords } from './moment-words.ts'
import { editAddress } from './text-list.ts'
import { textTexts } from './text-texts.ts'

const MAX_NOTE = 300

/** CON-7: the second person reads, and publishes now or at a time, or gives it back. */
export function PublishCard({ textId, open, isAuthor }: { textId: string; open: Edition; isAuthor: boolean }) {
  const { language, staff } = useConsole()
  const texts = textTexts(language)
  const address = editAddress(textId)
  const isApprover = mayApprove(staff, 'publish-text', '')
  return (
    <Card title={texts.publish}>
      <div className="pad stack-small">
        <span className="row">
          <Face name={open.authorName} />
          <span>
            <b>{open.authorName}</b>
            <small className="text-quiet block">{fillText(texts.sentBy, momentWords(open.writtenAt, language))}</small>
          </span>
        </span>
        {open.publishAt && open.state === 'scheduled' && (
          <Note tone="back" icon="clock" title={fillText(texts.scheduledFor, momentWords(open.publishAt, language))} />
        )}
        {isApprover && isAuthor && <Note tone="quiet" title={texts.ownText} />}
        {isApprover && !isAuthor && open.state === 'review' && (
          <ActForm to={`${address}/approve`} version={open.revision} className="stack-small">
            <Moment />
            <SubmitButton kind="main">{texts.approve}</SubmitButton>
          </ActForm>
        )}
        {isApprover && (
          <ActForm to={`${address}/return`} version={open.revision} className="stack-small">
            <TextField name="note" label={texts.note} maxLength={MAX_NOTE} isRequired isLong />
            <SubmitButton>{texts.giveBack}</SubmitButton>
          </ActForm>
        )}
      </div>
    </Card>
  )
}

function Moment() {
  const { language, typed } = useConsole()
  const texts = textTexts(language)
  const id = useId()
  return (
    <div className="field">
      <div className="row">
        <span className="grow">
          <label htmlFor={`${id}-day`}>{texts.day}</label>
          <input id={`${id}-day`} type="date" name="day" className="input" defaultValue={typed.day ?? ''} aria-describedby={`${id}-hint`} />
        </span>
        <span>
          <label htmlFor={`${id}-time`}>{texts.time}</label>
          <input
            id={`${id}-time`}
            type="time"
            name="time"
            className="input"
            defaultValue={typed.time ?? ''}
            aria-describedby={`${id}-hint`}
          />
        </span>
      </div>
      <p id={`${id}-hint`}>{texts.timeHint}</p>
    </div>
  )
}

/** By one approver: visitors read again what they read before. */
export function RestoreCard({ textId, published }: { textId: string; published: Edition }) {
  const { language, staff } = useConsole()
  const texts = textTexts(language)
  if (!mayDo(staff, 'restore-text')) return null
  return (
    <Card title={texts.restore}>
      <ActForm to={`${editAddress(textId)}/restore`} version={published.number} className="pad stack-small">
        <p className="small text-quiet">{fillText(texts.restoreText, { number: published.number })}</p>
        <SubmitButton kind="danger">{texts.restore}</SubmitButton>
      </ActForm>
    </Card>
  )
}
