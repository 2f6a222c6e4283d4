import { fillText } from '#shared/fill-text.ts'
import { formatNumber } from '#shared/format-number.ts'
import { isFrench } from '#shared/language.ts'
import { mayDo, mayPropose } from '#features/staff-acts/roles.ts'
import { useConsole } from '../../frame/console-context.ts'
import type { IconName } from '../../frame/icon.tsx'
import { ButtonLink, Card, PageHead, Pill, type Tone } from '../../frame/pieces.tsx'
import type { ConsoleLanguage } from '../../console-language.ts'
import { shownMoment } from '../words/shown-moment.ts'
import { wayName, type WayRow, type WayState } from './way-rows.ts'
import { ClosingForm, ProposalsPanel, ReopeningForm } from './ways-forms.tsx'
import { LimitsPanel } from './ways-limits.tsx'
import { VisitorPreview } from './visitor-preview.tsx'
import type { WaysProps } from './ways-props.ts'
import { waysTexts } from './ways-to-pay-texts.ts'

export function WaysToPayView(props: WaysProps) {
  const { language } = useConsole()
  const texts = waysTexts(language)
  const { closing, reopening } = props
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <div className="side-late">
        <div className="stack">
          <WaysTable {...props} />
          {closing && <ClosingForm row={closing} now={props.now} />}
          {reopening && <ReopeningForm row={reopening} />}
          <LimitsPanel limits={props.limits} />
        </div>
        <div className="stack">
          <VisitorPreview {...props} />
          <ProposalsPanel {...props} />
        </div>
      </div>
    </>
  )
}

function WaysTable({ rows, closing, reopening, now }: WaysProps) {
  const { language } = useConsole()
  const texts = waysTexts(language)
  const ways = rows.filter(({ isSub }) => !isSub)
  const closed = ways.filter(({ state }) => state === 'closed').length
  const end = fillText(texts.summary, { open: ways.length - closed, closed })
  return (
    <Card title={texts.table} end={<span className="text-quiet">{end}</span>}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must take the keyboard */}
      <div className="scroll" role="group" aria-label={texts.table} tabIndex={0}>
        <table className="ways">
          <caption className="spoken">{texts.table}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.way}</th>
              <th scope="col">{texts.state}</th>
              <th scope="col" className="figure from-middle">
                {texts.share}
              </th>
              <th scope="col">{texts.until}</th>
              <th scope="col">
                <span className="spoken">{texts.action}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Way key={`${row.way}${row.isSub}`} row={row} isChosen={row === closing || row === reopening} now={now} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

const STATES: Readonly<Record<WayState, { tone: Tone; icon: IconName }>> = {
  open: { tone: 'good', icon: 'check' },
  closed: { tone: 'bad', icon: 'lock' },
  part: { tone: 'warn', icon: 'lock' },
  cut: { tone: 'warn', icon: 'warning' },
  back: { tone: 'warn', icon: 'clock' },
}

function Way({ row, isChosen, now }: { row: WayRow; isChosen: boolean; now: Date }) {
  const { language } = useConsole()
  const texts = waysTexts(language)
  const { tone, icon } = STATES[row.state]
  const name = wayName(row, language)
  return (
    <tr className={[row.isSub && 'sub', isChosen && 'chosen'].filter(Boolean).join(' ') || undefined}>
      <th scope="row">{name}</th>
      <td>
        <Pill tone={tone} icon={icon}>
          {texts[row.state]}
        </Pill>
      </td>
      <td className="figure from-middle">{shareOf(row, language)}</td>
      <td>
        {untilWords(row, now, language)}
        {row.lastGood && row.state !== 'closed' && (
          <small className="way-note">{fillText(texts.lastGood, { time: shownMoment(row.lastGood, now, language) })}</small>
        )}
        {row.note !== null && (
          <small className="way-note">
            {row.note}
            {row.lastGood && ` · ${fillText(texts.lastGood, { time: shownMoment(row.lastGood, now, language) })}`}
          </small>
        )}
        {row.state === 'closed' && row.renewals > 0 && <small className="way-note text-warn">{texts.renewed}</small>}
      </td>
      <td>
        <Switch row={row} name={name} />
      </td>
    </tr>
  )
}

function Switch({ row, name }: { row: WayRow; name: string }) {
  const { language, staff } = useConsole()
  const texts = waysTexts(language)
  const isClosed = row.state === 'closed'
  const link = (to: string, words: string) => (
    <ButtonLink href={`/ways-to-pay?${to}=${row.way}#form`} isSmall>
      {words}
      <span className="spoken"> {name}</span>
    </ButtonLink>
  )
  return (
    <span className="row end-of-row">
      {isClosed && mayPropose(staff, 'reopen-way') && link('reopen', texts.reopen)}
      {mayDo(staff, 'close-way') && link('close', isClosed ? texts.longer : texts.close)}
    </span>
  )
}

function shareOf({ asked, paid }: WayRow, language: ConsoleLanguage): string {
  if (asked === 0) return waysTexts(language).none
  const percent = formatNumber((paid / asked) * 100, language, { most: 1 })
  return isFrench(language) ? `${percent}\u00a0%` : `${percent}%`
}

function untilWords(row: WayRow, now: Date, language: ConsoleLanguage): string {
  const texts = waysTexts(language)
  if (row.state === 'cut') return texts.cutText
  if (row.until === null) return texts.always
  const time = shownMoment(row.until, now, language)
  if (row.closedBy === null) return fillText(texts.partUntil, { time })
  const reasons: Readonly<Record<string, string>> = texts
  return fillText(texts.closedUntil, { time, reason: reasons[`reason_${row.reason}`] ?? '', name: row.closedBy })
}
