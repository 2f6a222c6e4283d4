import { fillText } from '#shared/fill-text.ts'
import { languageName } from '#shared/language-review.ts'
import { DEFAULT_LANGUAGE } from '#shared/language.ts'
import type { Edition } from '#features/text-editing/edition.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { useConsole } from '../../frame/console-context.ts'
import { DataTable, type Column } from '../../frame/data-table.tsx'
import { formatCount, formatDate, formatMinute } from '../../frame/format.ts'
import { Icon } from '../../frame/icon.tsx'
import { Card, Empty, PageHead, Pill } from '../../frame/pieces.tsx'
import { Choice } from '../words/choice.tsx'
import { groupName } from './text-groups.ts'
import { editAddress, MAX_TYPED, OPEN_MARKS, TEXT_MARKS, type TextFilter, type TextGroup, type TextRow } from './text-list.ts'
import { EditionPill } from './edition-pill.tsx'
import { textsTexts } from './texts-texts.ts'

export type TextsProps = {
  groups: readonly TextGroup[]
  filter: TextFilter
  rows: readonly TextRow[]
  found: number
  total: number
  open: readonly Edition[]
  now: Date
  languages: readonly string[]
}

export function TextsView({ groups, filter, rows, found, total, open, languages }: TextsProps) {
  const { language } = useConsole()
  const texts = textsTexts(language)
  const values = { texts: formatCount(total, language), pages: groups.length }
  return (
    <>
      <PageHead title={texts.title} lead={fillText(texts.lead, values)} />
      <div className="grid grid-texts">
        <Groups groups={groups} chosen={filter.group} />
        <div className="stack">
          <Card footer={<span>{fillText(texts.count, { shown: rows.length, found: formatCount(found, language) })}</span>}>
            <Filters filter={filter} languages={languages} />
            {rows.length === 0 ? (
              <Empty icon="letters" title={texts.noneTitle}>
                <p>{texts.noneText}</p>
              </Empty>
            ) : (
              <Rows rows={rows} filter={filter} languages={languages} />
            )}
          </Card>
          {open.length > 0 && <OnTheWay open={open} />}
        </div>
      </div>
    </>
  )
}

