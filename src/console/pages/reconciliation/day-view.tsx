import type { Gap, ReconciledDay, StoredDifference } from '#features/reconciliation/server/days.ts'
import type { StoredStatement } from '#features/reconciliation/server/statements.ts'
import { mayDo } from '#features/staff-acts/roles.ts'
import { formatLongDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { ActForm } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { formatCount, formatDate, formatMinute } from '../../frame/format.ts'
import { Card, Dot, Empty, PageHead, SubmitButton } from '../../frame/pieces.tsx'
import { shownAmount } from '../words/shown-money.ts'
import { DayAccount, FilesCard, PreviousDays, SignCard } from './day-side.tsx'
import { differencesOfDay, unexplainedOf } from './day-state.ts'
import { dayTexts } from './day-texts.ts'
import { DifferenceTable } from './difference-table.tsx'
import { GROUP_NAMES, GROUPS, type Group } from './difference-words.ts'
import { sourceName } from './reconciliation-texts.ts'
import { statementTexts } from './statement-texts.ts'
import { Crumb, StepsOf } from './steps.tsx'

export type ReconciledDayProps = {
  day: ReconciledDay
  differences: readonly StoredDifference[]
  files: readonly StoredStatement[]
  gaps: readonly Gap[]
  previous: readonly ReconciledDay[]
  group: Group | null
  isOpenOnly: boolean
  /** The difference whose details are open, as `name:reference`. */
  chosen: string
}

export function ReconciledDayView(props: ReconciledDayProps) {
  const { language, staff } = useConsole()
  const texts = dayTexts(language)
  const { day } = props
  const path = `/reconciliation/${day.source}/${day.day}`
  const title = fillText(statementTexts(language).title, {
    source: sourceName(day.source, language),
    day: formatLongDay(day.day, language),
  })
  return (
    <>
      <Crumb>{sourceName(day.source, language)}</Crumb>
      <PageHead title={title} lead={leadOf(day, language)}>
        <StepsOf current={day.second ? 5 : 4} />
        {mayDo(staff, 'compare-statement') && day.comparedAt !== null && !day.second && (
          <ActForm to={`${path}/again`}>
            <SubmitButton icon="again">{texts.again}</SubmitButton>
          </ActForm>
        )}
        {mayDo(staff, 'export-reconciliation') && (
          <ActForm to={`${path}/export`}>
            <SubmitButton icon="download" hotkey="e">
              {texts.export}
            </SubmitButton>
          </ActForm>
        )}
      </PageHead>
      <div className="stack">
        <Tiles {...props} path={path} />
        <div className="side-late">
          <Differences {...props} path={path} />
          <div className="stack">
            <DayAccount {...props} />
            <SignCard day={day} path={path} />
            <FilesCard files={props.files} />
            <PreviousDays previous={props.previous} />
          </div>
        </div>
      </div>
    </>
  )
}

function leadOf({ comparedAt, comparedBy, figures }: ReconciledDay, language: ReturnType<typeof useConsole>['language']): string {
  const texts = dayTexts(language)
  if (!comparedAt || !figures) return texts.notCompared
  return fillText(texts.lead, {
    lines: formatCount(figures.lines, language),
    date: formatDate(comparedAt, language),
    time: formatMinute(comparedAt, language),
    name: comparedBy ?? '',
  })
}

const TONES = {
  'unknown-here': 'bad',
  'missing-there': 'bad',
  'another-amount': 'warn',
  'other-state': 'warn',
  'twice-there': 'warn',
} as const satisfies Record<Group, 'bad' | 'warn'>

function Tiles({ day, group, path }: ReconciledDayProps & { path: string }) {
  const { language } = useConsole()
  const texts = dayTexts(language)
  const matched = day.figures?.matched ?? []
  const countOf = (each: Group) => {
    const names: readonly string[] = GROUPS[each]
    return day.counts.filter(({ name }) => names.includes(name)).reduce((sum, { count }) => sum + count, 0)
  }
  return (
    <section className="card">
      <ul className="tiles">
        <li>
          <span className="row">
            <Dot tone="good" />
            {texts.matched}
          </span>
          <b className="n">
            {formatCount(
              matched.reduce((sum, { count }) => sum + count, 0),
              language,
            )}
          </b>
          <small className="text-quiet">{matched.map((sum) => shownAmount(sum, language)).join(', ')}</small>
        </li>
        {GROUP_NAMES.map((each) => (
          <li key={each} aria-current={each === group ? 'true' : undefined}>
            <a href={`${path}?kind=${each}`}>
              <span className="row">
                <Dot tone={countOf(each) === 0 ? 'quiet' : TONES[each]} />
                {texts[each]}
              </span>
              <b className="n">{formatCount(countOf(each), language)}</b>
            </a>
          </li>
        ))}
        <li>
          <span className="row">
            <Dot tone="quiet" />
            {texts['other-shop']}
          </span>
          <b className="n">{formatCount(day.figures?.left ?? 0, language)}</b>
          <small className="text-quiet">{texts.left}</small>
        </li>
      </ul>
    </section>
  )
}

function Differences(props: ReconciledDayProps & { path: string }) {
  const { language } = useConsole()
  const texts = dayTexts(language)
  const { day, differences, group, isOpenOnly, path } = props
  const [all, open] = [differencesOfDay(day), unexplainedOf(day)]
  const query = group ? `kind=${group}&` : ''
  const isAll = group === null && !isOpenOnly
  return (
    <Card
      title={group ? texts[group] : texts.all}
      end={
        <>
          {!isAll && <a href={path}>{texts.all}</a>}
          {!isOpenOnly && open > 0 && <a href={`${path}?${query}open=yes`}>{texts.openOnly}</a>}
        </>
      }
      footer={
        isAll && differences.length < all ? (
          <p>{fillText(texts.shown, { shown: formatCount(differences.length, language), total: formatCount(all, language) })}</p>
        ) : undefined
      }
    >
      {differences.length === 0 ? (
        <Empty icon="check" title={all === 0 ? texts.none : texts.noneHere}>
          {all === 0 && day.comparedAt !== null && <p>{texts.noneText}</p>}
        </Empty>
      ) : (
        <DifferenceTable {...props} />
      )}
    </Card>
  )
}
