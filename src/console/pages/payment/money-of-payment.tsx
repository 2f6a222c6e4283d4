import { fillText } from '#shared/fill-text.ts'
import { formatShort } from '#shared/money.ts'
import { useConsole } from '../../frame/console-context.ts'
import { formatClock } from '../../frame/format.ts'
import { Card, Note, Pill } from '../../frame/pieces.tsx'
import { addsUp, type MoneySum } from '../../queries/money-sums.ts'
import type { MoneyPart } from '../../queries/payment-filter.ts'
import type { PaymentDetails } from '../../queries/payment-details.ts'
import type { ListedPayment } from '../../queries/payment-list.ts'
import { shownAmount, shownMoney } from '../words/shown-money.ts'
import { paymentPageTexts } from './payment-texts.ts'

const PARTS: readonly (readonly [MoneyPart, 'delivered' | 'givenBack' | 'comingBack' | 'delivering' | 'inDoubt'])[] = [
  ['delivered', 'delivered'],
  ['given-back', 'givenBack'],
  ['coming-back', 'comingBack'],
  ['delivering', 'delivering'],
  ['in-doubt', 'inDoubt'],
]

/** CON-9: taken = delivered + given back + coming back + being delivered + in doubt, or the page says that it is not so. */
export function MoneyOfPayment({ row, details }: { row: ListedPayment; details: PaymentDetails }) {
  const { language } = useConsole()
  const texts = paymentPageTexts(language)
  const taken = details.money.filter(({ parts }) => parts.taken.minor !== 0 || parts.gap.minor !== 0)
  const outside = details.money.map(({ currency, parts }) => ({ currency, minor: parts.outside.minor }))
  const isRight = addsUp(details.money)
  const gaps = details.money.map(({ currency, parts }) => ({ currency, minor: Math.abs(parts.gap.minor) }))
  return (
    <Card
      title={texts.sum}
      end={
        isRight
          ? taken.length > 0 && (
              <Pill tone="good" icon="check">
                {texts.sumRight}
              </Pill>
            )
          : undefined
      }
      footer={
        outside.some(({ minor }) => minor > 0) ? <p>{fillText(texts.outside, { money: shownMoney(outside, language) })}</p> : undefined
      }
    >
      {!isRight && (
        <div className="pad">
          <Note tone="bad" title={fillText(texts.sumWrong, { money: shownMoney(gaps, language) })}>
            {texts.sumWrongText}
          </Note>
        </div>
      )}
      {taken.length === 0 ? (
        <p className="pad small text-quiet">{texts.nothingMoney}</p>
      ) : (
        taken.map((sum) => <Sum key={sum.currency} sum={sum} row={row} />)
      )}
    </Card>
  )
}

function Sum({ sum: { currency, parts }, row }: { sum: MoneySum; row: ListedPayment }) {
  const { language } = useConsole()
  const texts = paymentPageTexts(language)
  const shown = (minor: number) => shownAmount({ minor, currency }, language)
  const cells = PARTS.filter(([part]) => part === 'delivered' || part === 'given-back' || part === 'in-doubt' || parts[part].minor !== 0)
  return (
    <dl className="adds">
      <div>
        <dt>{texts.asked}</dt>
        <dd>{formatShort(row.amount, language)}</dd>
        <dd className="tiny text-quiet n">{formatClock(row.askedAt, language)}</dd>
      </div>
      <div data-sign="→">
        <dt>{texts.paid}</dt>
        <dd>{shown(parts.taken.minor)}</dd>
        <dd className="tiny text-quiet n">{row.paidAt && formatClock(row.paidAt, language)}</dd>
      </div>
      {cells.map(([part, name], place) => (
        <div key={part} data-sign={place === 0 ? '=' : '+'}>
          <dt>{texts[name]}</dt>
          <dd className={part === 'in-doubt' && parts[part].minor !== 0 ? 'text-warn' : undefined}>{shown(parts[part].minor)}</dd>
        </div>
      ))}
    </dl>
  )
}
