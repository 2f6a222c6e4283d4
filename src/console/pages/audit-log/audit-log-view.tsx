import { AUDIT_OUTCOMES, type AuditDetail, type AuditOutcome, type StoredAuditEntry } from '#features/audit/audit-entry.ts'
import { isStaffAct, STAFF_ACTS } from '#features/staff-acts/acts.ts'
import { ACT_RULES } from '#features/staff-acts/roles.ts'
import { fillText } from '#shared/fill-text.ts'
import type { ChainVerdict } from '../../audit-chain.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { ActForm } from '../../frame/act-form.tsx'
import { actName } from '../../frame/act-texts.ts'
import { useConsole } from '../../frame/console-context.ts'
import { DataTable, type Column } from '../../frame/data-table.tsx'
import { formatClock, formatCount, formatDate, formatMinute } from '../../frame/format.ts'
import { ButtonLink, Card, Empty, Face, Note, PageHead, Pill, SubmitButton, type Tone } from '../../frame/pieces.tsx'
import { roleList } from '../../frame/role-texts.ts'
import { withColon } from '../words/colon.ts'
import { auditLogTexts } from './audit-log-texts.ts'

export type AuditLogFilter = { person: string; act: string; outcome: AuditOutcome | ''; target: string; day: string }

export type AuditLogProps = {
  entries: readonly StoredAuditEntry[]
  verdict: ChainVerdict | null
  filter: AuditLogFilter
  /** Entries before this line follow. */
  older: number | null
  readsAll: boolean
}

export function AuditLogView({ entries, verdict, filter, older, readsAll }: AuditLogProps) {
  const { language } = useConsole()
  const texts = auditLogTexts(language)
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead}>
        <Chain verdict={verdict} />
        {readsAll && (
          <ActForm to={`/audit/export${queryOf(filter, {})}`}>
            <SubmitButton icon="download" hotkey="e">
              {texts.export}
            </SubmitButton>
          </ActForm>
        )}
      </PageHead>
      {verdict?.brokenAt != null && (
        <div className="stack-small">
          <Note tone="bad" title={fillText(texts.broken, { line: verdict.brokenAt })}>
            {fillText(texts.brokenText, { line: verdict.brokenAt })}
          </Note>
          <p />
        </div>
      )}
      <Card
        footer={
          <>
            <span>{fillText(texts.shown, { count: formatCount(entries.length, language) })}</span>
            {older !== null && <ButtonLink href={`/audit${queryOf(filter, { before: String(older) })}`}>{texts.older}</ButtonLink>}
            <span>{readsAll ? texts.masked : texts.ownOnly}</span>
          </>
        }
      >
        <Filters filter={filter} name={entries[0]?.actor.name ?? filter.person} />
        {entries.length === 0 ? (
          <Empty icon="book" title={texts.empty}>
            <p>{texts.emptyText}</p>
          </Empty>
        ) : (
          <DataTable
            caption={texts.title}
            rows={entries}
            keyOf={({ sequence }) => String(sequence)}
            columns={columnsIn(language, filter)}
          />
        )}
      </Card>
    </>
  )
}

function Chain({ verdict }: { verdict: ChainVerdict | null }) {
  const { language } = useConsole()
  const texts = auditLogTexts(language)
  if (verdict === null)
    return (
      <Pill tone="quiet" icon="clock">
        {texts.checking}
      </Pill>
    )
  if (verdict.brokenAt !== null)
    return (
      <Pill tone="bad" icon="warning">
        {fillText(texts.broken, { line: verdict.brokenAt })}
      </Pill>
    )
  return (
    <Pill tone="good" icon="seal">
      {fillText(texts.checked, { time: formatMinute(verdict.at, language), count: formatCount(verdict.entries, language) })}
    </Pill>
  )
}

function Filters({ filter, name }: { filter: AuditLogFilter; name: string }) {
  const { language } = useConsole()
  const texts = auditLogTexts(language)
  const isSet = Object.values(filter).some(Boolean)
  return (
    <form className="filters" action="/audit" role="search" aria-label={texts.filter}>
      {filter.person !== '' && <input type="hidden" name="person" value={filter.person} />}
      <input
        className="input"
        type="search"
        name="target"
        defaultValue={filter.target}
        placeholder={texts.reference}
        aria-label={texts.reference}
      />
      <input className="input" type="date" name="day" defaultValue={filter.day} aria-label={texts.day} />
      <select className="input" name="act" defaultValue={filter.act} aria-label={texts.act}>
        <option value="">{withColon(texts.act, texts.every, language)}</option>
        {[...STAFF_ACTS, 'sign-in', 'sign-out', 'roles-changed', 'open-page'].map((act) => (
          <option key={act} value={act}>
            {actName(act, language)}
          </option>
        ))}
      </select>
      <select className="input" name="outcome" defaultValue={filter.outcome} aria-label={texts.outcome}>
        <option value="">{withColon(texts.outcome, texts.every, language)}</option>
        {AUDIT_OUTCOMES.map((outcome) => (
          <option key={outcome} value={outcome}>
            {texts[outcome]}
          </option>
        ))}
      </select>
      <SubmitButton>{texts.filter}</SubmitButton>
      {filter.person !== '' && <Pill tone="primary">{fillText(texts.personIs, { name })}</Pill>}
      {isSet && (
        <ButtonLink href="/audit" kind="plain">
          {texts.clear}
        </ButtonLink>
      )}
    </form>
  )
}

