import type { DataProposal } from '#features/staff-acts/customer-data.ts'
import { mayApprove } from '#features/staff-acts/roles.ts'
import { calendarDay, formatLongDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { ActForm, TextField } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { formatCount, formatMinute } from '../../frame/format.ts'
import { Icon } from '../../frame/icon.tsx'
import { ButtonLink, Note, SubmitButton } from '../../frame/pieces.tsx'
import { actTexts } from '../payment/act-texts.ts'
import { dataProposalTexts } from './data-proposal-texts.ts'

const MAX_NOTE = 300
const DAY_MS = 24 * 3_600_000

/** `rows`: payments of the filter now, of an export of numbers. */
export type DataProposalProps = { proposal: DataProposal; rows: number | null; now: Date }

export function DataProposalView(props: DataProposalProps) {
  const { language } = useConsole()
  const texts = dataProposalTexts(language)
  const { request, proposedBy, proposedAt, state } = props.proposal
  const isOver = state !== 'open' || props.proposal.expiresAt <= props.now
  return (
    <section className="card confirm" aria-labelledby="confirm-title">
      <header>
        <div>
          <h1 id="confirm-title">{texts[request.act]}</h1>
          <p className="small text-quiet">
            {'shown' in request ? (
              <span className="n">{request.shown}</span>
            ) : (
              <>
                {fillText(texts.filter, { count: formatCount(props.rows ?? 0, language) })} ·{' '}
                <a href={`/payments?${request.filter}`}>{texts.openFilter}</a>
              </>
            )}
          </p>
        </div>
      </header>
      <div className="pad-large stack-small">
        <Note tone="primary">
          {fillText(actTexts(language).proposedBy, {
            name: proposedBy.name,
            time: formatMinute(proposedAt, language),
            note: request.note,
          })}
        </Note>
        {isOver ? <Ended {...props} /> : <Decision {...props} />}
      </div>
    </section>
  )
}

function stepsOf({ request, proposedBy }: DataProposal, language: ConsoleLanguage): string[] {
  const texts = dataProposalTexts(language)
  if (request.act === 'erase-customer-data') return [texts.erases, texts.leaves, texts.noted]
  const holds = request.act === 'export-numbers' ? texts.holdsNumbers : texts.holdsCustomer
  return [fillText(texts.allows, { name: proposedBy.name }), holds, texts.noted]
}

function Decision({ proposal }: DataProposalProps) {
  const { language, staff } = useConsole()
  const [texts, acts] = [dataProposalTexts(language), actTexts(language)]
  const { id, request, proposedBy, expiresAt } = proposal
  const isOwn = staff.id === proposedBy.id
  const mayDecide = mayApprove(staff, request.act, proposedBy.id)
  const isErasure = request.act === 'erase-customer-data'
  return (
    <>
      <p>{texts.willDo}</p>
      <ol className="will">
        {stepsOf(proposal, language).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {isErasure && <Note tone="warn">{texts.noWayBack}</Note>}
      {mayDecide && (
        <ActForm to={`/approvals/${id}/approve`} className="stack-small">
          {'shown' in request && <TextField name="number" label={texts.number} hint={texts.numberHint} maxLength={30} isRequired />}
          <footer className="row wrap">
            <span className="row text-quiet small">
              <Icon name="people" />
              {fillText(acts.approvedBy, { proposer: proposedBy.name, approver: staff.name })}
            </span>
            <span className="row wrap end">
              <ButtonLink href="/approvals">{acts.cancel}</ButtonLink>
              <SubmitButton kind="main">{isErasure ? texts.approveErase : texts.approve}</SubmitButton>
            </span>
          </footer>
        </ActForm>
      )}
      {(mayDecide || isOwn) && (
        <details className="reject" open={isOwn}>
          <summary className="button danger">{isOwn ? acts.withdraw : fillText(acts.open, { act: acts.reject })}</summary>
          <ActForm to={`/approvals/${id}/reject`} className="stack-small">
            <TextField name="note" label={isOwn ? acts.why : acts.rejectWhy} hint={acts.whyHint} maxLength={MAX_NOTE} isRequired isLong />
            <SubmitButton kind="danger">{isOwn ? acts.withdraw : acts.reject}</SubmitButton>
          </ActForm>
        </details>
      )}
      <p className="tiny text-quiet">{fillText(isOwn ? acts.ownProposal : acts.notApprover, momentOf(expiresAt, language))}</p>
    </>
  )
}

function momentOf(at: Date, language: ConsoleLanguage): { day: string; time: string } {
  return { day: formatLongDay(calendarDay(at), language), time: formatMinute(at, language) }
}

/** Decided, or over: what came of it, and the file for who may fetch it. */
function Ended({ proposal, now }: DataProposalProps) {
  const { language, staff } = useConsole()
  const texts = dataProposalTexts(language)
  const { id, request, proposedBy, state, decided } = proposal
  const back = (
    <p>
      <ButtonLink href="/approvals" icon="left">
        {texts.back}
      </ButtonLink>
    </p>
  )
  if (state !== 'approved' || !decided)
    return (
      <>
        <Note tone="warn">{state === 'rejected' ? texts.isRejected : texts.isExpired}</Note>
        {back}
      </>
    )
  const title = fillText(texts.ready, { name: decided.by ?? '' })
  const until = new Date(decided.at.getTime() + DAY_MS)
  if (request.act === 'erase-customer-data')
    return (
      <>
        <Note tone="good" title={title}>
          {fillText(texts.erasedText, momentOf(decided.at, language))}
        </Note>
        {back}
      </>
    )
  const isReady = until > now
  return (
    <>
      <Note tone={isReady ? 'good' : 'warn'} title={title}>
        {isReady ? fillText(texts.readyText, momentOf(until, language)) : texts.over}
      </Note>
      {isReady && staff.id !== proposedBy.id && <p className="text-quiet">{texts.notYours}</p>}
      {isReady && staff.id === proposedBy.id && (
        <ActForm to={`/approvals/${id}/file`}>
          <SubmitButton kind="main" icon="download">
            {texts.take}
          </SubmitButton>
        </ActForm>
      )}
      {back}
    </>
  )
}
