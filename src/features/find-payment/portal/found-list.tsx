import { calendarDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { localeOf, type Language } from '#shared/language.ts'
import { formatShort, fromMajor } from '#shared/money.ts'
import { COUNTRY } from '#shared/operator.ts'
import { resultWords, stubOf } from '#features/payment/portal/result-words.ts'
import { paidWith } from '#features/payment/portal/status-words.ts'
import { boughtGoal, boughtName } from '#features/payment/portal/ticket-words.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { BACK, CROSS, SIGNS } from '#portal/ui/signs/signs.ts'
import type { FoundPayment } from '../contract.ts'
import styles from './find-payment.module.css'

type Texts = ContentPackages['find-translation']
type PaymentTexts = ContentPackages['payment-translation']
type FoundListProps = { texts: Texts; paymentTexts: PaymentTexts; payments: readonly FoundPayment[]; today: string }

const MARKS = {
  done: SIGNS.good,
  running: SIGNS.wait,
  review: SIGNS.warn,
  failed: CROSS,
  returned: BACK,
  edit: SIGNS.wait,
  kept: SIGNS.wait,
}

/** FIND-1: newest first, grouped by day and month; each entry shows its state in one line and links to its page. */
export function FoundList({ texts, paymentTexts, payments, today }: FoundListProps) {
  const language = useLanguage()
  const groups = Map.groupBy(payments, ({ at }) => groupName(at, today, texts, language))
  return (
    <>
      {[...groups].map(([name, found]) => (
        <section key={name}>
          <h2 className={styles.group}>{name}</h2>
          <ul className={styles.list}>
            {found.map((payment) => (
              <li key={payment.details.transactionId}>
                <FoundRow texts={texts} paymentTexts={paymentTexts} payment={payment} isToday={name === texts.today} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

type FoundRowProps = { texts: Texts; paymentTexts: PaymentTexts; payment: FoundPayment; isToday: boolean }

function FoundRow({ texts, paymentTexts, payment: { details, at, isForNumber }, isToday }: FoundRowProps) {
  const language = useLanguage()
  const { state, word } = stubOf(details, paymentTexts)
  const what = boughtName(details, paymentTexts)
  const way = paidWith(details, paymentTexts)
  const time = momentOf(at, isToday, language)
  return (
    <a href={`/payment/status?id=${details.transactionId}&back=list`} className={styles.payment} data-state={state}>
      <Icon path={MARKS[state]} />
      <span>
        <b>{isForNumber ? what : fillText(texts.forOther, { what, goal: boughtGoal(details, paymentTexts) })}</b>
        <small>{way ? fillText(texts.paidWith, { time, way }) : time}</small>
        <small>{resultWords(details, paymentTexts).title}</small>
      </span>
      <span className={styles.sum}>
        <b>{formatShort(fromMajor(details.amount, details.currencyCode), language)}</b>
        <small className={styles.state}>{word}</small>
      </span>
    </a>
  )
}

function groupName(at: string, today: string, texts: Texts, language: Language): string {
  const instant = new Date(at)
  if (calendarDay(instant) === today) return texts.today
  const month = new Intl.DateTimeFormat(localeOf(language), { month: 'long', year: 'numeric', timeZone: COUNTRY.timeZone }).format(instant)
  return `${month.charAt(0).toUpperCase()}${month.slice(1)}`
}

function momentOf(at: string, isToday: boolean, language: Language): string {
  const shown = isToday ? ({ hour: '2-digit', minute: '2-digit' } as const) : ({ day: 'numeric', month: 'short' } as const)
  return new Intl.DateTimeFormat(localeOf(language), { ...shown, timeZone: COUNTRY.timeZone }).format(new Date(at))
}
