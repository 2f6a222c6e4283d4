import { CALLS, type CallName } from '#calls/contracts.ts'
import type { Call } from '#calls/define-call.ts'
import type { Language } from '#shared/language.ts'
import { PAYMENT_MODES } from '#shared/payment-codes.ts'
import { Problem } from '#shared/problem.ts'
import type { Served } from '#server/calls/serve.ts'
import type { CountedAction } from '../actions.ts'

type Fields = Readonly<Record<string, unknown>>
type Counter = CountedAction | ((input: Fields, result: unknown) => CountedAction | null)

const CHOSEN: Partial<Record<string, CountedAction>> = {
  airtime: 'airtime_chosen',
  bundle: 'bundle_chosen',
  'postpaid-bill': 'bill_chosen',
  invoice: 'invoice_chosen',
}

const recognised = (type: unknown): CountedAction => (type === 'INVALID' ? 'number_unknown' : 'number_recognised')
const voted = ({ isLike }: Fields, result: unknown): CountedAction | null => {
  if (fieldsOf(result).isCounted !== true) return null
  return String(isLike) === 'true' ? 'help_vote_up' : 'help_vote_down'
}

/** API-7: most actions of a visitor are calls, so they are counted here and cost the phone nothing. */
const COUNTERS: Partial<Record<CallName, Counter>> = {
  readLineOffer: (_input, result) => recognised(fieldsOf(result).lineType),
  validateNumber: (_input, result) => recognised(result),
  choosePurchase: ({ kind }) => CHOSEN[String(kind)] ?? null,
  initiateTransaction: ({ paymentMode }) => methodOf(String(paymentMode)),
  initiateWithPin: ({ paymentMode }) => methodOf(String(paymentMode)),
  processTransaction: (_input, result) => (fieldsOf(result).code === 'STARTED' ? 'payment_begun' : null),
  processWithPin: 'payment_begun',
  sendBillCode: 'code_asked',
  sendOtp: 'code_asked',
  sendBroadbandOtp: 'code_asked',
  resendBillCode: 'code_asked_again',
  resendOtp: 'code_asked_again',
  verifyBillCode: 'code_right',
  verifyOtp: 'code_right',
  verifyUser: 'code_right',
  readBill: 'bill_fetched',
  readOpenInvoice: 'bill_fetched',
  validateMsisdnAccount: 'bill_fetched',
  lookUpFixedInternet: 'invoices_shown',
  queryBalance: 'balance_shown',
  readProvenBalance: 'balance_shown',
  searchHelp: 'help_searched',
  voteOnAnswer: voted,
  voteByAddress: voted,
  makePaymentLink: 'link_made',
  takePaymentLink: (_input, result) => (typeof fieldsOf(result).purchaseId === 'string' ? 'link_taken' : null),
  giveFeedback: 'feedback_given',
  readShopsByCoordinates: 'shops_searched',
  readShop: 'shop_opened',
  readCoverageAt: 'coverage_asked',
  readMapSettings: 'map_opened',
  chooseLeadPlan: 'lead_plan_chosen',
  saveLeadDetails: 'lead_details_given',
  saveLeadPoint: 'lead_place_given',
  submitLead: 'lead_sent',
  submitProvenLead: 'lead_sent',
  trackLead: 'lead_followed',
  trackProvenLead: 'lead_followed',
}

const COUNTER_OF = new Map<Call, Counter>(Object.entries(COUNTERS).map(([name, counter]) => [CALLS[name as CallName], counter]))

/** Wraps calls so that the action of each successful one is counted. */
export function countedCalls(count: (action: CountedAction, language: Language) => void, calls: readonly Served[]): Served[] {
  return calls.map((served) => {
    const counter = COUNTER_OF.get(served.contract)
    if (!counter) return served
    return {
      ...served,
      async handle(input, visitor) {
        try {
          const answer = await served.handle(input, visitor)
          const action = typeof counter === 'string' ? counter : counter(fieldsOf(input), fieldsOf(answer).result)
          if (action) count(action, visitor.language)
          return answer
        } catch (error) {
          if (error instanceof Problem && error.kind === 'wrong-code') count('code_wrong', visitor.language)
          throw error
        }
      },
    }
  })
}

/** By the specification's names of payment methods. */
function methodOf(paymentMode: string): CountedAction | null {
  if (paymentMode === 'PAYMENT_GATEWAY') return 'method_card'
  if (paymentMode.endsWith('AIR_TIME') || paymentMode.endsWith('AIRTIME')) return 'method_airtime'
  if (/^smart ?cash/i.test(paymentMode)) return 'method_smartcash'
  if (paymentMode === 'MPESA') return 'method_mpesa'
  if (paymentMode === PAYMENT_MODES.MONEY || paymentMode === PAYMENT_MODES.MONEY_PUSH) return 'method_money'
  return Object.values<string>(PAYMENT_MODES).includes(paymentMode) ? 'method_wallet' : null
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
