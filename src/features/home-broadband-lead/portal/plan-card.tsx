import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { Card } from '#portal/ui/frame/card.tsx'
import { SummaryList } from '#portal/ui/lists/summary-list.tsx'
import type { ShownPlan } from './read-lead.ts'

type PlanCardProps = {
  texts: ContentPackages['hbb-lead-translation']
  plans: readonly ShownPlan[]
  chosen: ShownPlan
  connectionFee: string
  children?: React.ReactNode
}

/** LEAD-1: the selected plan and its total cost. Templates hold those of the other plans, which script shows on selection. */
export function PlanCard({ texts, plans, chosen, connectionFee, children }: PlanCardProps) {
  return (
    <Card heading={texts.selectedPlan}>
      <div aria-live="polite" data-chosen-plan={chosen.productCode}>
        <PlanCost texts={texts} plan={chosen} connectionFee={connectionFee} />
      </div>
      {plans.map((plan) => (
        <template key={plan.productCode} data-plan={plan.productCode}>
          <PlanCost texts={texts} plan={plan} connectionFee={connectionFee} />
        </template>
      ))}
      {children}
    </Card>
  )
}

function PlanCost({ texts, plan, connectionFee }: Pick<PlanCardProps, 'texts' | 'connectionFee'> & { plan: ShownPlan }) {
  return (
    <SummaryList
      rows={[
        { label: texts.columnBundle, value: plan.name },
        { label: texts.planPrice, value: plan.price },
        { label: texts.connectionFee, value: connectionFee },
      ]}
      total={{ label: texts.totalToPay, value: plan.total }}
    />
  )
}
