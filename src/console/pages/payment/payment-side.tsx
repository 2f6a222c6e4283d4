import type { ConsoleLanguage } from '../../console-language.ts'
import { calendarDay, formatLongDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { formatShort } from '#shared/money.ts'
import { mayApprove, mayDo } from '#features/staff-acts/roles.ts'
import type { Proposal } from '#features/staff-acts/desk-ports.ts'
import type { VisitorPage } from '../../console-deps.ts'
import { ActForm, TextField } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { formatAge, formatDate, formatMinute } from '../../frame/format.ts'
import { Icon } from '../../frame/icon.tsx'
import { ButtonLink, Card, Face, Mono, SubmitButton } from '../../frame/pieces.tsx'
import type { ClaimRow } from '../../queries/payment-details.ts'
import { withColon } from '../words/colon.ts'
import { PersonChoice } from '../words/person-choice.tsx'
import { reviewWords } from '../words/review-words.ts'
import { actTexts, resolutionWord } from './act-texts.ts'
import { listActions, type ShownAction } from './payment-actions.ts'
import { paymentPageTexts } from './payment-texts.ts'
import type { PaymentProps } from './payment-props.ts'

/** What one person proposed and another has to decide. */
export function ProposalCard({ proposal, row, now }: Pick<PaymentProps, 'row' | 'now'> & { proposal: Proposal }) {
  const { language, staff } = useConsole()
  const texts = paymentPageTexts(language)
  const acts = actTexts(language)
  const mayDecide = mayApprove(staff, proposal.act, proposal.proposedBy.id)
  const isOwn = staff.id === proposal.proposedBy.id
  const ends = { day: formatLongDay(calendarDay(proposal.expiresAt), language), time: formatMinute(proposal.expiresAt, language) }
  const href = `/payments/${row.reference}/${proposal.act}`
  return (
    <section className="card proposal">
      <header>
        <Icon name="people" />
        <h2>{mayDecide ? texts.waitsForYou : texts.waitsForOther}</h2>
        <span className="end n">{formatAge(now.getTime() - proposal.proposedAt.getTime(), language)}</span>
      </header>
      <div className="pad stack-small small">
        <p>
          <b>{proposalTitle(proposal, language)}</b>
        </p>
        <p className="text-quiet">
          {fillText(acts.proposedBy, {
            name: proposal.proposedBy.name,
            time: formatMinute(proposal.proposedAt, language),
            note: 'note' in proposal.request ? proposal.request.note : '',
          })}
        </p>
        {mayDecide && (
          <ButtonLink href={href} kind="main">
            {texts.readAndApprove}
          </ButtonLink>
        )}
        {!mayDecide && isOwn && <ButtonLink href={href}>{acts.withdraw}</ButtonLink>}
        <p className="tiny text-quiet">{fillText(isOwn ? acts.ownProposal : acts.notApprover, ends)}</p>
      </div>
    </section>
  )
}

export function proposalTitle({ request, amount, act }: Pick<Proposal, 'request' | 'amount' | 'act'>, language: ConsoleLanguage): string {
  const texts: Partial<Record<string, string>> = actTexts(language)
  const name = texts[act] ?? act
  if (request.act === 'close-review') return withColon(name, resolutionWord(request.as, language), language)
  return amount ? `${name} · ${formatShort(amount, language)}` : name
}

export function WhyCard({ reason }: { reason: string | null }) {
  const { language } = useConsole()
  if (reason === null) return null
  const { title, advice, steps } = reviewWords(reason, language)
  return (
    <Card title={paymentPageTexts(language).whyPerson}>
      <div className="pad stack-small small">
        <p>
          <b>{title}</b> <Mono>{reason}</Mono>
        </p>
        <p>{advice}</p>
        <ol className="will">
          {steps.map(([look, then]) => (
            <li key={look}>
              {look}
              <small>{then}</small>
            </li>
          ))}
        </ol>
      </div>
    </Card>
  )
}

export function ActionsCard({ row, details, offers, proposal, now }: PaymentProps) {
  const { language, staff } = useConsole()
  const actions = listActions({ staff, state: details.state, offers, proposal, now, language })
  return (
    <Card title={paymentPageTexts(language).actions}>
      <ul className="actions">
        {actions.map((action) => (
          <Action key={`${action.act} ${action.attemptId}`} action={action} reference={row.reference} />
        ))}
      </ul>
    </Card>
  )
}

function Action({ action, reference }: { action: ShownAction; reference: string }) {
  const { language } = useConsole()
  const { act, attemptId, icon, name, about, why } = action
  const label = fillText(actTexts(language).open, { act: name })
  const query = attemptId === null ? '' : `?attempt=${attemptId}`
  return (
    <li className={why === null ? undefined : 'is-off'} data-act={act}>
      <Icon name={icon} />
      <b>{name}</b>
      {why === null ? (
        <a className="button button-small" href={`/payments/${reference}/${act}${query}`}>
          {label}
        </a>
      ) : (
        <span className="button button-small" role="link" aria-disabled="true">
          {label}
        </span>
      )}
      <p>{why ?? about}</p>
    </li>
  )
}

export function NotesCard({ row, notes, assignee, people }: PaymentProps) {
  const { language, staff } = useConsole()
  const texts = paymentPageTexts(language)
  const isMine = assignee?.id === staff.id
  const others = people.filter(({ id }) => id !== staff.id && id !== assignee?.id)
  return (
    <Card title={texts.notes} end={<span className="text-quiet">{texts.notesEnd}</span>}>
      <div className="pad stack-small small">
        {notes.length === 0 && <p className="text-quiet">{texts.noNotes}</p>}
        {notes.map(({ by, at, text }) => (
          <article key={`${at.getTime()} ${text}`}>
            <p className="row">
              <Face name={by} isSmall />
              <b>{by}</b>
              <span className="n text-quiet">
                {formatDate(at, language)} {formatMinute(at, language)}
              </span>
            </p>
            <p className="note-text">{text}</p>
          </article>
        ))}
        {mayDo(staff, 'add-note') ? (
          <ActForm to={`/payments/${row.reference}/note`} className="stack-small">
            <TextField name="note" label={texts.addNote} hint={actTexts(language).whyHint} maxLength={300} isRequired isLong />
            <SubmitButton isSmall icon="note">
              {texts.saveNote}
            </SubmitButton>
          </ActForm>
        ) : (
          <p className="text-quiet">{texts.noteRole}</p>
        )}
        {mayDo(staff, 'assign') && (
          <ActForm to={`/payments/${row.reference}/assign`}>
            <input type="hidden" name="to" value={isMine ? '' : staff.id} />
            <SubmitButton isSmall kind="plain" icon="person" hotkey="a">
              {isMine ? texts.unassign : texts.assign}
            </SubmitButton>
          </ActForm>
        )}
        {mayDo(staff, 'assign') && others.length > 0 && (
          <ActForm to={`/payments/${row.reference}/assign`} className="row">
            <PersonChoice people={others} label={texts.assignTo} />
            <SubmitButton isSmall>{texts.assignButton}</SubmitButton>
          </ActForm>
        )}
      </div>
    </Card>
  )
}

export function VisitorCard({ visitor, claims }: { visitor: VisitorPage | null; claims: readonly ClaimRow[] }) {
  const { language } = useConsole()
  const texts = paymentPageTexts(language)
  return (
    <>
      {claims.length > 0 && (
        <Card title={texts.claims}>
          <ul className="lines">
            {claims.map(({ number, closedAt, dueAt }) => (
              <li key={number}>
                <a className="mono" href={`/claims/${number}`}>
                  {number}
                </a>
                <span className="end text-quiet">
                  {closedAt
                    ? texts.claimClosed
                    : fillText(texts.claimOpen, { day: formatDate(dueAt, language), time: formatMinute(dueAt, language) })}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title={texts.visitor}>
        <div className="pad stack-small small">
          {visitor ? (
            <>
              <p>
                <b>{visitor.title}</b>
              </p>
              <blockquote className="text-quiet">{visitor.sentence}</blockquote>
              <p>
                <a className="row" href={visitor.href} target="_blank" rel="noreferrer">
                  <Icon name="out" isSmall />
                  {texts.openVisitor}
                </a>
              </p>
            </>
          ) : (
            <p className="text-quiet">{texts.noVisitor}</p>
          )}
        </div>
      </Card>
    </>
  )
}
