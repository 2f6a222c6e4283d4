import type { ConsoleLanguage } from '../../console-language.ts'
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
import { systemName } from './system-texts.ts'
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

type Service = { name: string; api: string | null; tone: 'good' | 'warn' | 'bad'; word: string }

/** Services that answer are behind a line: those that do not are what a reader looks for. */
export function HealthPanel({ health, ledger }: Pick<OverviewProps, 'health' | 'ledger'>) {
  const { language } = useConsole()
  const texts = overviewTexts(language)
  const services = servicesOf(health, language)
  const calm = services.filter(({ tone }) => tone === 'good')
  return (
    <Card id="health" title={texts.health} end={<span className="text-quiet">{texts.healthEnd}</span>}>
      <ul className="lines">
        {services
          .filter(({ tone }) => tone !== 'good')
          .map((service) => (
            <ServiceLine key={service.name} service={service} />
          ))}
        <li>
          <Dot tone={ledger.unsealed > 1000 ? 'warn' : 'good'} />
          <span className="grow">{texts.ledger}</span>
          <Mono>
            {ledger.unsealed > 0 || ledger.sealedUntil === null
              ? counted(texts.unsealed, ledger.unsealed, language)
              : fillText(texts.sealedUntil, { time: formatMinute(ledger.sealedUntil, language) })}
          </Mono>
        </li>
      </ul>
      {calm.length > 0 && (
        <details className="calm">
          <summary>{counted(texts.calm, calm.length, language)}</summary>
          <ul className="lines">
            {calm.map((service) => (
              <ServiceLine key={service.name} service={service} />
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

/** A wallet that is paid in two ways is one service, in the worse of its states. */
function servicesOf({ connectors, systems }: OverviewProps['health'], language: ConsoleLanguage): Service[] {
  const texts = overviewTexts(language)
  const services: Service[] = [
    ...connectors.map(({ connector, state }) => ({
      name: methodName(connector, language),
      api: null,
      tone: CIRCUIT_TONES[state],
      word: texts[state],
    })),
    ...systems.map(({ system, state }) => ({
      name: systemName(system, language),
      api: /^\d{3}$/.test(system) ? `TMF${system}` : null,
      tone: SYSTEM_TONES[state],
      word: texts[state],
    })),
  ]
  const worst = (name: string) =>
    (['bad', 'warn', 'good'] as const).find((tone) => services.some((each) => each.name === name && each.tone === tone))
  return services.filter(
    ({ name, tone }, place) => tone === worst(name) && services.findIndex((each) => each.name === name && each.tone === tone) === place,
  )
}

function ServiceLine({ service: { name, api, tone, word } }: { service: Service }) {
  return (
    <li>
      <Dot tone={tone} />
      <span className="grow">
        {name} {api && <small className="mono text-quiet">{api}</small>}
      </span>
      <span className={tone === 'good' ? 'text-quiet' : 'text-warn'}>{word}</span>
    </li>
  )
}
