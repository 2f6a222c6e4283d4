import { fillText } from '#shared/fill-text.ts'
import { formatForeign } from '#shared/foreign-money.ts'
import { formatXof, xof } from '#shared/money.ts'
import type { ContentPackages } from '#portal/texts/content-packages.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { Stamp } from '#portal/ui/signs/stamp.tsx'
import { SummaryList } from '#portal/ui/lists/summary-list.tsx'
import { Timeline } from '#portal/ui/lists/timeline.tsx'
import { hasMoneyMoved } from '../bought-kind.ts'
import type { TransactionDetails } from '../contract.ts'
import { PushCoach } from './push-coach.tsx'
import { Receipt } from './receipt.tsx'
import { stateMark } from './state-mark.ts'
import {
  beneficiary,
  bundleSentence,
  excessSentence,
  moneySentence,
  reasonSentence,
  shownDetails,
  statusLook,
  type ShownStep,
} from './status-words.ts'
import StatusWatch from './status-watch.island.ts'
import styles from './status.module.css'

type PaymentStateProps = {
  texts: ContentPackages['payment-translation']
  details: TransactionDetails
  steps: ShownStep[]
  secondsLeft: number
}

/** STAT-1..5: how a payment stands. What changes while it is open stands in parts, which status-watch.island.ts renews. */
export function PaymentState({ texts, details, steps, secondsLeft }: PaymentStateProps) {
  const state = (
    <div
      className={styles.stack}
      data-transaction={details.transactionId}
      data-mark={stateMark(details)}
      data-moved={hasMoneyMoved(details.money) ? 'yes' : 'no'}
      data-back-to={details.redirectPage}
    >
      <div data-part="coach">{details.approveUntil && <PushCoach texts={texts} details={details} secondsLeft={secondsLeft} />}</div>
      <Card isCentred>
        <div data-part="seal">
          <Stamp kind={statusLook(details, texts).kind} />
        </div>
        <div data-part="words" role="status">
          <Words texts={texts} details={details} />
        </div>
        <Receipt texts={texts} reference={details.refTransactionId} />
        <div data-part="details" className={styles.details}>
          <SummaryList rows={shownDetails(details, texts)} />
        </div>
      </Card>
      <Card heading={texts.timeline}>
        <div data-part="steps">
          <Timeline
            steps={steps}
            stateWords={{ done: texts.stateDone, now: texts.stateNow, todo: texts.stateTodo, failed: texts.stateFailed }}
          />
        </div>
        <p className={styles.support}>{texts.callSupport}</p>
      </Card>
      <div data-part="choices" className={styles.choices}>
        <Choices texts={texts} details={details} />
      </div>
    </div>
  )
  return details.isFinal ? state : <StatusWatch>{state}</StatusWatch>
}

type Shown = Pick<PaymentStateProps, 'texts' | 'details'>

function Words({ texts, details }: Shown) {
  const language = useLanguage()
  const reason = reasonSentence(details, texts)
  const excess = excessSentence(details, texts, language)
  const end = bundleSentence(details, texts, language)
  return (
    <>
      <h1>{statusLook(details, texts).title}</h1>
      <p className={styles.amount}>
        <strong>{formatXof(xof(details.amount), language)}</strong> {beneficiary(details, texts)}
      </p>
      {details.paidIn && <p>{fillText(texts.stateAsked, { amount: formatForeign(details.paidIn, language) })}</p>}
      {reason && <p>{reason}</p>}
      <p>{moneySentence(details, texts)}</p>
      {end && <p>{end}</p>}
      {excess && <p>{excess}</p>}
    </>
  )
}

function Choices({ texts, details: { purchaseToPay, metaInfo, redirectPage } }: Shown) {
  return (
    <>
      {purchaseToPay && <ButtonLink href={`/payment/start?purchase=${purchaseToPay}`}>{texts.payAgain}</ButtonLink>}
      {metaInfo.leadId && <ButtonLink href="/hbb-lead-status">{texts.leadFollow}</ButtonLink>}
      <ButtonLink href={redirectPage} look={purchaseToPay || metaInfo.leadId ? 'quiet' : 'main'}>
        {texts.return}
      </ButtonLink>
    </>
  )
}
