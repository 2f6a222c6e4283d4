import type { ConsoleLanguage } from '../../console-language.ts'
import { calendarDay, formatLongDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { currencyName, formatShort, type Money } from '#shared/money.ts'
import { needsTwo, type PaymentAct } from '#features/staff-acts/payment-acts.ts'
import { mayApprove } from '#features/staff-acts/roles.ts'
import type { Proposal } from '#features/staff-acts/desk-ports.ts'
import { ActForm, TextField } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { formatMinute } from '../../frame/format.ts'
import { Icon } from '../../frame/icon.tsx'
import { ButtonLink, Note, SubmitButton } from '../../frame/pieces.tsx'
import { methodName, purchaseName, shownNumber, shownReference } from '../words/payment-words.ts'
import type { SentMessage } from '#features/payment/server/delivery/sent-messages.ts'
import { actTexts, resolutionWord } from './act-texts.ts'
import { refundOf } from './act-steps.ts'
import { listActions } from './payment-actions.ts'
import { SmsText } from './payment-tables.tsx'
import { proposalTitle } from './payment-side.tsx'
import type { PaymentAtHand } from './read-payment.ts'

export type ActProps = PaymentAtHand & {
  act: PaymentAct
  /** An open proposal of another act. */
  other: Proposal | null
  attemptId: string | null
  steps: readonly { text: string; detail?: string; sms: SentMessage | null }[]
  now: Date
}

const MAX_NOTE = 300

/** The same form for every act: a title with the amount, the steps in order, what cannot be undone, and who has to agree. */
export function PaymentActView(props: ActProps) {
  const { language, staff } = useConsole()
  const texts = actTexts(language)
  const { act, details, offers, proposal, other, attemptId, now } = props
  const { order } = details.state
  const home = `/payments/${order.reference}`
  const action = listActions({ staff, state: details.state, offers, proposal: other, now, language }).find(
    (each) => each.act === act && (each.attemptId === null || each.attemptId === attemptId),
  )
  const why = proposal ? null : (action?.why ?? (action ? null : texts.notPossible))
  const amount = amountOf(props)
  return (
    <section className="card confirm" aria-labelledby="confirm-title">
      <header>
        <div>
          <h1 id="confirm-title">{fillText(texts[`title_${act}`], { amount: formatShort(amount, language) })}</h1>
          <p className="small text-quiet">
            <a className="mono" href={home}>
              {shownReference(order.reference)}
            </a>{' '}
            · {purchaseName(details.extras.queryData, language)} · <span className="n">{shownNumber(order.delivery.msisdn, language)}</span>
          </p>
        </div>
      </header>
      <div className="pad-large stack-small">
        {proposal && <Proposed proposal={proposal} />}
        {why === null ? (
          <Steps {...props} />
        ) : (
          <Note tone="warn" title={texts.notPossible}>
            {why}
          </Note>
        )}
        {why === null && (proposal ? <Decision {...props} proposal={proposal} /> : <Doing {...props} />)}
        {why !== null && <ButtonLink href={home}>{texts.toPayment}</ButtonLink>}
      </div>
    </section>
  )
}

function amountOf({ details, offers, attemptId, proposal }: ActProps): Money {
  return proposal?.amount ?? refundOf(details.state, offers, attemptId).offer?.amount ?? details.state.order.amount
}

function Proposed({ proposal }: { proposal: Proposal }) {
  const { language } = useConsole()
  return (
    <Note tone="primary" title={proposalTitle(proposal, language)}>
      {fillText(actTexts(language).proposedBy, {
        name: proposal.proposedBy.name,
        time: formatMinute(proposal.proposedAt, language),
        note: 'note' in proposal.request ? proposal.request.note : '',
      })}
    </Note>
  )
}

function Steps({ act, steps, proposal }: ActProps) {
  const { language } = useConsole()
  const texts = actTexts(language)
  const isFinal = act === 'refund' || act === 'refund-delivered' || act === 'deliver-again'
  return (
    <>
      <p>{proposal ? texts.ifApproved : texts.willDo}</p>
      <ol className="will">
        {steps.map(({ text, detail, sms }) => (
          <li key={text}>
            {text}
            {detail !== undefined && <small>{detail}</small>}
            {sms && <SmsText text={sms.text} />}
          </li>
        ))}
      </ol>
      {isFinal && (
        <Note tone="warn" title={texts.noWayBack}>
          {act === 'deliver-again' ? texts.noWayBackDeliver : texts.noWayBackRefund}
        </Note>
      )}
    </>
  )
}

/** CON-5: what the person saw goes with the act. */
function Seen({ mark }: { mark: string }) {
  return <input type="hidden" name="seen" value={mark} />
}

function Doing(props: ActProps) {
  const { language } = useConsole()
  const texts = actTexts(language)
  const { act, details, mark, attemptId } = props
  const { reference } = details.state.order
  const people = act === 'close-review' ? 'oneOrTwo' : isByTwo(act) ? 'twoPeople' : 'onePerson'
  return (
    <ActForm to={`/payments/${reference}/${act}/do`} className="stack-small">
      <Seen mark={mark} />
      {attemptId !== null && <input type="hidden" name="attempt" value={attemptId} />}
      {act === 'close-review' && <Resolutions {...props} />}
      <RefundNumbers {...props} />
      {(isByTwo(act) || act === 'close-review') && (
        <TextField name="note" label={texts.why} hint={texts.whyHint} maxLength={MAX_NOTE} isRequired isLong />
      )}
      <footer className="row wrap">
        <span className="row text-quiet small">
          <Icon name={people === 'onePerson' ? 'person' : 'people'} />
          {texts[people]}
        </span>
        <span className="row wrap end">
          <ButtonLink href={`/payments/${reference}`}>{texts.cancel}</ButtonLink>
          <SubmitButton kind="main">{buttonText(props, language)}</SubmitButton>
        </span>
      </footer>
    </ActForm>
  )
}

function isByTwo(act: PaymentAct): boolean {
  return act === 'refund' || act === 'refund-delivered' || act === 'deliver-again'
}

function buttonText(props: ActProps, language: ConsoleLanguage): string {
  const texts = actTexts(language)
  switch (props.act) {
    case 'ask-again':
    case 'resend-receipt':
    case 'retry-failed':
      return texts[`button_${props.act}`]
    case 'close-review':
      return texts.button_close
    case 'refund':
    case 'refund-delivered':
    case 'deliver-again':
      return isMadeThere(props) ? texts.button_proposeRecord : texts.button_propose
  }
}

/** The provider has no refund call: the money was given back there before. */
function isMadeThere({ act, details, offers, attemptId }: ActProps): boolean {
  if (act !== 'refund' && act !== 'refund-delivered') return false
  const found = refundOf(details.state, offers, attemptId).offer?.[act]
  return found?.isOpen === true && found.step === 'record'
}

function RefundNumbers(props: ActProps) {
  const { language } = useConsole()
  const texts = actTexts(language)
  const { act, details, offers, attemptId } = props
  const { attempt } = refundOf(details.state, offers, attemptId)
  return (
    <>
      {isMadeThere(props) && attempt && (
        <TextField
          name="providerNumber"
          label={fillText(texts.providerNumber, { method: methodName(attempt.connector, language) })}
          maxLength={60}
          isRequired
        />
      )}
      {act === 'refund-delivered' && <TextField name="reversal" label={texts.reversal} maxLength={60} />}
    </>
  )
}

function Resolutions({ offers: { resolutions } }: ActProps) {
  const { language, typed } = useConsole()
  const texts = actTexts(language)
  return (
    <fieldset className="field radios">
      <legend>{texts.resolution}</legend>
      {resolutions.map((as) => {
        const word = resolutionWord(as, language)
        const isForTwo = needsTwo({ act: 'close-review', as, note: '' })
        return (
          <label key={as}>
            <input type="radio" name="as" value={as} required defaultChecked={typed.as === as} />
            <span className="grow">{isForTwo ? fillText(texts.needsTwo, { word }) : word}</span>
            <span className="mono text-quiet">{as}</span>
          </label>
        )
      })}
    </fieldset>
  )
}

/** Of what another person proposed; the proposer can only withdraw it. */
function Decision({ act, details, mark, proposal }: ActProps & { proposal: Proposal }) {
  const { language, staff } = useConsole()
  const texts = actTexts(language)
  const to = `/payments/${details.state.order.reference}/${act}`
  const { amount, proposedBy } = proposal
  const isOwn = staff.id === proposedBy.id
  const mayDecide = mayApprove(staff, act, proposedBy.id)
  const ends = { day: formatLongDay(calendarDay(proposal.expiresAt), language), time: formatMinute(proposal.expiresAt, language) }
  return (
    <>
      {mayDecide && (
        <ActForm to={`${to}/approve`} className="stack-small">
          <Seen mark={mark} />
          <input type="hidden" name="proposal" value={proposal.id} />
          {amount && (
            <>
              <input type="hidden" name="currency" value={amount.currency} />
              <TextField
                name="amount"
                label={texts.amount}
                hint={fillText(texts.amountHint, { currency: currencyName(language, amount.currency) })}
                maxLength={16}
                isRequired
              />
            </>
          )}
          <footer className="row wrap">
            <span className="row text-quiet small">
              <Icon name="people" />
              {fillText(texts.approvedBy, { proposer: proposedBy.name, approver: staff.name })}
            </span>
            <span className="row wrap end">
              <ButtonLink href={`/payments/${details.state.order.reference}`}>{texts.cancel}</ButtonLink>
              <SubmitButton kind="main">
                {amount ? fillText(texts.approveRefund, { amount: formatShort(amount, language) }) : texts.approve}
              </SubmitButton>
            </span>
          </footer>
        </ActForm>
      )}
      {(mayDecide || isOwn) && (
        <details className="reject" open={isOwn}>
          <summary className="button danger">{isOwn ? texts.withdraw : fillText(texts.open, { act: texts.reject })}</summary>
          <ActForm to={`${to}/reject`} className="stack-small">
            <input type="hidden" name="proposal" value={proposal.id} />
            <TextField
              name="note"
              label={isOwn ? texts.why : texts.rejectWhy}
              hint={texts.whyHint}
              maxLength={MAX_NOTE}
              isRequired
              isLong
            />
            <SubmitButton kind="danger">{isOwn ? texts.withdraw : texts.reject}</SubmitButton>
          </ActForm>
        </details>
      )}
      <p className="tiny text-quiet">{fillText(isOwn ? texts.ownProposal : texts.notApprover, ends)}</p>
    </>
  )
}
