import { fillText } from '#shared/fill-text.ts'
import { useConsole } from '../../frame/console-context.ts'
import { Card, Dot } from '../../frame/pieces.tsx'
import { isEndingSoon } from '../announcements/ending-soon.ts'
import { methodName } from '../words/payment-words.ts'
import { shownMoment } from '../words/shown-moment.ts'
import { overviewTexts } from './overview-texts.ts'
import type { OverviewProps } from './overview-props.ts'

/** CON-8: the announcements that visitors read and the ways that are closed to them, with their ends. */
export function ToldPanel({ told: { announcements, closed }, now }: Pick<OverviewProps, 'told' | 'now'>) {
  const { language } = useConsole()
  const texts = overviewTexts(language)
  return (
    <Card id="told" title={texts.told}>
      {announcements.length + closed.length === 0 ? (
        <p className="pad small text-quiet">{texts.noneTold}</p>
      ) : (
        <ul className="lines">
          {announcements.map(({ id, title, endsAt }) => (
            <li key={id}>
              <Dot tone="warn" />
              <a className="grow" href="/announcements">
                {title}
              </a>
              <b className={isEndingSoon(endsAt, now) ? 'n text-warn' : 'n'}>
                {fillText(texts.goesAt, { time: shownMoment(endsAt, now, language) })}
              </b>
            </li>
          ))}
          {closed.map(({ connector, until }) => (
            <li key={connector}>
              <Dot tone="bad" />
              <a className="grow" href="/ways-to-pay">
                {fillText(texts.closedWay, { name: methodName(connector, language) })}
              </a>
              <span className="n">{fillText(texts.opensAt, { time: shownMoment(until, now, language) })}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
