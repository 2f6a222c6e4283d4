import type { DataProposal } from '#features/staff-acts/customer-data.ts'
import type { Proposal } from '#features/staff-acts/desk-ports.ts'
import { useConsole } from '../../frame/console-context.ts'
import { DataTable } from '../../frame/data-table.tsx'
import { formatAge, formatDate, formatMinute } from '../../frame/format.ts'
import { ButtonLink, Card, Empty, PageHead } from '../../frame/pieces.tsx'
import { DataProposals } from '../customer-data/customer-data-view.tsx'
import { proposalTitle } from '../payment/payment-side.tsx'
import { shownReference } from '../words/payment-words.ts'
import { approvalsTexts } from './approvals-texts.ts'

export type ApprovalsProps = { yours: readonly Proposal[]; others: readonly Proposal[]; data: readonly DataProposal[]; now: Date }

export function ApprovalsView({ yours, others, data, now }: ApprovalsProps) {
  const { language } = useConsole()
  const texts = approvalsTexts(language)
  const isEmpty = yours.length === 0 && others.length === 0 && data.length === 0
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <div className="stack">
        {isEmpty && (
          <Card>
            <Empty icon="people" title={texts.emptyTitle}>
              <p>{texts.emptyText}</p>
            </Empty>
          </Card>
        )}
        {yours.length > 0 && <Proposals title={texts.yours} proposals={yours} now={now} />}
        {others.length > 0 && <Proposals title={texts.others} proposals={others} now={now} />}
        {data.length > 0 && <DataProposals title={texts.data} proposals={data} action={texts.read} now={now} />}
      </div>
    </>
  )
}

function Proposals({ title, proposals, now }: { title: string; proposals: readonly Proposal[]; now: Date }) {
  const { language } = useConsole()
  const texts = approvalsTexts(language)
  const hrefOf = ({ reference, act }: Proposal) => `/payments/${reference}/${act}`
  return (
    <Card title={title} end={<span className="text-quiet">{proposals.length}</span>}>
      <DataTable
        caption={title}
        rows={proposals}
        keyOf={({ id }) => String(id)}
        hrefOf={hrefOf}
        columns={[
          {
            key: 'reference',
            title: texts.reference,
            show: ({ reference }) => (
              <a className="mono" href={`/payments/${reference}`}>
                {shownReference(reference)}
              </a>
            ),
          },
          { key: 'what', title: texts.what, show: (proposal) => <b>{proposalTitle(proposal, language)}</b> },
          { key: 'by', title: texts.by, show: ({ proposedBy }) => proposedBy.name },
          { key: 'why', title: texts.why, shownFrom: 'middle', show: ({ request }) => ('note' in request ? request.note : '') },
          {
            key: 'age',
            title: texts.age,
            show: ({ proposedAt }) => <span className="n">{formatAge(now.getTime() - proposedAt.getTime(), language)}</span>,
          },
          {
            key: 'ends',
            title: texts.ends,
            shownFrom: 'wide',
            show: ({ expiresAt }) => (
              <span className="n">
                {formatDate(expiresAt, language)} {formatMinute(expiresAt, language)}
              </span>
            ),
          },
          {
            key: 'read',
            title: '',
            show: (proposal) => (
              <ButtonLink href={hrefOf(proposal)} isSmall>
                {texts.read}
              </ButtonLink>
            ),
          },
        ]}
      />
    </Card>
  )
}
