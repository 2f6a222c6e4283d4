import type { Bundle } from '#features/bundles/contract.ts'
import { benefitsOf, validityOf } from '#features/bundles/portal/bundle-words.ts'
import { addMoney, formatMoney, fromMajor } from '#shared/money.ts'
import { isFailure } from '#shared/failure.ts'
import { unbroken } from '#shared/unbroken.ts'
import type { PageRequest } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import type { ReadDraft } from '../contract.ts'
import { LEAD_SERVICE_TYPE } from '../rules.ts'

/** A plan as displayed: the server formats it, so that the browser needs no texts. */
export type ShownPlan = {
  productCode: string
  name: string
  resources: string
  validity: string
  price: string
  amount: number
  total: string
}

export async function readDraft({ api }: PageRequest): Promise<ReadDraft> {
  const answer = await api.readLeadDraft()
  return isFailure(answer) ? { productCode: null, redirectUrl: '/', values: null, point: null, leadId: null } : answer.result
}

/** LEAD-1: the plans on sale, cheapest first; empty when the operator does not respond. */
export async function readPlans({ api }: PageRequest): Promise<Bundle[]> {
  const answer = await api.listBundles({ lineType: 'PREPAID', serviceType: LEAD_SERVICE_TYPE })
  return isFailure(answer) ? [] : [...answer.result].sort((first, second) => first.amount - second.amount)
}

export async function readShownPlans(request: PageRequest): Promise<{ plans: ShownPlan[]; connectionFee: string }> {
  const { language } = request
  const [plans, texts, { connectionFee }] = await Promise.all([
    readPlans(request),
    readContent(request, 'recharge-translation'),
    readContent(request, 'hbb-lead-config'),
  ])
  return {
    connectionFee: formatMoney(fromMajor(connectionFee), language),
    plans: plans.map((plan) => ({
      productCode: plan.productCode,
      name: plan.name,
      resources: benefitsOf(plan, texts, language),
      // A non-breaking space keeps '1 month' on one line.
      validity: unbroken(validityOf(plan, texts)),
      price: formatMoney(fromMajor(plan.amount), language),
      amount: plan.amount,
      total: formatMoney(addMoney(fromMajor(plan.amount), fromMajor(connectionFee)), language),
    })),
  }
}
