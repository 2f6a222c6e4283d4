import { fillText } from '#shared/fill-text.ts'
import { useConsole } from '../../frame/console-context.ts'
import { formatCount } from '../../frame/format.ts'
import { Card } from '../../frame/pieces.tsx'
import { overviewTexts } from './overview-texts.ts'
import type { OverviewProps } from './overview-props.ts'

const WIDTH = 720
const HEIGHT = 180
const LEFT = 36
const BOTTOM = 20
const HOURS = 24
const STEP = (WIDTH - LEFT) / HOURS

/** Bars for the day, a line for the day before; each bar says its figures. */
export function HoursPanel({ hours, hoursBefore }: Pick<OverviewProps, 'hours' | 'hoursBefore'>) {
  const { language } = useConsole()
  const texts = overviewTexts(language)
  if (!hours || !hoursBefore) return null
  const top = topOf(Math.max(...hours, ...hoursBefore, 1))
  const y = (count: number) => HEIGHT - BOTTOM - (count / top) * (HEIGHT - BOTTOM - 8)
  const line = hoursBefore.map((count, hour) => `${LEFT + (hour + 0.5) * STEP},${y(count).toFixed(1)}`).join(' ')
  return (
    <Card
      title={texts.hours}
      end={
        <span className="row small text-quiet">
          <i className="key-bar" aria-hidden="true" /> {texts.hoursThis} <i className="key-line" aria-hidden="true" /> {texts.hoursBefore}
        </span>
      }
    >
      <div className="pad">
        <svg className="hours" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={texts.hours}>
          {[0, top / 3, (top / 3) * 2, top].map((count) => (
            <g key={count}>
              <line x1={LEFT} x2={WIDTH} y1={y(count)} y2={y(count)} className="ruler" />
              <text x={LEFT - 6} y={y(count) + 4} className="at-end">
                {formatCount(count, language)}
              </text>
            </g>
          ))}
          {barsOf(hours).map(({ count, hour }) => (
            <rect
              key={hour}
              x={LEFT + hour * STEP + 4}
              width={STEP - 8}
              y={y(count)}
              height={Math.max(0, HEIGHT - BOTTOM - y(count))}
              rx="2"
            >
              <title>
                {fillText(texts.hoursText, {
                  hour,
                  count: formatCount(count, language),
                  before: formatCount(hoursBefore[hour] ?? 0, language),
                })}
              </title>
            </rect>
          ))}
          <polyline points={line} />
          {[0, 3, 6, 9, 12, 15, 18, 21].map((hour) => (
            <text key={hour} x={LEFT + (hour + 0.5) * STEP} y={HEIGHT - 4} className="at-middle">
              {String(hour).padStart(2, '0')} h
            </text>
          ))}
        </svg>
      </div>
    </Card>
  )
}

function barsOf(hours: readonly number[]): { hour: number; count: number }[] {
  return hours.map((count, hour) => ({ hour, count }))
}

/** A round figure in three equal parts. */
function topOf(most: number): number {
  const size = 10 ** Math.max(0, Math.floor(Math.log10(most)) - 1)
  return Math.ceil(most / (3 * size)) * 3 * size
}
