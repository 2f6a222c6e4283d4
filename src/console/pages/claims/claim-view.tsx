import { mayDo } from '#features/staff-acts/roles.ts'
import { fillText } from '#shared/fill-text.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { formatShort } from '#shared/money.ts'
import { visibleText } from '#shared/visible-text.ts'
import { ActForm, TextField } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { formatAge, formatDate, formatMinute } from '../../frame/format.ts'
import { Icon } from '../../frame/icon.tsx'
import { Face, PageHead, Pill, SubmitButton } from '../../frame/pieces.tsx'
import { Ticket } from '../payment/payment-view.tsx'
import { methodName, shownNumber, shownReference } from '../words/payment-words.ts'
import { AnswerCard, AnsweredCard } from './claim-answer-view.tsx'
import { returnsOf } from './claim-books.ts'
import { Fact, languageWord, momentIn, SmsFact } from './claim-facts.tsx'
import type { ClaimProps } from './claim-props.ts'
import { claimTexts } from './claim-texts.ts'
import { ClaimTabs, ClaimWords, claimsLead, Deadline } from './claims-view.tsx'
import type { ListedClaim } from '../../queries/claim-list.ts'
import { claimsTexts } from './claims-texts.ts'

export function ClaimView(props: ClaimProps) {
  const { language } = useConsole()
  const texts = claimsTexts(language)
  const { claim, counts } = props
  return (
    <>
      <PageHead title={texts.title} lead={claimsLead(counts, language)} />
      <p className="claim-back">
        <a className="button plain" href="/claims">
          <Icon name="left" />
          {texts.back}
        </a>
      </p>
      <div className="grid grid-claim">
        <Beside {...props} />
        <div className="stack">
          <section className="card">
            <Head {...props} />
            <div className="claim-sides">
              <Said {...props} />
              <Books {...props} />
            </div>
          </section>
          {claim.closedAt ? <AnsweredCard {...props} /> : <AnswerCard {...props} />}
        </div>
      </div>
    </>
  )
}

