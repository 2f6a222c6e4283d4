import { MONEY } from '#shared/operator.ts'
import { plainText } from './form-rules.ts'
import type { Sent } from '#calls/define-call.ts'
import type { City, LeadEnding, LeadRequest, LeadStateName } from './contract.ts'

/** Section 9 of the specification. */
export const LEAD_SERVICE_TYPE = 'HBB_ODU_AW'
export const PAYMENT_DELAY_MS = 3_000
export const THANKS_DELAY_MS = 6_000

export const LEADS_PER_DAY = 3

/** LEAD-3: only towns in the list with the flag, ignoring capitals. */
export function isFeasibleIn(town: string, cities: readonly City[]): boolean {
  return cities.some(({ cityName, hbbLeadFeasibility }) => hbbLeadFeasibility && plainText(cityName) === plainText(town))
}

export function endingOf({ isFeasible, leadId }: { isFeasible: boolean; leadId: string | null }): LeadEnding {
  if (!isFeasible) return 'not-available'
  return leadId === null ? 'without-id' : 'payable'
}

/** LEAD-4: the searches for an address, most exact first. */
export function addressAttempts({ address, landmark, town }: { address: string; landmark: string; town: string }): string[] {
  const attempts = [address && `${address}, ${town}`, landmark && `${landmark}, ${town}`, town]
  return attempts.filter((attempt) => attempt !== '')
}

type Asked = {
  values: Readonly<Record<string, string>>
  plan: { productCode: string; amount: number; description: string }
  point: { latitude: number; longitude: number } | null
  isFeasible: boolean
  country: string
}

/** LEAD-6: the payload of section 3, verbatim; the proof of the code stays on the server. */
export function leadRequest({ values, plan, point, isFeasible, country }: Asked): Sent<LeadRequest> {
  return {
    fullName: values.name ?? '',
    contactNumber: values.msisdn ?? '',
    email: values.email ?? '',
    feasibility: isFeasible,
    address: {
      type: 'INSTALLATION',
      landmark: values.landmark ?? '',
      lat: point?.latitude ?? null,
      lng: point?.longitude ?? null,
      city: values.town ?? '',
      street1: values.installationAddress ?? '',
      country,
    },
    plan: { code: plan.productCode, amount: plan.amount, currency: MONEY.prices, description: plan.description },
    source: 'WEBPORTAL',
    lineType: 'Prepaid',
    consent: true,
  }
}

type Step = { state: LeadStateName | 'paid' | 'to-pay'; mark: 'done' | 'now' | 'todo' | 'failed' }

const GOOD_WAY = ['received', 'in-progress', 'accepted'] as const

/** LEAD-7: the past, current and future steps of a request. A rejected or cancelled request has no future steps. */
export function leadSteps(state: LeadStateName, isPaid: boolean | null = null): Step[] {
  const [first, ...more] = stepsOf(state)
  return first ? [first, ...paymentStep(state, isPaid), ...more] : []
}

function stepsOf(state: LeadStateName): Step[] {
  if (state === 'rejected' || state === 'cancelled')
    return [
      { state: 'received', mark: 'done' },
      { state, mark: 'failed' },
    ]
  const position = GOOD_WAY.indexOf(state)
  return GOOD_WAY.map((each, place) => ({
    state: each,
    mark: place < position || state === 'accepted' ? 'done' : place === position ? 'now' : 'todo',
  }))
}

/** Only the portal knows the payment. It shows a pending payment only until the operator starts working. */
function paymentStep(state: LeadStateName, isPaid: boolean | null): Step[] {
  if (isPaid) return [{ state: 'paid', mark: 'done' }]
  return isPaid === false && state === 'received' ? [{ state: 'to-pay', mark: 'todo' }] : []
}
