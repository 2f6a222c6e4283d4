import { wordsOf } from '#features/bundles/server/catalogue.ts'
import type { OperatorBundle } from '#features/bundles/server/operator-catalogue.ts'
import type { Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { addMoney, toMajor, type Money } from '#shared/money.ts'
import type { QueryData } from '../contract.ts'
import { pendingPayment } from './pending-payment.ts'

type LeadPurchase = {
  leadId: string
  contactNumber: MobileNumber
  email: string
  plan: OperatorBundle
  connectionFee: Money
  language: Language
}

/** LEAD-6: what a request that can be served costs: the plan's first month and the connection, both decided here. */
export function leadPurchase({ leadId, contactNumber, email, plan, connectionFee, language }: LeadPurchase): QueryData {
  const amount = addMoney(plan.price, connectionFee)
  // Data without end has no figure: the name of the plan says it.
  const { value = null, unit = '' } = plan.data === 'unlimited' ? {} : (plan.data ?? {})
  const benefits = { description: wordsOf(plan, language).name, data: value, dataUnit: unit }
  const lineType = 'PREPAID'
  return pendingPayment({
    msisdn: contactNumber,
    lineType,
    amount,
    transactionType: 'HBB_LEADS',
    rechargeType: 'ODU PURCHASE',
    redirectPage: '/hbb-lead',
    productCode: plan.productCode,
    emailId: email,
    ...benefits,
    // HUB-3: the plan alone; what the total is more is the connection.
    bundleInfo: { amount: toMajor(plan.price), lineType, ...benefits },
    metaInfo: { leadId },
  })
}
