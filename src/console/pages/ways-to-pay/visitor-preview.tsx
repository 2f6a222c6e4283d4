import { OPERATOR } from '#operator-record'
import { fillText } from '#shared/fill-text.ts'
import { laterQuarter } from '#shared/local-time.ts'
import { useConsole } from '../../frame/console-context.ts'
import { Card } from '../../frame/pieces.tsx'
import { shownMoment } from '../words/shown-moment.ts'
import type { WaysProps } from './ways-props.ts'
import { wayName, type WayRow } from './way-rows.ts'
import { waysTexts } from './ways-to-pay-texts.ts'

/** The list of ways to pay as a visitor's phone shows it: now, or after the form beside it is sent. */
export function VisitorPreview({ rows, closing, reopening, visitorTexts, now }: WaysProps) {
  const { language } = useConsole()
  const texts = waysTexts(language)
  const chosen = closing ?? reopening
  const troubleOf = (row: WayRow): string | null => {
    const own = chosen !== null && chosen.connectors.every((id) => row.connectors.includes(id)) && isWhole(row, chosen)
    if (own && reopening) return null
    const until = own && closing ? laterQuarter(now, 2) : row.state === 'closed' ? row.until : null
    if (until) return fillText(visitorTexts.closedUntil, { time: shownMoment(until, now, language) })
    return row.state === 'cut' ? visitorTexts.unavailable : null
  }
  return (
    <Card
      title={texts.visitors}
      end={<span className="pill primary">{chosen ? texts.after : texts.now}</span>}
      footer={<p>{texts.ussd}</p>}
    >
      <div className="pad phone-ground">
        <div className="phone">
          <p className="phone-head">{OPERATOR.brand.name}</p>
          <div className="phone-body">
            <p>
              <b>{texts.howToPay}</b>
            </p>
            <p className="tiny text-quiet">{texts.nothingTaken}</p>
            <ul>
              {rows
                .filter(({ isSub }) => !isSub)
                .map((row) => {
                  const trouble = troubleOf(row)
                  return (
                    <li key={row.way} className={trouble === null ? undefined : 'is-off'}>
                      <b>{wayName(row, language)}</b>
                      {trouble !== null && <small>{trouble}</small>}
                    </li>
                  )
                })}
            </ul>
          </div>
        </div>
      </div>
    </Card>
  )
}

/** A closed provider of several leaves its way open. */
function isWhole(row: WayRow, chosen: WayRow): boolean {
  const closed = row.mark.split('|').filter((part) => !part.endsWith(':open'))
  const others = row.connectors.filter((id) => !chosen.connectors.includes(id))
  return others.every((id) => closed.some((part) => part.startsWith(`${id}:`)))
}
