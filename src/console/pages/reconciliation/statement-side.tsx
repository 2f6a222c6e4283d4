import type { Mapping } from '#features/reconciliation/mapping.ts'
import type { StoredStatement } from '#features/reconciliation/server/statements.ts'
import { mayDo } from '#features/staff-acts/roles.ts'
import { formatDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { TextField } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { formatCount, formatDate, formatMinute } from '../../frame/format.ts'
import { Card, Mono, SubmitButton } from '../../frame/pieces.tsx'
import { sourceName } from './reconciliation-texts.ts'
import { statementTexts } from './statement-texts.ts'

export type StatementParts = { statement: StoredStatement; mapping: Mapping | null }

const SHOWN_COLUMNS = 6

export function Preview({ statement }: Pick<StatementParts, 'statement'>) {
  const texts = statementTexts(useConsole().language)
  const { columns, first } = statement.probe
  // Of two columns with one name the first is shown.
  const names = columns.map(({ name }) => name)
  const shown = [...new Set(names)].filter((name) => name !== '').slice(0, SHOWN_COLUMNS)
  return (
    <Card title={texts.preview} end={<span className="text-quiet">{texts.masked}</span>}>
      <div className="scroll" role="group" aria-label={texts.preview}>
        <table>
          <caption className="spoken">{texts.preview}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.line}</th>
              {shown.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first.map(({ line, cells }) => (
              <tr key={line}>
                <td className="text-quiet">{line}</td>
                {shown.map((name) => (
                  <td key={name}>
                    <Mono>{cells[names.indexOf(name)] ?? ''}</Mono>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

export function FileCard({ statement }: Pick<StatementParts, 'statement'>) {
  const { language } = useConsole()
  const texts = statementTexts(language)
  const { fileName, bytes, probe, source, day, hash, uploadedBy, uploadedAt } = statement
  const size = fillText(texts.size, { size: formatCount(Math.ceil(bytes / 1024), language), rows: formatCount(probe.rows, language) })
  return (
    <Card title={texts.statement}>
      <div className="pad small">
        <p className="file-name">
          <b>{fileName}</b>
          <span className="block text-quiet">
            {size}
            {probe.sheet !== null && `, ${fillText(texts.sheet, { sheet: probe.sheet })}`}
          </span>
          <a href={`/reconciliation?source=${source}`}>{texts.another}</a>
        </p>
        <dl className="facts">
          <div>
            <dt>{texts.from}</dt>
            <dd>{sourceName(source, language)}</dd>
          </div>
          <div>
            <dt>{texts.day}</dt>
            <dd>{formatDay(day, language)}</dd>
          </div>
          <div>
            <dt>{texts.hash}</dt>
            <dd>
              <Mono>{shortHash(hash)}</Mono>
            </dd>
          </div>
          <div>
            <dt>{texts.by}</dt>
            <dd>
              {uploadedBy}, {formatDate(uploadedAt, language)} {formatMinute(uploadedAt, language)}
            </dd>
          </div>
        </dl>
      </div>
    </Card>
  )
}

function shortHash(hash: string): string {
  return `${hash.slice(0, 4)}…${hash.slice(-4)}`
}

export function CompareCard({ statement, mapping }: StatementParts) {
  const { language, staff, typed } = useConsole()
  const texts = statementTexts(language)
  const source = sourceName(statement.source, language)
  if (!mayDo(staff, 'compare-statement'))
    return (
      <Card>
        <p className="pad small text-quiet">{texts.compareRole}</p>
      </Card>
    )
  return (
    <Card>
      <div className="pad">
        <TextField name="name" label={texts.name} maxLength={60} isRequired value={mapping?.name ?? source} />
        <label className="row small check">
          <input type="checkbox" name="keep" value="yes" defaultChecked={typed.name === undefined || typed.keep === 'yes'} />
          {fillText(texts.keep, { source })}
        </label>
        <SubmitButton kind="main">{fillText(texts.compare, { rows: formatCount(statement.probe.rows, language) })}</SubmitButton>
        <p className="small text-quiet">{texts.compareNote}</p>
      </div>
    </Card>
  )
}
