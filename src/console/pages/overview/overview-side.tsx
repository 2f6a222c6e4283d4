import { fillText } from '#shared/fill-text.ts'
import { formatShort } from '#shared/money.ts'
import { useConsole } from '../../frame/console-context.ts'
import { formatAge, formatCount, formatMinute } from '../../frame/format.ts'
import { Card, Dot, Mono } from '../../frame/pieces.tsx'
import { PROMISED_HOURS } from '../reviews/review-rules.ts'
import { counted } from '../words/counted.ts'
import { methodName } from '../words/payment-words.ts'
import { reviewWords } from '../words/review-words.ts'
import { shownMoney } from '../words/shown-money.ts'
import { overviewTexts } from './overview-texts.ts'
import type { OverviewProps } from './overview-props.ts'

const HOUR_MS = 3_600_000

export function ReviewsPanel({ reviews, now }: Pick<OverviewProps, 'reviews' | 'now'>) {
  const { language } = useConsole()
  const texts = overviewTexts(language)
  const total = reviews.reduce((sum, each) => sum + each.reviews, 0)
  return (
    <Card
      title={texts.reviews}
      end={
        <>
          <span className="text-quiet">{formatCount(total, language)}</span>
          <a href="/reviews">{texts.queue}</a>
        </>
      }
      footer={<p>{fillText(texts.promised, { days: PROMISED_HOURS / 24 })}</p>}
    >
      {reviews.length === 0 ? (
        <p className="pad small text-quiet">{texts.noReviews}</p>
      ) : (
        <ul className="lines">
          {reviews.map(({ reason, reviews: count, money, oldest }) => {
            const age = now.getTime() - oldest.getTime()
            const tone = age > 48 * HOUR_MS ? 'text-bad' : age > 24 * HOUR_MS ? 'text-warn' : undefined
            return (
              <li key={reason}>
                <b className="n counted">{formatCount(count, language)}</b>
                <span className="grow">
                  <a href={`/reviews?reason=${reason}`}>{reviewWords(reason, language).title}</a>
                  <small className="mono">{reason}</small>
                </span>
                <span className="n text-quiet">{shownMoney(money, language)}</span>
                <b className={tone === undefined ? 'n' : `n ${tone}`}>{formatAge(age, language)}</b>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

export function ClaimsPanel({ claims, now }: Pick<OverviewProps, 'claims' | 'now'>) {
  const { language } = useConsole()
  const texts = overviewTexts(language)
  return (
    <Card
      id="claims"
      title={texts.claims}
      end={
        <>
          {claims.late > 0 && (
            <a className="text-bad" href="/claims?list=late">
              {counted(texts.lateClaims, claims.late, language)}
            </a>
          )}
          <a href="/claims">{counted(texts.claimsOpen, claims.open, language)}</a>
        </>
      }
    >
      {claims.first.length === 0 ? (
        <p className="pad small text-quiet">{texts.noClaims}</p>
      ) : (
        <ul className="lines">
          {claims.first.map(({ number, kind, amount, dueAt }) => {
            const left = dueAt.getTime() - now.getTime()
            const words = left < 0 ? texts.lateBy : texts.dueIn
            const tone = left < 0 ? 'text-bad' : left < 2 * HOUR_MS ? 'text-warn' : ''
            return (
              <li key={number}>
                <a className="mono" href={`/claims/${number}`}>
                  {number}
                </a>
                <span className="grow">
                  {texts[`claim_${kind}`]}
                  <small className="n">{formatShort(amount, language)}</small>
                </span>
                <b className={`n ${tone}`}>{fillText(words, { age: formatAge(Math.abs(left), language) })}</b>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

const CIRCUIT_TONES = { closed: 'good', 'half-open': 'warn', probing: 'warn', open: 'bad' } as const
const SYSTEM_TONES = { up: 'good', degraded: 'warn', down: 'bad' } as const

export function HealthPanel({ health, ledger }: Pick<OverviewProps, 'health' | 'ledger'>) {
  const { language } = useConsole()
  const texts = overviewTexts(language)
  return (
    <Card id="health" title={texts.health} end={<span className="text-quiet">{texts.healthEnd}</span>}>
      <ul className="lines">
        {health.connectors.map(({ connector, state }) => (
          <li key={connector}>
            <Dot tone={CIRCUIT_TONES[state]} />
            <span className="grow">{methodName(connector, language)}</span>
            <span className={state === 'closed' ? 'text-quiet' : 'text-warn'}>{texts[state]}</span>
          </li>
        ))}
        {health.systems.map(({ system, state }) => (
          <li key={system}>
            <Dot tone={SYSTEM_TONES[state]} />
            <span className="grow">{fillText(texts.system, { system })}</span>
            <span className={state === 'up' ? 'text-quiet' : 'text-warn'}>{texts[state]}</span>
          </li>
        ))}
        <li>
          <Dot tone={ledger.unsealed > 1000 ? 'warn' : 'good'} />
          <span className="grow">{texts.ledger}</span>
          <Mono>
            {ledger.unsealed > 0 || ledger.sealedUntil === null
              ? fillText(texts.unsealed, { count: formatCount(ledger.unsealed, language) })
              : fillText(texts.sealedUntil, { time: formatMinute(ledger.sealedUntil, language) })}
          </Mono>
        </li>
      </ul>
    </Card>
  )
}
