import { Fragment } from 'react'
import { fillText } from '#shared/fill-text.ts'
import { DEFAULT_LANGUAGE } from '#shared/language.ts'
import { languageName } from '#shared/language-review.ts'
import { mayDo } from '#features/staff-acts/roles.ts'
import type { Edition, FieldFacts, Fields, TextFacts } from '#features/text-editing/edition.ts'
import { isSameText } from '#features/text-editing/edition.ts'
import { differenceOf } from '#features/text-editing/text-difference.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { ActForm } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { Icon } from '../../frame/icon.tsx'
import { Card, Mono, Note, SubmitButton } from '../../frame/pieces.tsx'
import { countText, type Counting } from './count-text.ts'
import { EditionPill } from './edition-pill.tsx'
import { EXAMPLES } from './examples.ts'
import { fieldName } from './field-name.ts'
import { groupName } from './text-groups.ts'
import { TextHistory } from './text-history.tsx'
import { editAddress } from './text-list.ts'
import { TextPreview } from './text-preview.tsx'
import { PublishCard, RestoreCard } from './text-publish.tsx'
import { textTexts } from './text-texts.ts'
import { textsTexts } from './texts-texts.ts'

export type TextProps = {
  facts: TextFacts
  /** What visitors read. */
  served: Fields
  /** Its mark. */
  seen: string
  /** What is written, or that of the edition that is looked at. */
  written: Fields
  open: Edition | null
  published: Edition | null
  from: Edition | null
  history: readonly Edition[]
  longest: Counting['longest']
  /** Answers, as the help centre shows them. */
  answers: Fields
  isAuthor: boolean
}

export function TextView(props: TextProps) {
  const { staff, language } = useConsole()
  const texts = textTexts(language)
  const { facts, open, published, isAuthor } = props
  const isEditable = facts.lock === null && open?.state !== 'scheduled' && mayDo(staff, 'write-text')
  return (
    <>
      <Head {...props} />
      <div className="grid grid-text">
        <div className="stack">
          <Reasons {...props} />
          {isEditable ? <EditCard {...props} /> : <ReadCard {...props} />}
          {open && <CheckedCard facts={facts} />}
          <TextHistory {...props} />
        </div>
        <aside className="stack" aria-label={texts.side}>
          {open && open.state !== 'draft' && <PublishCard textId={facts.id} open={open} isAuthor={isAuthor} />}
          <TextPreview {...props} />
          {published && !open && <RestoreCard textId={facts.id} published={published} />}
          {published && open && open.state !== 'review' && <RestoreCard textId={facts.id} published={published} />}
        </aside>
      </div>
    </>
  )
}

const MAX_TITLE = 60

function Head({ facts, served, open }: TextProps) {
  const { language } = useConsole()
  const texts = textTexts(language)
  const group = facts.fields.some(({ kind }) => kind === 'sms') ? 'sms' : facts.group
  const first = served[facts.fields[0]?.field ?? ''] ?? ''
  return (
    <>
      <nav className="crumb" aria-label={texts.where}>
        <a href="/texts">{texts.texts}</a>
        <Icon name="right" isSmall />
        <a href={`/texts?page=${group}`}>{groupName(group, language)}</a>
        <Icon name="right" isSmall />
        <Mono>{facts.name}</Mono>
      </nav>
      <header className="head middle">
        <h1 lang={DEFAULT_LANGUAGE}>{first.length > MAX_TITLE ? `${first.slice(0, MAX_TITLE)}…` : first}</h1>
        {open && <EditionPill edition={open} />}
      </header>
    </>
  )
}

/** Why it cannot be edited, or what happened to it. */
function Reasons({ facts: { lock }, open, from }: TextProps) {
  const { language, staff } = useConsole()
  const [texts, list] = [textTexts(language), textsTexts(language)]
  const stopped: Readonly<Partial<Record<string, string>>> = texts
  return (
    <>
      {lock && <Note tone="quiet" icon="lock" title={list[`lock_${lock}`]} />}
      {open?.note && <Note tone="warn" title={fillText(texts.returnedNote, { note: stopped[open.note] ?? open.note })} />}
      {from && (
        <Note
          tone="primary"
          title={fillText(mayDo(staff, 'write-text') ? texts.bringsBack : texts.shownVersion, { number: from.number })}
        />
      )}
    </>
  )
}

function Values({ fields }: Pick<TextFacts, 'fields'>) {
  const texts = textTexts(useConsole().language)
  const values = [...new Set(fields.flatMap(({ placeholders }) => placeholders))]
  if (values.length === 0) return null
  return (
    <span className="row wrap text-quiet">
      {texts.keep}
      {values.map((value) => (
        <code key={value} className="value">
          {value}
        </code>
      ))}
    </span>
  )
}

