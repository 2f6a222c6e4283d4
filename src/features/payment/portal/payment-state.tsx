import { fillText } from '#shared/fill-text.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { formatMoney, fromMajor } from '#shared/money.ts'
import { unbroken } from '#shared/unbroken.ts'
import { KeepNumber } from '#features/device-storage/portal/keep-number.tsx'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { Button, ButtonLink } from '#portal/ui/frame/button.tsx'
import { Timeline } from '#portal/ui/lists/timeline.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { SummaryList } from '#portal/ui/lists/summary-list.tsx'
import { Paper, TicketHolder } from '#portal/ui/ticket/paper.tsx'
import { hasMoneyMoved } from '../bought-kind.ts'
import type { TransactionDetails } from '../contract.ts'
import { BuyAgain } from './buy-again.tsx'
import { clockTime } from './clock-time.ts'
import { PaymentTicket } from './payment-ticket.tsx'
import { PrintHead } from './print-head.tsx'
import { PushCoach } from './push-coach.tsx'
import ReceiptActions from './receipt-actions.island.ts'
import { ReceiptTiles, Reference } from './receipt.tsx'
import type { RepeatAnswer } from './repeat-purchase.ts'
import { resultWords } from './result-words.ts'
import { stateMark } from './state-mark.ts'
import {
  bundleSentence,
  busySentence,
  deadlineSentence,
  deliveredSentence,
  excessSentence,
  moneySentence,
  reasonSentence,
  textOf,
  type ShownStep,
} from './status-words.ts'
import { statusRows, type StatusRow } from './status-rows.ts'
import StatusWatch from './status-watch.island.ts'
import styles from './status.module.css'

/** In the country, and the minutes since its midnight. */
type Clock = { shown: string; minutes: number }

type PaymentStateProps = {
  texts: ContentPackages['payment-translation']
  phoneTexts: ContentPackages['phone-translation']
  details: TransactionDetails
  steps: ShownStep[]
  /** Formatted time at which the payment was requested. */
  date: string | null
  /** The portal's time: of the last news. */
  clock: Clock
  /** Its receipt for a chat. STAT-5: only of money that moved. */
  message: string | null
  /** Target of RETURN and Back. */
  backTo: string
  /** Why the purchase could not be repeated. */
  redisplay: RepeatAnswer | null
  secondsLeft: number
  /** Total waiting time of the request. */
  secondsInAll: number
}

/** STAT-1..5: the state of a payment. Content that changes while it is open is in parts that status-watch.island.ts refreshes. */
export function PaymentState({ texts, phoneTexts, details, steps, date, clock, message, backTo, redisplay, ...wait }: PaymentStateProps) {
  const language = useLanguage()
  const paid = formatMoney(fromMajor(details.amount, details.currencyCode), language)
  const { transactionId } = details
  const state = (
    <div className={styles.state} data-transaction={transactionId} data-mark={stateMark(details)} data-back-to={backTo}>
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
          <div data-part="away">{!details.isFinal && <LastNews texts={texts} clock={clock} approveUntil={details.approveUntil} />}</div>
          <div data-part="coach">{details.approveUntil && <PushCoach texts={texts} details={details} {...wait} />}</div>
          <div data-part="details" className={styles.details}>
            {!details.approveUntil && <Rows rows={statusRows(details, texts, { date, paid, language })} />}
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
          <More texts={texts} details={details} />
          <p className={styles.printed}>{texts.callSupport}</p>
        </Paper>
      </article>
      <div className={styles.actions}>
        <div data-part="choices" className={styles.choices}>
          <Choices texts={texts} details={details} redisplay={redisplay} />
        </div>
        <div data-part="tiles">{message && <ReceiptTiles texts={texts} transactionId={transactionId} message={message} />}</div>
        <a className={styles.return} href={backTo}>
          {texts.return}
        </a>
        <div data-part="keep">
          {details.isOwner && details.isFinal && hasMoneyMoved(details.money) && (
            <KeepNumber texts={phoneTexts} number={details.msisdn} paymentId={transactionId} />
          )}
        </div>
        <div data-part="leave">{details.approveUntil && <p className={styles.support}>{texts.pushNote}</p>}</div>
        <p className={styles.support}>{texts.callSupport}</p>
        <Elsewhere texts={texts} phoneTitle={phoneTexts.title} transactionId={transactionId} />
      </div>
    </div>
  )
  const acting = <ReceiptActions>{state}</ReceiptActions>
  return details.isFinal && details.otherWaiting === null ? acting : <StatusWatch>{acting}</StatusWatch>
}

/** STAT-4: what support may ask for. */
function More({ texts, details }: Shown) {
  return (
    <details className={styles.more}>
      <summary>{texts.details}</summary>
      <SummaryList
        rows={[
          { label: texts.purchase, value: textOf(texts, `type_${details.transactionType}`) ?? '' },
          { label: texts.transactionNo, value: details.transactionId },
        ]}
      />
    </details>
  )
}

function Elsewhere({ texts, phoneTitle, transactionId }: { texts: Shown['texts']; phoneTitle: string; transactionId: string }) {
  return (
    <ul className={styles.links}>
      {[
        [`/find-payment/claim?id=${transactionId}`, texts.claimPayment],
        ['/find-payment', texts.findPayments],
        ['/ask', texts.askRecharge],
        ['/on-this-phone', phoneTitle],
      ].map(([href, words]) => (
        <li key={href}>
          <a href={href}>{words}</a>
        </li>
      ))}
    </ul>
  )
}

/** GEN-8: without a network, when the portal last said something about the payment. */
function LastNews({ texts, clock, approveUntil }: { texts: PaymentStateProps['texts']; clock: Clock; approveUntil: string | null }) {
  const language = useLanguage()
  return (
    <div className={styles.away}>
      <p className={styles.news} data-clock={clock.minutes} data-words={texts.lastNews}>
        {fillText(texts.lastNews, { time: clock.shown })}
      </p>
      {approveUntil && <p>{fillText(texts.pushAway, { time: clockTime(approveUntil, language) })}</p>}
      <Button type="button" look="quiet" isSmall data-look>
        {texts.lookAgain}
      </Button>
    </div>
  )
}

function Rows({ rows }: { rows: StatusRow[] }) {
  return (
    <SummaryList
      rows={rows.map(({ label, value, more, isReturned }) => ({
        label,
        value: (
          <>
            {isReturned ? <span className={styles.back}>{value}</span> : value}
            {more && <small>{more}</small>}
          </>
        ),
      }))}
    />
  )
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
  const sentence = details.money === 'delivered' ? deliveredSentence(details, texts, language) : moneySentence(details, texts)
  return (
    <>
      <h1 className={styles.title}>
        <small>{over}</small> <span className={tone ? styles[tone] : undefined}>{title}</span>
      </h1>
      {!isSaid && <p>{sentence}</p>}
      {end && <p className={details.deliverBy === null ? styles.end : styles.deadline}>{end}</p>}
      {details.paidIn && (
        <p>
          {fillText(texts.stateAsked, { amount: formatMoney(fromMajor(details.paidIn.amount, details.paidIn.currencyCode), language) })}
        </p>
      )}
      {reason && <p>{reason}</p>}
      {busy && <p>{busy}</p>}
      {excess && <p>{excess}</p>}
      {details.otherWaiting !== null && (
        <p>{fillText(texts.otherWaiting, { number: unbroken(formatMobileNumber(details.otherWaiting)) })}</p>
      )}
    </>
  )
}

function Choices({ texts, details, redisplay }: Shown & Pick<PaymentStateProps, 'redisplay'>) {
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
    </>
  )
}
