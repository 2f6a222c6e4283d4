import type { Gap, ReconciledDay } from '#features/reconciliation/server/days.ts'
import type { StoredStatement } from '#features/reconciliation/server/statements.ts'
import { hasPartIn } from '#features/staff-acts/roles.ts'
import { formatDay, formatLongDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { ActForm } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { formatCount, formatDate, formatMinute } from '../../frame/format.ts'
import { Card, DisabledAction, Face, Mono, Pill, SubmitButton } from '../../frame/pieces.tsx'
import { shownAmount } from '../words/shown-money.ts'
import { leftOpenOf, unexplainedOf } from './day-state.ts'
import { dayTexts } from './day-texts.ts'
import { StatePill } from './reconciliation-view.tsx'

export function DayAccount({ day, gaps }: { day: ReconciledDay; gaps: readonly Gap[] }) {
  const { language } = useConsole()
  const texts = dayTexts(language)
  const { totals = [], fees = [], payouts = [] } = day.figures ?? {}
  const facts = [
    ...totals.flatMap(({ state, currency, there, here }) => {
      const isDone = state === 'done'
      if (there.count === 0 && here.count === 0) return []
      const [theirs, ours] = isDone ? [texts.taken, texts.takenHere] : [texts.returned, texts.returnedHere]
      return [
        [`${theirs} (${formatCount(there.count, language)})`, { minor: there.minor, currency }] as const,
        [`${ours} (${formatCount(here.count, language)})`, { minor: here.minor, currency }] as const,
      ]
    }),
    ...gaps.flatMap(({ currency, explained, open }) => [
      [texts.gapExplained, { minor: explained, currency }] as const,
      [texts.gapOpen, { minor: open, currency }] as const,
    ]),
    ...fees.flatMap(({ currency, fees: minor, net }) => [
      [texts.fees, { minor, currency }] as const,
      [texts.net, { minor: net, currency }] as const,
    ]),
  ]
  return (
    <Card title={texts.account}>
      <dl className="facts pad small">
        {facts.map(([name, amount]) => (
          <div key={`${name} ${amount.currency}`}>
            <dt>{name}</dt>
            <dd className={name === texts.gapOpen && amount.minor !== 0 ? 'n text-bad' : 'n'}>{shownAmount(amount, language)}</dd>
          </div>
        ))}
      </dl>
      {payouts.length > 0 && (
        <>
          <h3 className="inner-head">{texts.payouts}</h3>
          <ul className="lines">
            {payouts.map(({ payout, currency, lines, minor, fees: kept }) => (
              <li key={`${payout} ${currency}`}>
                <span className="grow">
                  <Mono>{payout}</Mono>
                  <small>{formatCount(lines, language)}</small>
                </span>
                <b className="n">{shownAmount({ minor: minor - kept, currency }, language)}</b>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

type Signature = ReconciledDay['first']

export function SignCard({ day, path }: { day: ReconciledDay; path: string }) {
  const { language } = useConsole()
  const texts = dayTexts(language)
  const leftOpen = leftOpenOf(day)
  return (
    <Card title={fillText(texts.sign, { day: formatLongDay(day.day, language) })}>
      <ul className="lines">
        <Signer signature={day.first} place="1" words={texts.first} />
        <Signer signature={day.second} place="2" words={texts.second} />
      </ul>
      <div className="pad small">
        {leftOpen > 0 && !day.second && <p className="text-warn">{fillText(texts.openLeft, { count: formatCount(leftOpen, language) })}</p>}
        <SignAction day={day} path={path} />
      </div>
    </Card>
  )
}

function Signer({ signature, place, words }: { signature: Signature; place: string; words: string }) {
  const { language } = useConsole()
  const texts = dayTexts(language)
  return (
    <li>
      <Face name={signature?.name ?? place} />
      <span className="grow">
        <b>{signature?.name ?? words}</b>
        {signature && (
          <small>
            {formatDate(signature.at, language)} {formatMinute(signature.at, language)}
          </small>
        )}
      </span>
      {signature ? (
        <Pill tone="good" icon="check">
          {texts.signed}
        </Pill>
      ) : (
        <Pill tone="quiet">{texts.notYet}</Pill>
      )}
    </li>
  )
}

function SignAction({ day, path }: { day: ReconciledDay; path: string }) {
  const { language, staff } = useConsole()
  const texts = dayTexts(language)
  if (day.second) return <p>{texts.signedBoth}</p>
  const label = day.first ? texts.signSecond : texts.signFirst
  const whyNot = whyNotSign(day, { texts, language, staff })
  if (whyNot !== null)
    return (
      <DisabledAction icon="seal" why={whyNot}>
        {label}
      </DisabledAction>
    )
  return (
    <ActForm to={`${path}/sign`} version={day.version}>
      <SubmitButton kind="main" icon="seal">
        {label}
      </SubmitButton>
      <p className="text-quiet">{texts.changes}</p>
    </ActForm>
  )
}

type Reader = Pick<ReturnType<typeof useConsole>, 'language' | 'staff'> & { texts: ReturnType<typeof dayTexts> }

function whyNotSign(day: ReconciledDay, { texts, language, staff }: Reader): string | null {
  const open = unexplainedOf(day)
  if (!day.comparedAt) return texts['why_not-compared']
  if (open > 0) return fillText(texts.waitExplain, { count: formatCount(open, language) })
  if (day.first?.id === staff.id) return texts.waitOther
  if (!day.first && !staff.roles.includes('finance')) return texts.waitFinance
  return hasPartIn(staff, 'sign-day') ? null : texts.waitFinance
}

export function FilesCard({ files }: { files: readonly StoredStatement[] }) {
  const { language } = useConsole()
  const texts = dayTexts(language)
  const compared = files.filter(({ comparedAt }) => comparedAt !== null)
  if (compared.length === 0) return null
  return (
    <Card title={texts.files}>
      <ul className="lines">
        {compared.map(({ id, fileName, hash, counts, uploadedBy }) => (
          <li key={id}>
            <span className="grow">
              <b className="file-name">{fileName}</b>
              <small>
                {counts && fillText(texts.linesOfFile, { lines: counts.lines, known: counts.known, left: counts.left })} · {uploadedBy}
              </small>
              <small className="mono hash">{hash}</small>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function PreviousDays({ previous }: { previous: readonly ReconciledDay[] }) {
  const { language } = useConsole()
  const texts = dayTexts(language)
  if (previous.length === 0) return null
  return (
    <Card title={texts.previous} footer={<p>{texts.previousNote}</p>}>
      <ul className="lines">
        {previous.map((day) => (
          <li key={day.day}>
            <a href={`/reconciliation/${day.source}/${day.day}`}>{formatDay(day.day, language)}</a>
            <span className="grow text-quiet">{[day.first?.name, day.second?.name].filter(Boolean).join(', ')}</span>
            <StatePill day={day} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