/** The list that this claim is in, beside it where there is room. */
function Beside({ claim, list, page, counts, now }: ClaimProps) {
  const { language } = useConsole()
  const texts = claimsTexts(language)
  return (
    <nav className="card claim-beside" aria-label={texts.back}>
      <ClaimTabs list={list} counts={counts} />
      <table>
        <caption className="spoken">{texts.title}</caption>
        <tbody>
          {page.claims.map((each) => (
            <tr key={each.number} data-href={`/claims/${each.number}`} className={each.number === claim.number ? 'chosen' : undefined}>
              <td>
                <ListedLink each={each} isShown={each.number === claim.number} now={now} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </nav>
  )
}

function ListedLink({ each, isShown, now }: { each: ListedClaim; isShown: boolean; now: Date }) {
  const { language } = useConsole()
  const texts = claimsTexts(language)
  return (
    <a href={`/claims/${each.number}`} aria-current={isShown ? 'page' : undefined}>
      <span className="row">
        <b className="mono grow">{each.number}</b>
        <Deadline claim={each} now={now} />
      </span>
      <span className="row">
        <span className="grow">{texts[`claim_${each.kind}`]}</span>
        <b className="n">{formatShort(each.amount, language)}</b>
      </span>
      <span className="row tiny">
        <span className="grow claim-line">
          <ClaimWords words={each.words} />
        </span>
        {each.assignee && <Face name={each.assignee.name} isSmall />}
      </span>
    </a>
  )
}

function Head({ claim, others, now }: ClaimProps) {
  const { language, staff } = useConsole()
  const texts = claimTexts(language)
  const { number, assignee, closedAt, closedBy, openedAt, dueAt, version } = claim
  const left = dueAt.getTime() - now.getTime()
  const carer = closedBy ?? assignee?.name ?? null
  return (
    <header>
      <h2 className="mono claim-number" data-copy={number}>
        {number}
      </h2>
      {closedAt ? (
        <Pill tone="good" icon="check">
          {fillText(texts.answeredIn, { age: formatAge(closedAt.getTime() - openedAt.getTime(), language) })}
        </Pill>
      ) : (
        <Pill tone={left <= 0 ? 'bad' : 'quiet'} icon="clock">
          {fillText(left <= 0 ? texts.late : texts.due, { age: formatAge(Math.abs(left), language) })}
        </Pill>
      )}
      <div className="end row wrap">
        {carer === null ? (
          <span className="text-quiet">{claimsTexts(language).nobody}</span>
        ) : (
          <span className="row">
            <Face name={carer} isSmall />
            {carer}
          </span>
        )}
        {!closedAt && mayDo(staff, 'assign') && (
          <>
            {assignee?.id !== staff.id && (
              <ActForm to={`/claims/${number}/assign`} version={version}>
                <input type="hidden" name="to" value="me" />
                <SubmitButton isSmall icon="person" hotkey="a">
                  {texts.take}
                </SubmitButton>
              </ActForm>
            )}
            {(others.length > 0 || assignee) && (
              <ActForm to={`/claims/${number}/assign`} version={version} className="row">
                <select className="input" name="to" aria-label={texts.assignTo} defaultValue={others[0]?.id ?? ''}>
                  {others.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                  {assignee && <option value="">{texts.free}</option>}
                </select>
                <SubmitButton isSmall>{texts.assign}</SubmitButton>
              </ActForm>
            )}
          </>
        )}
      </div>
    </header>
  )
}

function Said({ claim, fullUntil, rightNumber }: ClaimProps) {
  const { language, staff } = useConsole()
  const texts = claimTexts(language)
  const words = visibleText(claim.words)
  const received = { day: formatDate(claim.openedAt, language), time: formatMinute(claim.openedAt, language) }
  return (
    <div className="pad stack-small small">
      <h3>{texts.said}</h3>
      <p>
        <b>{claimsTexts(language)[`claim_${claim.kind}`]}</b>
      </p>
      {words === '' ? (
        <p className="text-quiet">{claimsTexts(language).noWords}</p>
      ) : (
        <blockquote className="sms" dir="auto">
          {words}
        </blockquote>
      )}
      <p className="tiny text-quiet">{fillText(texts.received, { ...received, language: languageWord(claim.language, language) })}</p>
      <dl className="facts claim-facts">
        <Fact term={texts.dueBefore}>{momentIn(claim.dueAt, language)}</Fact>
        <Fact term={texts.replyTo}>
          <span className="n">{fullUntil ? formatMobileNumber(claim.msisdn) : shownNumber(claim.msisdn, language)}</span>
        </Fact>
        {claim.hasRightNumber && (
          <Fact term={texts.rightNumber}>
            <span className="n">{rightNumber === null ? texts.masked : formatMobileNumber(rightNumber)}</span>
          </Fact>
        )}
        {fullUntil && <Fact term="">{fillText(texts.numberUntil, { time: formatMinute(fullUntil, language) })}</Fact>}
        <SmsFact message="opened" claim={claim} />
      </dl>
      {!fullUntil && mayDo(staff, 'see-number') && (
        <details>
          <summary>{texts.seeNumbers}</summary>
          <ActForm to={`/claims/${claim.number}/number`} className="stack-small">
            <TextField name="reason" label={texts.reason} maxLength={120} isRequired />
            <SubmitButton isSmall icon="eye">
              {texts.show}
            </SubmitButton>
          </ActForm>
        </details>
      )}
    </div>
  )
}

function Books({ row, details }: ClaimProps) {
  const { language } = useConsole()
  const texts = claimTexts(language)
  const method = methodName(row.connector, language)
  return (
    <div className="pad stack-small small">
      <h3>{texts.books}</h3>
      <Ticket row={row} fullUntil={null} />
      <dl className="facts claim-facts">
        <Fact term={texts.paid}>{row.paidAt ? `${momentIn(row.paidAt, language)}, ${method}` : texts.notPaid}</Fact>
        <Fact term={texts.delivered}>{row.deliveredAt ? momentIn(row.deliveredAt, language) : texts.notDelivered}</Fact>
        {returnsOf(details).map(({ ref, amount, attempt, at, isDone }) => {
          const values = { amount: formatShort(amount, language), method: methodName(attempt?.connector ?? null, language) }
          return (
            <Fact key={ref} term={texts.returned}>
              {isDone
                ? fillText(texts.returnedAt, { ...values, moment: at ? momentIn(at, language) : '—' })
                : fillText(texts.returning, values)}
            </Fact>
          )
        })}
      </dl>
      <p>
        <a className="row" href={`/payments/${row.reference}`}>
          <Icon name="right" isSmall />
          {texts.open} <span className="mono">{shownReference(row.reference)}</span>
        </a>
      </p>
    </div>
  )
}
