import { fillText } from '#shared/fill-text.ts'
import { WAITING_PAYMENTS_DIAL } from '#shared/waiting-payments-dial.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { formatShort, fromMajor } from '#shared/money.ts'
import { PAYMENT_MODES } from '#shared/payment-codes.ts'
import { unbroken } from '#shared/unbroken.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { Spoken } from '#portal/ui/messages/spoken.tsx'
import { QrPicture } from '#portal/ui/signs/qr-picture.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import type { TransactionDetails } from '../contract.ts'
import { timeLeft } from './count-down.ts'
import { WaitingRing } from './waiting-ring.tsx'
import styles from './push-coach.module.css'

const PHONE = 'M6 3.5h3l1.5 4.5-2 1.7a12 12 0 0 0 5.8 5.8l1.7-2 4.5 1.5v3A2.5 2.5 0 0 1 18 20.5 14.5 14.5 0 0 1 3.5 6 2.5 2.5 0 0 1 6 3.5z'

type PushCoachProps = {
  texts: ContentPackages['payment-translation']
  details: TransactionDetails
  /** Remaining and total waiting time of the request. */
  secondsLeft: number
  secondsInAll: number
}

/** MM-2: the remaining time (count-down.ts keeps it running), the steps on the phone, and the code to dial when no request appears. */
export function PushCoach({ texts, details, secondsLeft, secondsInAll }: PushCoachProps) {
  const language = useLanguage()
  const amount = formatShort(fromMajor(details.amount, details.currencyCode), language)
  const words = { amount, number: unbroken(formatMobileNumber(details.payerMobile ?? '')) }
  const { approveBy } = details
  const dial = approveBy?.type === 'type-code' ? approveBy.code : approveBy || !isOurWallet(details) ? null : WAITING_PAYMENTS_DIAL
  return (
    <div className={styles.coach}>
      <div className={styles.waiting}>
        <WaitingRing secondsLeft={secondsLeft} secondsInAll={secondsInAll} amount={amount} />
        <p
          className={`${styles.left} ${styles.near}`}
          data-seconds={secondsLeft}
          data-in-all={secondsInAll}
          data-words={texts.pushSeconds}
          data-long-words={texts.pushMinutes}
          data-over={texts.pushOver}
        >
          <span role="timer">
            {timeLeft(secondsLeft, { words: texts.pushSeconds, longWords: texts.pushMinutes, over: texts.pushOver })}
          </span>
          <Spoken>
            <span role="status" />
          </Spoken>
        </p>
        <p className={`${styles.hint} ${styles.near}`}>{texts.pushMoney}</p>
      </div>
      <div>
        {approveBy?.type === 'scan-qr' && (
          <>
            <p>{texts.pushScan}</p>
            <QrPicture code={approveBy.qr} label={texts.pushScan} />
          </>
        )}
        <ol className={styles.todo}>
          {(['pushTake', 'pushCheck', 'pushAgree'] as const).map((key) => (
            <li key={key}>
              <b>{fillText(texts[key], words)}</b> {fillText(texts[`${key}More`], words)}
            </li>
          ))}
        </ol>
        {dial !== null && (
          <a className={styles.dial} href={`tel:${encodeURIComponent(dial)}`}>
            <Icon path={PHONE} />
            <span>
              {!approveBy && <small>{texts.pushNothing}</small>}
              <b>{fillText(texts.pushDial, { dial })}</b>
              <small>{approveBy ? texts.pushThenApprove : texts.pushThen}</small>
            </span>
          </a>
        )}
      </div>
    </div>
  )
}

/** Only the operator's own wallet is reached by its code. */
function isOurWallet({ paymentMode }: TransactionDetails): boolean {
  return paymentMode === PAYMENT_MODES.MONEY_PUSH
}
