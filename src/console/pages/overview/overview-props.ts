import type { ConnectorId } from '#shared/connector-table.ts'
import type { ReconciledDay } from '#features/reconciliation/server/days.ts'
import type { UpstreamHealth } from '../../console-deps.ts'
import type { MoneySum } from '../../queries/money-sums.ts'
import type { ClaimFigures, LedgerFigures, MethodFigures, ReviewFigures } from '../../queries/overview-figures.ts'
import type { PaymentFilter } from '../../queries/payment-filter.ts'

export type Period = 'today' | 'yesterday' | 'week' | 'month'

export type OverviewProps = {
  period: Period
  filter: PaymentFilter
  sums: readonly MoneySum[]
  methods: readonly MethodFigures[]
  methodsBefore: readonly MethodFigures[]
  /** By hour; null for several days. */
  hours: readonly number[] | null
  hoursBefore: readonly number[] | null
  reviews: readonly ReviewFigures[]
  claims: ClaimFigures
  unanswered: readonly { connector: ConnectorId; payments: number; oldest: Date }[]
  ledger: LedgerFigures
  /** Of the last five days; null for who may not read it. */
  reconciled: readonly ReconciledDay[] | null
  health: UpstreamHealth
  /** What visitors are told and cannot use now. */
  told: {
    announcements: readonly { id: number; title: string; endsAt: Date }[]
    closed: readonly { connector: ConnectorId; until: Date }[]
  }
  approvals: { yours: number; others: number }
  now: Date
}
