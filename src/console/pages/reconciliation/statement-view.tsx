import { useId } from 'react'
import { columnKey, MAPPED_FIELDS, wordKey, wordsOf, type MappedField } from '#features/reconciliation/mapping.ts'
import type { StoredStatement } from '#features/reconciliation/server/statements.ts'
import { LINE_STATES } from '#features/reconciliation/statement-words.ts'
import { formatLongDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { MONEY } from '#shared/operator.ts'
import { ActForm } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { formatCount } from '../../frame/format.ts'
import { Card, Mono, PageHead, Pill } from '../../frame/pieces.tsx'
import { sourceName } from './reconciliation-texts.ts'
import { CompareCard, FileCard, Preview, type StatementParts } from './statement-side.tsx'
import { statementTexts } from './statement-texts.ts'
import { StepsOf, Crumb } from './steps.tsx'

export type StatementProps = StatementParts & { id: string }

export function StatementView({ statement, mapping, id }: StatementProps) {
  const { language } = useConsole()
  const texts = statementTexts(language)
  const { source, day } = statement
  return (
    <>
      <Crumb>{texts.newStatement}</Crumb>
      <PageHead title={fillText(texts.title, { source: sourceName(source, language), day: formatLongDay(day, language) })}>
        <StepsOf current={2} />
      </PageHead>
      <ActForm to={`/reconciliation/statements/${id}/compare`} className="grid grid-side">
        <div className="stack">
          <Columns statement={statement} mapping={mapping} />
          <Words statement={statement} mapping={mapping} />
          <Preview statement={statement} />
        </div>
        <div className="stack">
          <FileCard statement={statement} />
          <CompareCard statement={statement} mapping={mapping} />
        </div>
      </ActForm>
    </>
  )
}

/** As typed, or as the recognised mapping says, in the file's own writing. */
function useColumn({ statement, mapping }: StatementParts): (field: MappedField) => string {
  const { typed } = useConsole()
  return (field) => {
    const wanted = typed[`col-${field}`] ?? mapping?.columns[field]
    return statement.probe.columns.find(({ name }) => wanted !== undefined && columnKey(name) === columnKey(wanted))?.name ?? ''
  }
}

function Columns(props: StatementParts) {
  const { language } = useConsole()
  const texts = statementTexts(language)
  const column = useColumn(props)
  const { mapping, statement } = props
  return (
    <Card
      title={texts.columns}
      end={
        mapping ? (
          <Pill tone="good" icon="check">
            {fillText(texts.recognised, { name: mapping.name })}
          </Pill>
        ) : (
          <Pill tone="warn" icon="warning">
            {texts.notRecognised}
          </Pill>
        )
      }
    >
      <div className="scroll">
        <table>
          <caption className="spoken">{texts.columns}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.need}</th>
              <th scope="col">{texts.column}</th>
              <th scope="col">{texts.sample}</th>
            </tr>
          </thead>
          <tbody>
            {MAPPED_FIELDS.map((field) => (
              <ColumnRow key={field} field={field} value={column(field)} statement={statement} />
            ))}
          </tbody>
        </table>
      </div>
      <Settings mapping={mapping} />
    </Card>
  )
}

function ColumnRow({ field, value, statement }: { field: MappedField; value: string; statement: StoredStatement }) {
  const texts = statementTexts(useConsole().language)
  const id = useId()
  const isNeeded = field === 'reference' || field === 'amount'
  const { columns } = statement.probe
  return (
    <tr>
      <th scope="row" className="plain-head">
        <label htmlFor={id}>
          <b>{texts[`field_${field}`]}</b>
          {isNeeded ? null : <span className="text-quiet"> ({texts.optional})</span>}
          <small className="block text-quiet">{texts[`hint_${field}`]}</small>
        </label>
      </th>
      <td>
        <select id={id} name={`col-${field}`} className="input" defaultValue={value} required={isNeeded}>
          <option value="">{texts.noColumn}</option>
          {[...new Set(columns.map(({ name }) => name))]
            .filter((name) => name !== '')
            .map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
        </select>
      </td>
      <td>
        <Mono>{columns.find(({ name }) => name === value && value !== '')?.sample ?? ''}</Mono>
      </td>
    </tr>
  )
}

const DECIMALS = ['either', 'point', 'comma'] as const
const UNITS = ['units', 'hundredths'] as const

function Settings({ mapping }: Pick<StatementParts, 'mapping'>) {
  const { language, typed } = useConsole()
  const texts = statementTexts(language)
  const id = useId()
  const currencies = [...new Set([...MONEY.currencies.map(({ code }) => code), ...(mapping?.currency ? [mapping.currency] : [])])]
  return (
    <div className="pad settings-row">
      <div className="field">
        <label htmlFor={`${id}-currency`}>{texts.always}</label>
        <select id={`${id}-currency`} name="currency" className="input" defaultValue={typed.currency ?? mapping?.currency ?? MONEY.prices}>
          {currencies.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}-decimal`}>{texts.decimal}</label>
        <select id={`${id}-decimal`} name="decimal" className="input" defaultValue={typed.decimal ?? mapping?.decimal ?? 'either'}>
          {DECIMALS.map((each) => (
            <option key={each} value={each}>
              {texts[`decimal_${each}`]}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}-unit`}>{texts.unit}</label>
        <select id={`${id}-unit`} name="unit" className="input" defaultValue={typed.unit ?? mapping?.unit ?? 'units'}>
          {UNITS.map((each) => (
            <option key={each} value={each}>
              {texts[`unit_${each}`]}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}

function Words(props: StatementParts) {
  const { language, typed } = useConsole()
  const texts = statementTexts(language)
  const column = useColumn(props)
  const words = wordsOf(props.statement.probe.columns, column('state') || undefined)
  if (words.length === 0)
    return (
      <Card title={texts.words}>
        <p className="pad small text-quiet">{texts.noWords}</p>
      </Card>
    )
  return (
    <Card title={texts.words}>
      <div className="scroll">
        <table>
          <caption className="spoken">{texts.words}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.word}</th>
              <th scope="col" className="figure">
                {texts.lines}
              </th>
              <th scope="col">{texts.means}</th>
              <th scope="col">
                <span className="spoken">{texts.kept}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {words.map(([word, lines]) => {
              const known = props.mapping?.words[wordKey(word)]
              const meaning = typed[`word:${word}`] ?? known ?? ''
              return (
                <tr key={word}>
                  <td>
                    <Mono>{word || '∅'}</Mono>
                  </td>
                  <td className="figure">{formatCount(lines, language)}</td>
                  <td>
                    <select name={`word:${word}`} className="input" aria-label={`${texts.means}: ${word}`} defaultValue={meaning}>
                      <option value="">{texts.choose}</option>
                      {LINE_STATES.map((state) => (
                        <option key={state} value={state}>
                          {texts[`state_${state}`]}
                        </option>
                      ))}
                    </select>
                  </td>
                  <td>
                    {known ? (
                      <Pill tone="good" icon="check">
                        {texts.kept}
                      </Pill>
                    ) : (
                      <span className="text-bad small">{texts.newWord}</span>
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
