import type { ReconciledDay } from '#features/reconciliation/server/days.ts'
import { formatDay } from '#shared/calendar-day.ts'
import { useConsole } from '../../frame/console-context.ts'
import { formatCount } from '../../frame/format.ts'
import { Card } from '../../frame/pieces.tsx'
import { differencesOfDay } from '../reconciliation/day-state.ts'
import { reconciliationTexts, sourceName } from '../reconciliation/reconciliation-texts.ts'
import { StatePill } from '../reconciliation/reconciliation-view.tsx'

/** Days of the last five that have a statement. */
export function ReconciliationPanel({ reconciled }: { reconciled: readonly ReconciledDay[] }) {
  const { language } = useConsole()
  const texts = reconciliationTexts(language)
  return (
    <Card id="reconciliation" title={texts.title} end={<span className="text-quiet">{texts.fiveDays}</span>}>
      {reconciled.length === 0 ? (
        <p className="pad small text-quiet">{texts.noDays}</p>
      ) : (
        <ul className="lines">
          {reconciled.map((day) => (
            <li key={`${day.source} ${day.day}`}>
              <b className="n counted">{formatCount(differencesOfDay(day), language)}</b>
              <span className="grow">
                <a href={`/reconciliation/${day.source}/${day.day}`}>{sourceName(day.source, language)}</a>
                <small>{formatDay(day.day, language)}</small>
              </span>
              <StatePill day={day} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