function columnsIn(language: ConsoleLanguage, filter: AuditLogFilter): readonly Column<StoredAuditEntry>[] {
  const texts = auditLogTexts(language)
  return [
    {
      key: 'time',
      title: texts.time,
      show: ({ at }) => (
        <span className="n">
          {filter.day === '' && <small className="text-quiet">{`${formatDate(at, language)} `}</small>}
          {formatClock(at, language)}
        </span>
      ),
    },
    { key: 'who', title: texts.who, show: (entry) => <Who entry={entry} filter={filter} /> },
    { key: 'kind', title: texts.kind, shownFrom: 'middle', show: (entry) => <Kind entry={entry} /> },
    {
      key: 'what',
      title: texts.what,
      show: ({ act, outcome }) => (
        <>
          <b>{actName(act, language)}</b> <small className="text-quiet">{texts[outcome]}</small>
        </>
      ),
    },
    { key: 'target', title: texts.target, show: ({ target }) => <Target target={target} /> },
    { key: 'detail', title: texts.detail, shownFrom: 'wide', show: (entry) => <Detail entry={entry} /> },
  ]
}

function Who({ entry: { actor }, filter }: { entry: StoredAuditEntry; filter: AuditLogFilter }) {
  const { language } = useConsole()
  if (actor.roles.length === 0)
    return <span className="text-quiet">{actor.name === 'unknown' ? auditLogTexts(language).unknown : actor.name}</span>
  return (
    <span className="row">
      <Face name={actor.name} isSmall />
      <a href={`/audit${queryOf(filter, { person: actor.id })}`}>{actor.name}</a>
      <small className="text-quiet from-wide">{roleList(actor.roles, language)}</small>
    </span>
  )
}

const KINDS = {
  money: 'warn',
  view: 'primary',
  question: 'quiet',
  work: 'quiet',
  data: 'back',
  entry: 'quiet',
  other: 'quiet',
  refusal: 'bad',
} as const satisfies Record<string, Tone>

function Kind({ entry }: { entry: StoredAuditEntry }) {
  const { language } = useConsole()
  const kind = kindOf(entry)
  return <Pill tone={KINDS[kind]}>{auditLogTexts(language)[kind]}</Pill>
}

function kindOf({ act, outcome }: StoredAuditEntry): keyof typeof KINDS {
  if (outcome === 'refused') return 'refusal'
  if (act === 'sign-in' || act === 'sign-out' || act === 'roles-changed') return 'entry'
  if (!isStaffAct(act)) return 'other'
  if (act.endsWith('-customer-data')) return 'data'
  if (act === 'see-number' || act.startsWith('export-')) return 'view'
  if (act === 'ask-again') return 'question'
  return ACT_RULES[act].approves.length > 0 ? 'money' : 'work'
}

const TARGET_PAGES: Partial<Record<string, string>> = { payment: 'payments', claim: 'claims' }

function Target({ target }: { target: StoredAuditEntry['target'] }) {
  if (!target) return null
  const page = TARGET_PAGES[target.kind]
  if (page === undefined) return <span>{target.id}</span>
  return (
    <a className="mono" href={`/${page}/${encodeURIComponent(target.id)}`}>
      {target.id}
    </a>
  )
}

/** What was stored with the line, and its place in the chain. */
function Detail({ entry: { sequence, hash, detail } }: { entry: StoredAuditEntry }) {
  const { language } = useConsole()
  const texts = auditLogTexts(language)
  return (
    <details>
      <summary>{summaryOf(detail, language) || fillText(texts.line, { line: sequence })}</summary>
      <p className="tiny text-quiet">
        {fillText(texts.line, { line: formatCount(sequence, language) })}, {fillText(texts.seal, { seal: hash.slice(0, 16) })}
      </p>
    </details>
  )
}

/** Known parts in the reader's words, others as they are stored. */
function summaryOf(detail: AuditDetail, language: ConsoleLanguage): string {
  const texts: Readonly<Record<string, string>> = auditLogTexts(language)
  return Object.entries(detail)
    .map(
      ([key, value]) =>
        `${texts[`is${key.charAt(0).toUpperCase()}${key.slice(1)}`] ?? key} ${value === null || value === '' ? '—' : value}`,
    )
    .join(', ')
}

function queryOf(filter: AuditLogFilter, change: Readonly<Record<string, string>>): string {
  const set = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== '')
  return `?${new URLSearchParams(set).toString()}`
}
