import { useId } from 'react'
import { statementSources } from '#features/payment/server/reconciliation/statement-sources.ts'
import type { ReconciledDay } from '#features/reconciliation/server/days.ts'
import { mayDo } from '#features/staff-acts/roles.ts'
import { formatDay } from '#shared/calendar-day.ts'
import { ActForm } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { DataTable } from '../../frame/data-table.tsx'
import { formatCount } from '../../frame/format.ts'
import { Card, Empty, PageHead, Pill, SubmitButton } from '../../frame/pieces.tsx'
import { DAY_TONES, differencesOfDay, stateOfDay, unexplainedOf } from './day-state.ts'
import { reconciliationTexts, sourceName } from './reconciliation-texts.ts'

export type WaitingStatement = { id: number; source: string; day: string; fileName: string; by: string }

export type ReconciliationProps = {
  days: readonly ReconciledDay[]
  waiting: readonly WaitingStatement[]
  today: string
  yesterday: string
  source: string
}

export function ReconciliationView(props: ReconciliationProps) {
  const { language } = useConsole()
  const texts = reconciliationTexts(language)
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <div className="grid grid-side">
        <Card title={texts.days}>{props.days.length === 0 ? <Nothing /> : <Days days={props.days} />}</Card>
        <div className="stack">
          <UploadCard {...props} />
          {props.waiting.length > 0 && <Waiting waiting={props.waiting} />}
        </div>
      </div>
    </>
  )
}

function Nothing() {
  const texts = reconciliationTexts(useConsole().language)
  return (
    <Empty icon="scales" title={texts.noDays}>
      <p>{texts.noDaysText}</p>
    </Empty>
  )
}

const hrefOf = ({ source, day }: Pick<ReconciledDay, 'source' | 'day'>) => `/reconciliation/${source}/${day}`

function Days({ days }: { days: readonly ReconciledDay[] }) {
  const { language } = useConsole()
  const texts = reconciliationTexts(language)
  return (
    <DataTable<ReconciledDay>
      caption={texts.days}
      rows={days}
      keyOf={hrefOf}
      hrefOf={hrefOf}
      columns={[
        { key: 'day', title: texts.day, show: (day) => <a href={hrefOf(day)}>{formatDay(day.day, language)}</a> },
        { key: 'source', title: texts.source, show: ({ source }) => sourceName(source, language) },
        { key: 'differences', title: texts.differences, isFigure: true, show: (day) => formatCount(differencesOfDay(day), language) },
        { key: 'open', title: texts.toExplain, isFigure: true, show: (day) => formatCount(unexplainedOf(day), language) },
        {
          key: 'signatures',
          title: texts.signatures,
          shownFrom: 'middle',
          show: ({ first, second }) => [first?.name, second?.name].filter(Boolean).join(', ') || texts.none,
        },
        { key: 'state', title: texts.state, show: (day) => <StatePill day={day} /> },
      ]}
    />
  )
}

export function StatePill({ day }: { day: ReconciledDay }) {
  const texts = reconciliationTexts(useConsole().language)
  const state = stateOfDay(day)
  return (
    <Pill tone={DAY_TONES[state]} icon={state === 'signed' ? 'check' : state === 'explain' ? 'warning' : 'clock'}>
      {texts[state]}
    </Pill>
  )
}

function UploadCard({ yesterday, today, source }: ReconciliationProps) {
  const { language, staff, typed } = useConsole()
  const texts = reconciliationTexts(language)
  const id = useId()
  if (!mayDo(staff, 'upload-statement'))
    return (
      <Card title={texts.upload}>
        <p className="pad small text-quiet">{texts.uploadRole}</p>
      </Card>
    )
  return (
    <Card title={texts.upload}>
      <ActForm to="/reconciliation/upload" hasFile className="pad">
        <div className="field">
          <label htmlFor={`${id}-source`}>{texts.source}</label>
          <select id={`${id}-source`} name="source" className="input" required defaultValue={typed.source ?? source}>
            <option value="">{texts.chooseSource}</option>
            {statementSources().map((each) => (
              <option key={each} value={each}>
                {sourceName(each, language)}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${id}-day`}>{texts.day}</label>
          <input id={`${id}-day`} type="date" name="day" className="input" required max={today} defaultValue={typed.day ?? yesterday} />
        </div>
        <div className="field">
          <label htmlFor={`${id}-file`}>{texts.file}</label>
          <input
            id={`${id}-file`}
            type="file"
            name="file"
            className="input file"
            required
            accept=".csv,.txt,.tsv,.xlsx,.json"
            aria-describedby={`${id}-hint`}
          />
          <p id={`${id}-hint`}>{texts.fileHint}</p>
        </div>
        <SubmitButton kind="main">{texts.send}</SubmitButton>
      </ActForm>
    </Card>
  )
}

function Waiting({ waiting }: Pick<ReconciliationProps, 'waiting'>) {
  const { language } = useConsole()
  const texts = reconciliationTexts(language)
  return (
    <Card title={texts.uncompared}>
      <ul className="lines">
        {waiting.map(({ id, source, day, fileName, by }) => (
          <li key={id}>
            <span className="grow">
              <a href={`/reconciliation/statements/${id}`}>
                {sourceName(source, language)}, {formatDay(day, language)}
              </a>
              <small>
                {fileName} · {by}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
