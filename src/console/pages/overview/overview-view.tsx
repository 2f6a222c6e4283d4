import type { ConsoleLanguage } from '../../console-language.ts'
import { calendarDay, formatLongDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { useConsole } from '../../frame/console-context.ts'
import { formatMinute } from '../../frame/format.ts'
import { PageHead } from '../../frame/pieces.tsx'
import { ClaimsPanel, HealthPanel, ReviewsPanel } from './overview-side.tsx'
import { HoursPanel } from './overview-hours.tsx'
import { MethodsPanel } from './overview-methods.tsx'
import { MoneyPanel } from './overview-money.tsx'
import { TodoPanel } from './overview-todo.tsx'
import { ReconciliationPanel } from './overview-reconciliation.tsx'
import { ToldPanel } from './overview-told.tsx'
import type { OverviewProps, Period } from './overview-props.ts'
import { overviewTexts } from './overview-texts.ts'

const PERIODS: readonly Period[] = ['today', 'yesterday', 'week', 'month']

export function OverviewView(props: OverviewProps) {
  const { language } = useConsole()
  const texts = overviewTexts(language)
  const { period, now } = props
  return (
    <>
      <PageHead title={texts.title} lead={leadOf(props, language)}>
        <span className="small text-quiet from-middle">{fillText(texts.read, { time: formatMinute(now, language) })}</span>
        <nav className="choice" aria-label={texts.period}>
          {PERIODS.map((each) => (
            <a key={each} href={each === 'today' ? '/' : `/?period=${each}`} aria-current={each === period ? 'true' : undefined}>
              {texts[each]}
            </a>
          ))}
        </nav>
      </PageHead>
      <div className="stack" id="figures" data-live={period === 'today' || undefined}>
        <TodoPanel {...props} />
        <MoneyPanel {...props} />
        <div className="grid grid-side">
          <div className="stack">
            <MethodsPanel {...props} />
            <HoursPanel {...props} />
          </div>
          <div className="stack">
            <ReviewsPanel {...props} />
            <ClaimsPanel {...props} />
            <HealthPanel {...props} />
            {props.reconciled !== null && <ReconciliationPanel reconciled={props.reconciled} />}
            <ToldPanel {...props} />
          </div>
        </div>
      </div>
    </>
  )
}

function leadOf({ period, filter, now }: OverviewProps, language: ConsoleLanguage): string {
  const texts = overviewTexts(language)
  const day = (date: string) => formatLongDay(date, language)
  if (period === 'today') return fillText(texts.leadToday, { day: day(calendarDay(now)), time: formatMinute(now, language) })
  if (period === 'yesterday') return fillText(texts.leadPast, { day: day(filter.from) })
  return fillText(texts.leadDays, { from: day(filter.from), until: day(filter.until) })
}