function Groups({ groups, chosen }: { groups: readonly TextGroup[]; chosen: string | null }) {
  const { language } = useConsole()
  const texts = textsTexts(language)
  return (
    <Card title={texts.pages} end={<span className="text-quiet">{texts.pagesEnd}</span>}>
      <ul className="lines text-groups">
        {groups.map(({ group, texts: count, open }) => (
          <li key={group}>
            <a href={`/texts?page=${group}`} aria-current={group === chosen ? 'page' : undefined}>
              <span className="grow">{groupName(group, language)}</span>
              {open > 0 && <b className="pill warn">{open}</b>}
              <span className="n text-quiet">{count}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Filters({ filter, languages }: { filter: TextFilter; languages: readonly string[] }) {
  const { language } = useConsole()
  const texts = textsTexts(language)
  const { group, mark, typed } = filter
  return (
    <form className="filters" action="/texts" role="search">
      <label className="find">
        <Icon name="search" />
        <span className="spoken">{texts.search}</span>
        <input
          type="search"
          name="q"
          placeholder={texts.search}
          defaultValue={typed}
          maxLength={MAX_TYPED}
          autoComplete="off"
          data-filter
        />
        <kbd aria-hidden="true">F</kbd>
      </label>
      {group !== null && (
        <label className="chip">
          <input type="checkbox" name="page" value={group} defaultChecked />
          {groupName(group, language)}
        </label>
      )}
      <Choice
        name="mark"
        label={texts.mark}
        none={texts.anyMark}
        value={mark}
        options={TEXT_MARKS.map((value) => ({ value, label: texts[value] }))}
      />
      <Choice
        name="lang"
        label={texts.language}
        none={texts.anyLanguage}
        value={filter.language}
        options={languages.map((value) => ({ value, label: languageName(value) }))}
      />
      <button type="submit" className="button">
        {texts.filter}
      </button>
      <a className="button plain" href="/texts">
        {texts.clear}
      </a>
    </form>
  )
}

function Rows({ rows, filter, languages }: { rows: readonly TextRow[]; filter: TextFilter; languages: readonly string[] }) {
  const { language } = useConsole()
  const texts = textsTexts(language)
  const shown = filter.language === null ? languages : [filter.language]
  const columns: Column<TextRow>[] = [
    {
      key: 'name',
      title: texts.name,
      show: ({ id, name, group }) => (
        <span className="text-name">
          <a className="mono" href={editAddress(id)}>
            {name}
          </a>
          {filter.group === null && <small className="text-quiet">{groupName(group, language)}</small>}
        </span>
      ),
    },
    ...shown.map((each): Column<TextRow> => ({
      key: each,
      title: each === DEFAULT_LANGUAGE ? fillText(texts.first, { language: languageName(each) }) : languageName(each),
      show: (row) => <Words row={row} language={each} />,
    })),
    { key: 'state', title: texts.state, show: (row) => <Marks row={row} /> },
  ]
  return <DataTable caption={texts.title} columns={columns} rows={rows} keyOf={({ id }) => id} hrefOf={({ id }) => editAddress(id)} />
}

function Words({ row: { words, written }, language }: { row: TextRow; language: string }) {
  const own = textsTexts(useConsole().language)
  if (!(language in words)) return <span className="text-quiet">—</span>
  const shown = written?.[language] ?? words[language] ?? ''
  if (shown === '') return <Pill tone="bad">{own.missing}</Pill>
  return (
    <span className="text-words" lang={language}>
      {shown}
    </span>
  )
}

function Marks({ row: { open, lock, quoted } }: { row: TextRow }) {
  const texts = textsTexts(useConsole().language)
  return (
    <span className="row wrap">
      {open && <EditionPill edition={open} />}
      {lock && (
        <span className="pill quiet" title={texts[`lock_${lock}`]}>
          <Icon name="lock" isSmall />
          {texts.locked}
          <span className="spoken">{texts[`lock_${lock}`]}</span>
        </span>
      )}
      {!lock && quoted.length > 0 && (
        <span className="pill quiet" title={texts.quotedWhy}>
          <Icon name="lock" isSmall />
          {texts.quoted}
          <span className="spoken">{texts.quotedWhy}</span>
        </span>
      )}
    </span>
  )
}

const MAX_LISTED = 5

/** What is written, read by another person, or waits for its time. */
function OnTheWay({ open }: { open: readonly Edition[] }) {
  const { language } = useConsole()
  const texts = textsTexts(language)
  return (
    <Card title={texts.onTheWay}>
      <div className="grid grid-three way">
        {OPEN_MARKS.map((state) => {
          const here = open.filter((edition) => edition.state === state)
          return (
            <div key={state} className="pad stack-small">
              <h3 className="row">
                <Pill tone={state === 'review' ? 'warn' : state === 'scheduled' ? 'back' : 'quiet'}>{texts[state]}</Pill>
                <span className="n end">{here.length}</span>
              </h3>
              <p className="text-quiet small">{texts[`onTheWay_${state}`]}</p>
              <ul className="stack-small small">
                {here.slice(0, MAX_LISTED).map((edition) => (
                  <li key={edition.id}>
                    <a className="mono" href={editAddress(edition.textId)}>
                      {edition.textId.split(/\/(.*)/s)[1]}
                    </a>{' '}
                    <span className="text-quiet">{whenOf(edition, language)}</span>
                  </li>
                ))}
                {here.length > MAX_LISTED && (
                  <li>
                    <a href={`/texts?mark=${state}`}>{fillText(texts.more, { count: here.length - MAX_LISTED })}</a>
                  </li>
                )}
              </ul>
            </div>
          )
        })}
      </div>
    </Card>
  )
}

function whenOf({ authorName, writtenAt, publishAt }: Edition, language: ConsoleLanguage): string {
  const texts = textsTexts(language)
  const at = publishAt ?? writtenAt
  const words = fillText(publishAt ? texts.at : texts.since, { date: formatDate(at, language), time: formatMinute(at, language) })
  return `${authorName}, ${words}`
}
