import { fillText } from '#shared/fill-text.ts'
import { formatMoney, fromMajor } from '#shared/money.ts'
import { KeepNumber } from '#features/device-storage/portal/keep-number.tsx'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import { Timeline } from '#portal/ui/lists/timeline.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { SummaryList } from '#portal/ui/lists/summary-list.tsx'
import { Paper, TicketHolder } from '#portal/ui/ticket/paper.tsx'
import { hasMoneyMoved } from '../bought-kind.ts'
import type { TransactionDetails } from '../contract.ts'
import { BuyAgain } from './buy-again.tsx'
import { PaymentTicket } from './payment-ticket.tsx'
import { PrintHead } from './print-head.tsx'
import { PushCoach } from './push-coach.tsx'
import ReceiptActions from './receipt-actions.island.ts'
import { ReceiptButtons, Reference } from './receipt.tsx'
import type { RepeatAnswer } from './repeat-purchase.ts'
import { resultWords } from './result-words.ts'
import { stateMark } from './state-mark.ts'
import {
  beneficiary,
  bundleSentence,
  busySentence,
  deadlineSentence,
  excessSentence,
  moneySentence,
  reasonSentence,
  shownDetails,
  type ShownStep,
} from './status-words.ts'
import StatusWatch from './status-watch.island.ts'
import styles from './status.module.css'

type PaymentStateProps = {
  texts: ContentPackages['payment-translation']
  phoneTexts: ContentPackages['phone-translation']
  details: TransactionDetails
  steps: ShownStep[]
  /** Formatted time at which the payment was requested. */
  date: string | null
  /** Target of RETURN and Back. */
  backTo: string
  /** Why the purchase could not be repeated. */
  redisplay: RepeatAnswer | null
  secondsLeft: number
  /** Total waiting time of the request. */
  secondsInAll: number
}

/** STAT-1..5: the state of a payment. Content that changes while it is open is in parts that status-watch.island.ts refreshes. */
export function PaymentState({ texts, phoneTexts, details, steps, date, backTo, redisplay, secondsLeft, secondsInAll }: PaymentStateProps) {
  const language = useLanguage()
  const paid = formatMoney(fromMajor(details.amount, details.currencyCode), language)
  const state = (
    <div
      className={styles.state}
      data-transaction={details.transactionId}
      data-mark={stateMark(details)}
      data-moved={hasMoneyMoved(details.money) ? 'yes' : 'no'}
      data-back-to={backTo}
    >
      <article className={styles.receipt}>
        <PrintHead />
        <TicketHolder joins="always">
          <div data-part="ticket">
            <PaymentTicket details={details} texts={texts} />
          </div>
        </TicketHolder>
        <Paper>
          <div data-part="words" role="status">
            <Words texts={texts} details={details} />
          </div>
          <div data-part="coach">
            {details.approveUntil && <PushCoach texts={texts} details={details} secondsLeft={secondsLeft} secondsInAll={secondsInAll} />}
          </div>
          <div data-part="details" className={styles.details}>
            {!details.approveUntil && <SummaryList rows={shownDetails(details, texts, { date, paid, language })} />}
          </div>
          <Reference texts={texts} reference={details.refTransactionId} />
          <div data-part="steps">
            {!details.approveUntil && (
              <Timeline
                steps={steps}
                stateWords={{ done: texts.stateDone, now: texts.stateNow, todo: texts.stateTodo, failed: texts.stateFailed }}
              />
            )}
          </div>
          <p className={styles.printed}>{texts.callSupport}</p>
        </Paper>
      </article>
      <div className={styles.actions}>
        <div data-part="choices" className={styles.choices}>
          <Choices texts={texts} details={details} backTo={backTo} redisplay={redisplay} />
        </div>
        <ReceiptButtons texts={texts} transactionId={details.transactionId} />
        <div data-part="keep">
          {details.isOwner && details.isFinal && hasMoneyMoved(details.money) && (
            <KeepNumber texts={phoneTexts} number={details.msisdn} paymentId={details.transactionId} />
          )}
        </div>
        <div data-part="leave">{details.approveUntil && <p className={styles.support}>{texts.pushNote}</p>}</div>
        <p className={styles.support}>{texts.callSupport}</p>
        <p className={styles.support}>
          <a href={`/find-payment/claim?id=${details.transactionId}`}>{texts.claimPayment}</a>
        </p>
        <p className={styles.support}>
          <a href="/find-payment">{texts.findPayments}</a>
        </p>
        <p className={styles.support}>
          <a href="/ask">{texts.askRecharge}</a>
        </p>
        <p className={styles.support}>
          <a href="/on-this-phone">{phoneTexts.title}</a>
        </p>
      </div>
    </div>
  )
  const acting = <ReceiptActions>{state}</ReceiptActions>
  return details.isFinal ? acting : <StatusWatch>{acting}</StatusWatch>
}

type Shown = Pick<PaymentStateProps, 'texts' | 'details'>

function Words({ texts, details }: Shown) {
  const language = useLanguage()
  const { over, title, tone } = resultWords(details, texts)
  const reason = reasonSentence(details, texts)
  const excess = excessSentence(details, texts, language)
  const busy = busySentence(details, texts, language)
  const end = bundleSentence(details, texts, language) ?? deadlineSentence(details, texts, language)
  // While a request waits on the phone, the coach shows the steps; for 'nothing was taken' the title says everything.
  const isSaid = details.approveUntil !== null || title === texts.title_failed
  const credited =
    details.money === 'delivered'
      ? `${formatMoney(fromMajor(details.amount, details.currencyCode), language)} ${beneficiary(details, texts)}.`
      : ''
  const sentences = isSaid ? '' : `${credited} ${moneySentence(details, texts)}`.trim()
  return (
    <>
      <h1 className={styles.title}>
        <small>{over}</small> <span className={tone ? styles[tone] : undefined}>{title}</span>
      </h1>
      {end && <p className={styles.end}>{end}</p>}
      {details.paidIn && (
        <p>
          {fillText(texts.stateAsked, { amount: formatMoney(fromMajor(details.paidIn.amount, details.paidIn.currencyCode), language) })}
        </p>
      )}
      {reason && <p>{reason}</p>}
      {sentences && <p>{sentences}</p>}
      {busy && <p>{busy}</p>}
      {excess && <p>{excess}</p>}
    </>
  )
}

function Choices({ texts, details, backTo, redisplay }: Shown & Pick<PaymentStateProps, 'backTo' | 'redisplay'>) {
  const { purchaseToPay, metaInfo, redirectPage } = details
  return (
    <>
      {purchaseToPay && (
        <ButtonLink isWide href={`/payment/start?purchase=${purchaseToPay}`}>
          {texts.payAgain}
        </ButtonLink>
      )}
      {metaInfo.leadId && (
        <ButtonLink isWide href="/hbb-lead-status">
          {texts.leadFollow}
        </ButtonLink>
      )}
      {redisplay && (
        <Notification kind="warn" action={<a href={redirectPage}>{texts.chooseOther}</a>}>
          {redisplay.message}
        </Notification>
      )}
      <BuyAgain texts={texts} details={details} />
      <ButtonLink isWide href={backTo} look="quiet">
        {texts.return}
      </ButtonLink>
    </>
  )
}
