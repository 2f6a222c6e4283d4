import { calendarDay, formatLongDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { useConsole } from '../../frame/console-context.ts'
import { formatClock, formatCount, formatMinute } from '../../frame/format.ts'
import { Card } from '../../frame/pieces.tsx'
import type { LedgerRow, PaymentDetails } from '../../queries/payment-details.ts'
import { ledgerLine } from './ledger-words.ts'
import { paymentPageTexts } from './payment-texts.ts'

/** The ledger, newest first. Rows of the same moment and content are one line with their number. */
export function PaymentLedger({ details }: { details: PaymentDetails }) {
  const { language } = useConsole()
  const texts = paymentPageTexts(language)
  const { ledger, olderRows, state } = details
  const sealed = ledger.find(({ isSealed }) => isSealed)
  const count = formatCount(ledger.length + olderRows, language)
  const days = [...Map.groupBy(ledger, ({ at }) => calendarDay(at))]
  return (
    <Card
      title={texts.timeline}
      end={
        <span className="text-quiet">
          {sealed ? fillText(texts.sealed, { count, time: formatMinute(sealed.at, language) }) : fillText(texts.unsealed, { count })}
        </span>
      }
      footer={olderRows > 0 ? <p>{fillText(texts.older, { count: formatCount(olderRows, language) })}</p> : undefined}
    >
      {days.map(([day, rows]) => (
        <section key={day} className="book-day">
          {days.length > 1 && <h3>{formatLongDay(day, language)}</h3>}
          <ol className="book">
            {rows.map((row) => (
              <LedgerItem key={row.id} row={row} attempts={state.attempts} />
            ))}
          </ol>
        </section>
      ))}
    </Card>
  )
}

function LedgerItem({ row, attempts }: { row: LedgerRow; attempts: PaymentDetails['state']['attempts'] }) {
  const { language } = useConsole()
  const { title, detail, source, tone } = ledgerLine(row, attempts, language)
  return (
    <li className={`is-${tone}`}>
      <time className="n text-quiet" dateTime={row.at.toISOString()}>
        {formatClock(row.at, language)}
      </time>
      <i aria-hidden="true" />
      <span>
        {title}
        {detail !== '' && <small>{detail}</small>}
      </span>
      <span className="tiny text-quiet">{source}</span>
    </li>
  )
}
