import { formatLongDay, calendarDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { formatShort } from '#shared/money.ts'
import { useConsole } from '../../frame/console-context.ts'
import { formatAge, formatMinute } from '../../frame/format.ts'
import { Icon } from '../../frame/icon.tsx'
import { ButtonLink, Face, Pill } from '../../frame/pieces.tsx'
import { channelName, purchaseName, shownNumber, shownReference, standingWord } from '../words/payment-words.ts'
import { MoneyOfPayment } from './money-of-payment.tsx'
import { AttemptTable, NoticeTable, SmsTable } from './payment-tables.tsx'
import { DeliveryCard, RefundsCard } from './payment-facts.tsx'
import { PaymentLedger } from './payment-ledger.tsx'
import { ActionsCard, NotesCard, ProposalCard, VisitorCard, WhyCard } from './payment-side.tsx'
import type { PaymentProps } from './payment-props.ts'
import { paymentPageTexts } from './payment-texts.ts'

export function PaymentView(props: PaymentProps) {
  return (
    <>
      <Head {...props} />
      <div className="grid grid-side">
        <div className="stack">
          <Ticket {...props} />
          <MoneyOfPayment row={props.row} details={props.details} />
          <PaymentLedger details={props.details} />
          <AttemptTable details={props.details} fullUntil={props.fullUntil} />
          <NoticeTable details={props.details} days={props.webhookDays} />
          <div className="grid grid-two even">
            <DeliveryCard details={props.details} />
            <RefundsCard details={props.details} />
          </div>
          <SmsTable messages={props.messages} />
        </div>
        <aside className="stack" aria-label={paymentPageTexts(useConsole().language).actions}>
          {props.proposal && <ProposalCard {...props} proposal={props.proposal} />}
          <WhyCard reason={props.row.review} />
          <ActionsCard {...props} />
          <NotesCard {...props} />
          <VisitorCard visitor={props.visitor} claims={props.details.claims} />
        </aside>
      </div>
    </>
  )
}

function Head({ row, details, assignee, visitor, nextReview, now }: PaymentProps) {
  const { language } = useConsole()
  const texts = paymentPageTexts(language)
  return (
    <>
      <nav className="crumb" aria-label={texts.where}>
        <a href="/payments">{texts.payments}</a>
        <Icon name="right" isSmall />
        <a href={`/payments?from=${calendarDay(row.askedAt)}`}>{formatLongDay(calendarDay(row.askedAt), language)}</a>
      </nav>
      <header className="head middle">
        <h1 className="mono reference">{shownReference(row.reference)}</h1>
        <button type="button" className="button plain button-small needs-script" data-copy={row.reference} title={texts.copy}>
          <Icon name="copy" />
          <span className="spoken">{texts.copy}</span>
        </button>
        {row.review !== null && (
          <Pill tone="warn" icon="eye">
            {fillText(texts.reviewSince, { age: formatAge(now.getTime() - (details.reviewSince ?? row.askedAt).getTime(), language) })}
          </Pill>
        )}
        {assignee && (
          <span className="row small text-quiet">
            <Face name={assignee.name} isSmall />
            {fillText(texts.takenCareOf, { name: assignee.name })}
          </span>
        )}
        <div className="row wrap end">
          {visitor && (
            <a className="button plain" href={visitor.href} target="_blank" rel="noreferrer">
              <Icon name="out" />
              {texts.visitorPage}
            </a>
          )}
          {nextReview !== null && <ButtonLink href={`/payments/${nextReview}`}>{texts.nextReview}</ButtonLink>}
        </div>
      </header>
    </>
  )
}

/** The same ticket as on the visitor's page: what, how much, for whom, and how it stands. */
export function Ticket({ row, fullUntil }: Pick<PaymentProps, 'row' | 'fullUntil'>) {
  const { language } = useConsole()
  const texts = paymentPageTexts(language)
  const { tone, icon, word } = standingWord(row, language)
  const number = row.line !== null && fullUntil ? formatMobileNumber(row.line) : shownNumber(row.line, language)
  return (
    <section className="card ticket">
      <div className="pad grow">
        <p className="small text-quiet">
          {purchaseName(row.queryData, language)} · {channelName(row.channel, language)}
        </p>
        <p className="route">
          <span>{formatShort(row.amount, language)}</span>
          <Icon name="arrow" />
          <span className="n">{number}</span>
          {row.line !== null && (
            <span className="small">
              {fullUntil ? (
                <span className="text-warn">{fillText(texts.numberUntil, { time: formatMinute(fullUntil, language) })}</span>
              ) : (
                <a href={`/payments/${row.reference}/number`}>{texts.seeNumber}</a>
              )}
            </span>
          )}
        </p>
      </div>
      <div className={`stub ${tone}`}>
        <Icon name={icon} />
        <span>{word}</span>
      </div>
    </section>
  )
}
