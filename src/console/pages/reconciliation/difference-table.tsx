import { useId, type ReactNode } from 'react'
import type { ReconciledDay, StoredDifference } from '#features/reconciliation/server/days.ts'
import { EXPLANATIONS, LEFT_OPEN } from '#features/reconciliation/statement-words.ts'
import { mayDo } from '#features/staff-acts/roles.ts'
import { fillText } from '#shared/fill-text.ts'
import { ActForm, TextField } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { formatClock, formatDate } from '../../frame/format.ts'
import { Icon } from '../../frame/icon.tsx'
import { Face, Mono, Pill, SubmitButton } from '../../frame/pieces.tsx'
import { shownReference } from '../words/payment-words.ts'
import { shownAmount } from '../words/shown-money.ts'
import { dayTexts } from './day-texts.ts'
import { differenceTitle, gapOf, whatPortalDoes, type Group } from './difference-words.ts'

type TableProps = {
  day: ReconciledDay
  differences: readonly StoredDifference[]
  group: Group | null
  isOpenOnly: boolean
  chosen: string
  path: string
}

const COLUMNS = 8
const CHOICES = [...EXPLANATIONS, LEFT_OPEN] as const
const keyOf = ({ name, reference }: StoredDifference) => `${name}:${reference}`

export function DifferenceTable({ day, differences, group, isOpenOnly, chosen, path }: TableProps) {
  const { language } = useConsole()
  const texts = dayTexts(language)
  const query = `${group ? `kind=${group}&` : ''}${isOpenOnly ? 'open=yes&' : ''}`
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must take the keyboard
    <div className="scroll" role="group" aria-label={texts.all} tabIndex={0}>
      <table className="differences">
        <caption className="spoken">{texts.all}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.reference}</th>
            <th scope="col">{texts.difference}</th>
            <th scope="col">{texts.book}</th>
            <th scope="col">{texts.statement}</th>
            <th scope="col" className="figure">
              {texts.gap}
            </th>
            <th scope="col">{texts.state}</th>
            <th scope="col" className="from-middle">
              {texts.by}
            </th>
            <th scope="col">
              <span className="spoken">{texts.details}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => {
            const key = keyOf(difference)
            const href = `${path}?${query}at=${encodeURIComponent(key)}#details`
            return key === chosen ? (
              <Opened key={key} day={day} difference={difference} href={`${path}?${query}`} path={`${path}/explain?${query}`} />
            ) : (
              <Row key={key} difference={difference} href={href} />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Row({ difference, href, isOpen = false }: { difference: StoredDifference; href: string; isOpen?: boolean }) {
  const { language } = useConsole()
  const texts = dayTexts(language)
  const { name, reference, here, there, explained, order } = difference
  const gap = gapOf(difference)
  return (
    <tr className={isOpen ? 'chosen' : undefined} id={isOpen ? 'details' : undefined} data-href={isOpen ? undefined : href}>
      <td>
        <a className="mono" href={href}>
          {shownReference(order ?? reference)}
        </a>
      </td>
      <td>
        {differenceTitle(name, language)}
        <small className="mono block text-quiet">{name}</small>
      </td>
      <td>{sideText(here, language)}</td>
      <td>{sideText(there, language)}</td>
      <td className="figure">
        <b>{gap ? signedAmount(gap, language) : '—'}</b>
      </td>
      <td>
        {explained ? (
          <Pill tone={explained.as === LEFT_OPEN ? 'warn' : 'good'} icon={explained.as === LEFT_OPEN ? 'warning' : 'check'}>
            {explained.as === LEFT_OPEN ? texts.leftOpen : texts.explained}
          </Pill>
        ) : (
          <Pill tone="bad" icon="pencil">
            {texts.toExplain}
          </Pill>
        )}
      </td>
      <td className="from-middle">
        {explained ? (
          <>
            <Face name={explained.by} isSmall />
            <span className="spoken">{explained.by}</span>
          </>
        ) : (
          '—'
        )}
      </td>
      <td>
        <a className="row" href={href}>
          <Icon name={isOpen ? 'cross' : 'down'} />
          <span className="spoken">{texts.details}</span>
        </a>
      </td>
    </tr>
  )
}

type Language = ReturnType<typeof useConsole>['language']

function sideText(side: StoredDifference['here'], language: Language): string {
  return side ? `${dayTexts(language)[`state_${side.state}`]} ${side.minor === 0 ? '' : shownAmount(side, language)}` : '—'
}

function signedAmount(gap: { minor: number; currency: string }, language: Language): string {
  return gap.minor > 0 ? `+\u00a0${shownAmount(gap, language)}` : shownAmount(gap, language)
}

type OpenedProps = { day: ReconciledDay; difference: StoredDifference; href: string; path: string }

function Opened({ day, difference, href, path }: OpenedProps) {
  const { language } = useConsole()
  const texts = dayTexts(language)
  const { name, here, there, line, at, number, order } = difference
  return (
    <>
      <Row difference={difference} href={href} isOpen />
      <tr className="chosen">
        <td colSpan={COLUMNS}>
          <div className="grid details">
            <Facts
              title={texts.ours}
              rows={
                here
                  ? [
                      [texts.isState, texts[`state_${here.state}`]],
                      [texts.isAmount, shownAmount(here, language)],
                    ]
                  : []
              }
            />
            <Facts
              title={line === null ? texts.notThere : fillText(texts.theirs, { line })}
              rows={[
                ...(there
                  ? [[texts.isState, texts[`state_${there.state}`]] as const, [texts.isAmount, shownAmount(there, language)] as const]
                  : []),
                ...(at ? [[texts.isTime, `${formatDate(at, language)} ${formatClock(at, language)}`] as const] : []),
                ...(number !== null ? [[texts.isNumber, <Mono key="number">{number}</Mono>] as const] : []),
              ]}
            />
            <section className="card pad small">
              <h3>{texts.portal}</h3>
              <p>{whatPortalDoes(name, language)}</p>
              {order !== null && <a href={`/payments/${order}`}>{texts.open}</a>}
              <Explain day={day} difference={difference} path={path} />
            </section>
          </div>
        </td>
      </tr>
    </>
  )
}

function Facts({ title, rows }: { title: string; rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <section className="card pad small">
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p className="text-quiet">—</p>
      ) : (
        <dl className="facts">
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function Explain({ day, difference, path }: { day: ReconciledDay; difference: StoredDifference; path: string }) {
  const { language, staff, typed } = useConsole()
  const texts = dayTexts(language)
  const id = useId()
  const { explained, name, reference } = difference
  if (day.second || !mayDo(staff, 'explain-difference'))
    return explained ? (
      <p>
        <b>{texts[`as_${explained.as}`]}</b> {explained.note}
      </p>
    ) : null
  return (
    <ActForm to={path}>
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="reference" value={reference} />
      <div className="field">
        <label htmlFor={id}>{texts.why}</label>
        <select id={id} name="as" className="input" required defaultValue={typed.as ?? explained?.as ?? ''}>
          <option value="">{texts.choose}</option>
          {CHOICES.map((each) => (
            <option key={each} value={each}>
              {texts[`as_${each}`]}
            </option>
          ))}
        </select>
      </div>
      <TextField name="note" label={texts.note} hint={texts.noteHint} maxLength={300} isLong value={explained?.note ?? ''} />
      <SubmitButton>{texts.mark}</SubmitButton>
    </ActForm>
  )
}