function EditCard({ facts, served, seen, written, open, from, longest }: TextProps) {
  const { language } = useConsole()
  const texts = textTexts(language)
  const address = editAddress(facts.id)
  return (
    <Card title={texts.languages} end={<Values fields={facts.fields} />}>
      <ActForm to={`${address}/save`} version={open?.revision ?? 0} className="pad stack-small">
        <input type="hidden" name="seen" value={seen} />
        {from && <input type="hidden" name="from" value={from.number} />}
        {facts.fields.map((field) => (
          <EditField
            key={field.field}
            facts={facts}
            field={field}
            value={written[field.field] ?? ''}
            served={served[field.field] ?? ''}
            longest={longest}
          />
        ))}
        <footer className="row wrap">
          <span className="row text-quiet small">
            <Icon name="people" />
            {texts.sendNote}
          </span>
          <span className="row wrap end">
            {open?.state === 'draft' && (
              <button type="submit" className="button plain" formAction={`${address}/withdraw`} formNoValidate>
                {texts.withdraw}
              </button>
            )}
            <SubmitButton>{texts.save}</SubmitButton>
            <button type="submit" className="button main" formAction={`${address}/send`}>
              {texts.send}
            </button>
          </span>
        </footer>
      </ActForm>
    </Card>
  )
}

const ROWS = { page: 3, sms: 4, ussd: 3, title: 2, answer: 12 } as const

type EditFieldProps = { facts: TextFacts; field: FieldFacts; value: string; served: string; longest: Counting['longest'] }

function EditField({ facts, field, value, served, longest }: EditFieldProps) {
  const { language, typed } = useConsole()
  const texts = textTexts(language)
  const id = `text-${field.field.replace('.', '-')}`
  const shown = typed[`text.${field.field}`] ?? value
  const counting = countingOf(field, longest, language)
  const { label, isOver } = countText(shown, counting)
  return (
    <div className="field">
      <label htmlFor={id}>{fieldName(facts, field.field, language)}</label>
      <textarea
        id={id}
        name={`text.${field.field}`}
        className="input"
        rows={ROWS[field.kind]}
        lang={field.language}
        defaultValue={shown}
        readOnly={field.isQuoted}
        aria-describedby={`${id}-count`}
        data-counting={JSON.stringify({ ...counting, examples: EXAMPLES })}
      />
      <p>
        <output id={`${id}-count`} className={isOver ? 'text-bad' : undefined}>
          {label}
        </output>
      </p>
      {field.isQuoted && <p>{textsTexts(language).quotedWhy}</p>}
      {field.isUncheckedDraft && <p>{fillText(texts.draftHint, { first: languageName(DEFAULT_LANGUAGE) })}</p>}
      {field.kind === 'answer' && <p>{texts.answerHint}</p>}
      {shown !== served && <Difference before={served} after={shown} language={field.language} />}
    </div>
  )
}

function countingOf({ kind, maxLength }: FieldFacts, longest: Counting['longest'], language: ConsoleLanguage): Counting {
  const texts = textTexts(language)
  const words = {
    page: texts.count_page,
    sms: texts.count_sms,
    plain: texts.count_plain,
    unicode: texts.count_unicode,
    ussd: texts.count_ussd,
  }
  return { kind, maxLength, longest, words }
}

/** For those who do not write it. */
function ReadCard({ facts, served, written }: TextProps) {
  const { language } = useConsole()
  const texts = textTexts(language)
  return (
    <Card title={isSameText(served, written) ? texts.now : texts.difference} end={<Values fields={facts.fields} />}>
      <div className="pad stack-small">
        {facts.fields.map(({ field, language: spoken }) => (
          <div key={field} className="field">
            <b className="small">{fieldName(facts, field, language)}</b>
            <Difference before={served[field] ?? ''} after={written[field] ?? ''} language={spoken} />
          </div>
        ))}
      </div>
    </Card>
  )
}

function Difference({ before, after, language }: { before: string; after: string; language: string }) {
  const texts = textTexts(useConsole().language)
  const pieces = differenceOf(before, after)
  return (
    <div className="difference" lang={language}>
      {pieces.map(({ text, is }, place) => (
        // The pieces of one difference never move.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={place}>
          {is === 'same' && text}
          {is === 'new' && <ins title={texts.added}>{text}</ins>}
          {is === 'gone' && <del title={texts.removed}>{text}</del>}
        </Fragment>
      ))}
    </div>
  )
}

/** What the server refused otherwise. */
function CheckedCard({ facts: { fields } }: { facts: TextFacts }) {
  const texts = textTexts(useConsole().language)
  const values = [...new Set(fields.flatMap(({ placeholders }) => placeholders))].join(' ')
  const checked = [
    ...(values === '' ? [] : [fillText(texts.checkedValues, { values })]),
    texts.checkedSigns,
    texts.checkedLength,
    ...(fields.some(({ isQuoted }) => isQuoted) ? [texts.checkedQuoted] : []),
  ]
  return (
    <Card title={texts.checked}>
      <ul className="lines">
        {checked.map((line) => (
          <li key={line}>
            <Icon name="check" />
            <span className="grow">{line}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
