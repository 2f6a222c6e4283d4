import { fillText } from '#shared/fill-text.ts'
import { laterQuarter } from '#shared/local-time.ts'
import { mayApprove, mayDo, mayPropose } from '#features/staff-acts/roles.ts'
import { CLOSE_REASONS } from '#features/switches/closing-rules.ts'
import type { ReopenProposal } from '#features/switches/server/switch-desk.ts'
import { ActForm, TextField } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { EndFields, SelectField } from '../../frame/end-fields.tsx'
import { formatDate, formatMinute } from '../../frame/format.ts'
import { Icon } from '../../frame/icon.tsx'
import { ButtonLink, Card, Note, SubmitButton } from '../../frame/pieces.tsx'
import { counted } from '../words/counted.ts'
import { wayName, type WayRow } from './way-rows.ts'
import { waysTexts } from './ways-to-pay-texts.ts'

const HOME = '/ways-to-pay'
const FIRST_END_HOURS = 2
const MAX_NOTE = 300

/** Closing, or keeping closed longer: what will happen stands beside the form, before it happens. */
export function ClosingForm({ row, now }: { row: WayRow; now: Date }) {
  const { language, staff } = useConsole()
  const texts = waysTexts(language)
  const name = wayName(row, language)
  const isClosed = row.state === 'closed'
  const why = !mayDo(staff, 'close-way') ? texts.notYours : row.mayClose || isClosed ? null : texts.lastWay
  const end = laterQuarter(isClosed && row.until && row.until > now ? row.until : now, FIRST_END_HOURS)
  return (
    <div id="form">
      <Card
        title={fillText(isClosed ? texts.longerTitle : texts.closeTitle, { name })}
        end={<span className="text-quiet">{texts.notYet}</span>}
      >
        {why !== null ? (
          <div className="pad">
            <Note tone="warn">{why}</Note>
          </div>
        ) : (
          <ActForm to={`${HOME}/close?close=${row.way}`} className="way-form">
            <input type="hidden" name="way" value={row.way} />
            <input type="hidden" name="seen" value={row.mark} />
            <div className="pad grid grid-two">
              <div>
                <SelectField
                  name="reason"
                  label={texts.reason}
                  value="no-answer"
                  options={CLOSE_REASONS.map((reason) => ({ value: reason, label: texts[`reason_${reason}`] }))}
                />
                <TextField name="note" label={texts.note} hint={texts.noteHint} maxLength={MAX_NOTE} isRequired />
                <EndFields label={texts.end} timeLabel={texts.endTime} hint={texts.endHint} value={end} />
              </div>
              <div>
                <h3>{texts.will}</h3>
                <ol className="will">
                  <li>{fillText(texts.will1, { name })}</li>
                  <li>{row.openPayments === 0 ? texts.will2none : counted(texts.will2, row.openPayments, language)}</li>
                  <li>{texts.will3}</li>
                  <li>{fillText(texts.will4, { name })}</li>
                </ol>
              </div>
            </div>
            <footer>
              <span className="row">
                <Icon name="person" />
                {texts.one}
              </span>
              <span className="row end">
                <ButtonLink href={HOME}>{texts.cancel}</ButtonLink>
                <SubmitButton kind="main">{isClosed ? texts.longerNow : fillText(texts.closeNow, { name })}</SubmitButton>
              </span>
            </footer>
          </ActForm>
        )}
      </Card>
    </div>
  )
}

export function ReopeningForm({ row }: { row: WayRow }) {
  const { language, staff } = useConsole()
  const texts = waysTexts(language)
  const name = wayName(row, language)
  return (
    <div id="form">
      <Card title={fillText(texts.reopenTitle, { name })} end={<span className="text-quiet">{texts.notYet}</span>}>
        {!mayPropose(staff, 'reopen-way') ? (
          <div className="pad">
            <Note tone="warn">{texts.notProposer}</Note>
          </div>
        ) : (
          <ActForm to={`${HOME}/reopen?reopen=${row.way}`} className="way-form">
            <input type="hidden" name="way" value={row.way} />
            <input type="hidden" name="seen" value={row.mark} />
            <div className="pad stack-small">
              <p>{fillText(texts.reopenWill, { name })}</p>
              <TextField name="note" label={texts.why} hint={texts.noteHint} maxLength={MAX_NOTE} isRequired />
            </div>
            <footer>
              <span className="row">
                <Icon name="people" />
                {texts.two}
              </span>
              <span className="row end">
                <ButtonLink href={HOME}>{texts.cancel}</ButtonLink>
                <SubmitButton kind="main">{texts.propose}</SubmitButton>
              </span>
            </footer>
          </ActForm>
        )}
      </Card>
    </div>
  )
}

export function ProposalsPanel({ proposals, rows }: { proposals: readonly ReopenProposal[]; rows: readonly WayRow[] }) {
  const { language } = useConsole()
  const texts = waysTexts(language)
  const nameOf = (way: string) => {
    const row = rows.find((each) => each.way === way)
    return row ? wayName(row, language) : way
  }
  return (
    <Card title={texts.waiting}>
      {proposals.length === 0 ? (
        <p className="pad small text-quiet">{texts.noProposals}</p>
      ) : (
        proposals.map((proposal) => <WaitingProposal key={proposal.id} proposal={proposal} name={nameOf(proposal.reference)} />)
      )}
    </Card>
  )
}

function WaitingProposal({ proposal, name }: { proposal: ReopenProposal; name: string }) {
  const { language, staff } = useConsole()
  const texts = waysTexts(language)
  const { id, proposedBy, proposedAt, expiresAt, request } = proposal
  const isOwn = staff.id === proposedBy.id
  const mayDecide = mayApprove(staff, 'reopen-way', proposedBy.id)
  return (
    <div className="pad stack-small small">
      <p>
        <b>{fillText(texts.proposal, { name })}</b>
      </p>
      <p className="text-quiet">
        {fillText(texts.proposedBy, { name: proposedBy.name, time: formatMinute(proposedAt, language), note: request.note })}
      </p>
      {mayDecide && (
        <ActForm to={`${HOME}/approve`}>
          <input type="hidden" name="proposal" value={id} />
          <SubmitButton>{texts.approve}</SubmitButton>
        </ActForm>
      )}
      {(mayDecide || isOwn) && (
        <details className="reject">
          <summary className="button danger">{isOwn ? texts.withdraw : texts.reject}</summary>
          <ActForm to={`${HOME}/reject`} className="stack-small">
            <input type="hidden" name="proposal" value={id} />
            <TextField name="note" label={texts.why} hint={texts.noteHint} maxLength={MAX_NOTE} isRequired />
            <SubmitButton kind="danger">{isOwn ? texts.withdrawNow : texts.rejectNow}</SubmitButton>
          </ActForm>
        </details>
      )}
      <p className="tiny text-quiet">
        {fillText(texts.ends, { day: formatDate(expiresAt, language), time: formatMinute(expiresAt, language) })}
      </p>
    </div>
  )
}
