import { OPERATOR } from '#operator-record'
import { DATA_KINDS, isDataKind, type DataCounts, type DataKind, type DataProposal } from '#features/staff-acts/customer-data.ts'
import { mayPropose } from '#features/staff-acts/roles.ts'
import { fillText } from '#shared/fill-text.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { ActForm, TextField } from '../../frame/act-form.tsx'
import { actName } from '../../frame/act-texts.ts'
import { useConsole } from '../../frame/console-context.ts'
import { DataTable } from '../../frame/data-table.tsx'
import { formatAge, formatCount } from '../../frame/format.ts'
import { Icon } from '../../frame/icon.tsx'
import { ButtonLink, Card, Empty, Note, PageHead, Pill, SubmitButton } from '../../frame/pieces.tsx'
import { customerDataTexts, dataKindTexts, stayTexts } from './customer-data-texts.ts'

export type CustomerDataProps = {
  /** Null until a number is looked up. */
  found: { shown: string; counts: DataCounts } | null
  open: readonly DataProposal[]
  ready: readonly DataProposal[]
  now: Date
}

export function CustomerDataView({ found, open, ready, now }: CustomerDataProps) {
  const { language } = useConsole()
  const texts = customerDataTexts(language)
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <div className="stack">
        <Card>
          <ActForm to="/customer-data/find" className="pad stack-small look-up">
            <TextField name="number" label={texts.number} hint={texts.numberHint} maxLength={30} isRequired />
            <SubmitButton {...(found === null && { kind: 'main' })} icon="search">
              {texts.find}
            </SubmitButton>
          </ActForm>
        </Card>
        {found && <Found {...found} />}
        {ready.length > 0 && <DataProposals title={texts.ready} proposals={ready} action={texts.take} now={now} />}
        {open.length > 0 && <DataProposals title={texts.open} proposals={open} action={texts.read} now={now} />}
      </div>
    </>
  )
}

function Found({ shown, counts }: { shown: string; counts: DataCounts }) {
  const { language, address } = useConsole()
  const texts = customerDataTexts(language)
  const kinds = Object.keys(DATA_KINDS).filter((kind): kind is DataKind => isDataKind(kind) && counts[kind] > 0)
  const query = new URL(address, 'http://console.invalid').search
  return (
    <>
      <Card {...(kinds.length > 0 && { title: fillText(texts.found, { number: shown }) })}>
        {kinds.length === 0 ? (
          <Empty icon="check" title={fillText(texts.nothing, { number: shown })} />
        ) : (
          <DataTable
            caption={fillText(texts.found, { number: shown })}
            rows={kinds}
            keyOf={(kind) => kind}
            columns={[
              { key: 'kind', title: texts.kind, show: (kind) => <b>{dataKindTexts(language)[kind]}</b> },
              { key: 'count', title: texts.count, isFigure: true, show: (kind) => formatCount(counts[kind], language) },
              { key: 'fate', title: texts.fate, show: (kind) => <Fate kind={kind} /> },
            ]}
          />
        )}
      </Card>
      {kinds.length > 0 && (
        <div className="grid grid-two">
          <Propose act="export-customer-data" to={`/customer-data/export${query}`} />
          <Propose act="erase-customer-data" to={`/customer-data/erase${query}`} />
        </div>
      )}
      <Note tone="quiet" title={texts.notFound}>
        {fillText(texts.notFoundText, { days: OPERATOR.law.keptDays.webhooks })}
      </Note>
    </>
  )
}

function Fate({ kind }: { kind: DataKind }) {
  const { language } = useConsole()
  const texts = customerDataTexts(language)
  const rule = DATA_KINDS[kind]
  if (rule.fate === 'erased') return <Pill tone="back">{texts.erased}</Pill>
  const why: Partial<Record<DataKind, string>> = stayTexts(language)
  return (
    <>
      <Pill tone="quiet" icon="lock">
        {texts.stays}
      </Pill>{' '}
      {termOf(rule.until, language)}
      <small className="text-quiet below">{why[kind]}</small>
    </>
  )
}

function termOf(until: number | 'law' | 'answered', language: ConsoleLanguage): string {
  const texts = customerDataTexts(language)
  return typeof until === 'number' ? fillText(texts.days, { days: formatCount(until, language) }) : texts[until]
}

function Propose({ act, to }: { act: 'export-customer-data' | 'erase-customer-data'; to: string }) {
  const { language, staff } = useConsole()
  const texts = customerDataTexts(language)
  if (!mayPropose(staff, act)) return null
  const isErasure = act === 'erase-customer-data'
  return (
    <Card title={isErasure ? texts.eraseTitle : texts.exportTitle}>
      <ActForm to={to} className="pad stack-small">
        <p className="small">{isErasure ? texts.eraseText : texts.exportText}</p>
        <TextField name="note" label={texts.why} hint={texts.whyHint} maxLength={300} isRequired isLong />
        <p className="row wrap">
          <span className="row text-quiet small">
            <Icon name="people" />
            {texts.twoPeople}
          </span>
          <span className="end">
            <SubmitButton kind={isErasure ? 'danger' : 'main'}>{isErasure ? texts.proposeErase : texts.proposeExport}</SubmitButton>
          </span>
        </p>
      </ActForm>
    </Card>
  )
}

type ProposalsProps = { title: string; proposals: readonly DataProposal[]; action: string; now: Date }

/** Also on the page of approvals. */
export function DataProposals({ title, proposals, action, now }: ProposalsProps) {
  const { language } = useConsole()
  const texts = customerDataTexts(language)
  const hrefOf = ({ id }: DataProposal) => `/approvals/${id}`
  return (
    <Card title={title} end={<span className="text-quiet">{proposals.length}</span>}>
      <DataTable
        caption={title}
        rows={proposals}
        keyOf={({ id }) => String(id)}
        hrefOf={hrefOf}
        columns={[
          { key: 'what', title: texts.what, show: (proposal) => <a href={hrefOf(proposal)}>{actName(proposal.request.act, language)}</a> },
          {
            key: 'whose',
            title: texts.whose,
            show: ({ request }) => <span className="n">{'shown' in request ? request.shown : ''}</span>,
          },
          { key: 'by', title: texts.by, show: ({ proposedBy }) => proposedBy.name },
          { key: 'why', title: texts.why.replace(/ \(.*/, ''), shownFrom: 'middle', show: ({ request }) => request.note },
          {
            key: 'since',
            title: texts.since,
            show: ({ proposedAt }) => <span className="n">{formatAge(now.getTime() - proposedAt.getTime(), language)}</span>,
          },
          {
            key: 'read',
            title: '',
            show: (proposal) => (
              <ButtonLink href={hrefOf(proposal)} isSmall>
                {action}
              </ButtonLink>
            ),
          },
        ]}
      />
    </Card>
  )
}
