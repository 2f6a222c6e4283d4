import { OPERATOR } from '#operator-record'
import { mayDo } from '#features/staff-acts/roles.ts'
import { fillText } from '#shared/fill-text.ts'
import { formatShort } from '#shared/money.ts'
import { visibleText } from '#shared/visible-text.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { ActForm } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { DataTable } from '../../frame/data-table.tsx'
import { formatAge, formatCount, formatDate, formatMinute } from '../../frame/format.ts'
import { ButtonLink, Empty, Face, PageHead, SubmitButton } from '../../frame/pieces.tsx'
import { CLAIM_LISTS, type ClaimCounts, type ClaimList, type ClaimPage, type ListedClaim } from '../../queries/claim-list.ts'
import { counted } from '../words/counted.ts'
import { claimsTexts } from './claims-texts.ts'

export type ClaimsProps = { list: ClaimList; page: ClaimPage; counts: ClaimCounts; now: Date }

const URGENT_MS = 2 * 3_600_000

export function ClaimsView({ list, page: { claims, older }, counts, now }: ClaimsProps) {
  const { language, staff } = useConsole()
  const texts = claimsTexts(language)
  const isOpen = list === 'open' || list === 'late'
  return (
    <>
      <PageHead title={texts.title} lead={claimsLead(counts, language)}>
        {mayDo(staff, 'export-payments') && (
          <ActForm to={`/claims/export?list=${list}`}>
            <SubmitButton icon="download" hotkey="e">
              {texts.export}
            </SubmitButton>
          </ActForm>
        )}
      </PageHead>
      <section className="card">
        <ClaimTabs list={list} counts={counts} />
        {claims.length === 0 ? (
          <Empty icon="check" title={texts.none}>
            <p>{isOpen ? texts.noneOpen : texts.noneOther}</p>
          </Empty>
        ) : (
          <DataTable
            caption={texts.title}
            rows={claims}
            keyOf={({ number }) => number}
            hrefOf={({ number }) => `/claims/${number}`}
            columns={[
              {
                key: 'number',
                title: texts.number,
                show: ({ number }) => (
                  <a className="mono" href={`/claims/${number}`} data-copy={number}>
                    {number}
                  </a>
                ),
              },
              { key: 'deadline', title: texts.deadline, show: (claim) => <Deadline claim={claim} now={now} /> },
              { key: 'kind', title: texts.kind, show: ({ kind }) => texts[`claim_${kind}`] },
              {
                key: 'words',
                title: texts.words,
                shownFrom: 'middle',
                show: ({ words }) => <ClaimWords words={words} />,
              },
              { key: 'amount', title: texts.amount, isFigure: true, show: ({ amount }) => <b>{formatShort(amount, language)}</b> },
              { key: 'assigned', title: texts.assigned, shownFrom: 'middle', show: (claim) => <CaredBy claim={claim} /> },
            ]}
          />
        )}
        <Rest list={list} shown={claims.length} older={older} counts={counts} />
      </section>
    </>
  )
}

function Rest({ list, shown, older, counts }: { list: ClaimList; shown: number; older: number | null; counts: ClaimCounts }) {
  const { language } = useConsole()
  const texts = claimsTexts(language)
  if (older !== null)
    return (
      <footer>
        <ButtonLink href={`/claims?list=${list}&before=${older}`}>{texts.older}</ButtonLink>
      </footer>
    )
  const isCut = (list === 'open' || list === 'late') && shown < counts[list]
  if (!isCut) return null
  return <footer>{fillText(texts.shownOf, { shown: formatCount(shown, language), total: formatCount(counts[list], language) })}</footer>
}

export function claimsLead(counts: ClaimCounts, language: ConsoleLanguage): string {
  const texts = claimsTexts(language)
  const { open, onTime, answeredToday, averageMs } = counts
  return [
    counted(texts.lead, open, language, { hours: String(OPERATOR.law.claimAnswerHours) }),
    onTime === null ? '' : fillText(texts.onTime, { percent: onTime }),
    averageMs === null ? '' : counted(texts.today, answeredToday, language, { age: formatAge(averageMs, language) }),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

export function ClaimTabs({ list, counts }: { list: ClaimList; counts: ClaimCounts }) {
  const { language } = useConsole()
  const texts = claimsTexts(language)
  return (
    <nav className="tabs claim-tabs" aria-label={texts.lists}>
      {CLAIM_LISTS.map((each) => (
        <a key={each} href={each === 'open' ? '/claims' : `/claims?list=${each}`} aria-current={each === list ? 'page' : undefined}>
          {texts[each]} <small className="n">{formatCount(counts[each], language)}</small>
        </a>
      ))}
    </nav>
  )
}

/** How long an answer may still take, or took. */
export function Deadline({ claim: { openedAt, dueAt, closedAt }, now }: { claim: ListedClaim; now: Date }) {
  const { language } = useConsole()
  const texts = claimsTexts(language)
  if (closedAt)
    return (
      <b className="n text-good" title={`${formatDate(closedAt, language)} ${formatMinute(closedAt, language)}`}>
        {fillText(texts.answeredIn, { age: formatAge(closedAt.getTime() - openedAt.getTime(), language) })}
      </b>
    )
  const left = dueAt.getTime() - now.getTime()
  const tone = left <= 0 ? ' text-bad' : left < URGENT_MS ? ' text-warn' : ''
  return <b className={`n${tone}`}>{fillText(left <= 0 ? texts.lateBy : texts.dueIn, { age: formatAge(Math.abs(left), language) })}</b>
}

/** What a visitor wrote is text in a direction of its own. */
export function ClaimWords({ words }: { words: string }) {
  const { language } = useConsole()
  const text = visibleText(words)
  return <bdi className="claim-words text-quiet">{text === '' ? claimsTexts(language).noWords : text}</bdi>
}

export function CaredBy({ claim: { assignee, closedBy } }: { claim: ListedClaim }) {
  const { language } = useConsole()
  const name = closedBy ?? assignee?.name ?? null
  if (name === null) return <span className="text-quiet">{claimsTexts(language).nobody}</span>
  return (
    <span className="row">
      <Face name={name} isSmall />
      {name}
    </span>
  )
}
