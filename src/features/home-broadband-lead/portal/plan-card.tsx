import type { ContentPackages } from '#portal/content-packages.ts'
import { Card } from '#portal/ui/card.tsx'
import { SummaryList } from '#portal/ui/summary-list.tsx'
import type { ShownPlan } from './read-lead.ts'

type PlanCardProps = {
  texts: ContentPackages['hbb-lead-translation']
  plan: ShownPlan
  connectionFee: string
  children?: React.ReactNode
}

/** LEAD-1: the selected plan and what it costs in all. */
export function PlanCard({ texts, plan, connectionFee, children }: PlanCardProps) {
  return (
    <Card heading={texts.selectedPlan}>
      <div aria-live="polite">
        <SummaryList
          rows={[
            { label: texts.columnBundle, value: plan.name },
            { label: texts.planPrice, value: plan.price },
            { label: texts.connectionFee, value: connectionFee },
          ]}
          total={{ label: texts.totalToPay, value: plan.total }}
        />
      </div>
      {children}
    </Card>
  )
}
