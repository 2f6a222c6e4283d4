import { doubtfulRefund, isDisagreement, isOurs, readClaim, type AnswerTable, type AskedAbout, type Written } from '../answer-fields.ts'
import { stateIn } from '../card-gateway.ts'
import type { AttemptRef, Observation } from '../payment-connector.ts'
import type { Money } from '#shared/money.ts'
import { unreadable, type ProviderResponse } from '../provider-http.ts'
import { providerMessage } from '../provider-message.ts'
import { fromDecimal, toDecimalText } from '../wire-amounts.ts'
import { childrenOf, childText, childValue, readXml, type XmlElement } from '../xml-text.ts'
import { api3g, DPO_WIRE, readAnswer, type DpoAccount } from './dpo.messages.ts'

const REFUND_STATES = { '003': 'refunded', '008': 'declined', '009': 'refunding' } as const satisfies Record<string, Observation['state']>
const REFUND_REFUSALS = new Set(['801', '802', '803', '804', '950', '999'])

/**
 * I19. The list contains no reference of ours. The amounts of all listed refunds are summed, and the core compares the sum with what was
 * paid.
 */
export const DPO_REFUND_ANSWERS = {
  refunds: {
    message: 'refunds',
    says: 'refunded',
    fields: [
      { at: 'API3G.TransRef', tells: 'transaction', isPromised: false },
      { at: 'API3G.Refunds.Refund.RefundAmount', tells: 'amount', isPromised: true },
    ],
  },
} as const satisfies Record<string, AnswerTable>

export function refundTokenRequest(
  { companyToken }: DpoAccount,
  token: string,
  refund: { ref: string; amount: Money; reason: string },
): string {
  return api3g({
    Request: 'refundToken',
    CompanyToken: companyToken,
    TransactionToken: token,
    refundAmount: toDecimalText(refund.amount, DPO_WIRE, 2),
    refundDetails: refund.reason.slice(0, 100) || refund.ref,
    refundRef: refund.ref,
  })
}

/** 000 means that the refund was accepted; verifyRefund shows whether it was carried out. */
export function readRefundedToken(answer: ProviderResponse): Observation {
  const { result, provider } = readAnswer(answer)
  if (result === '000') return { state: 'refunding', provider }
  if (REFUND_REFUSALS.has(result)) return { state: 'declined', final: true, reason: result === '999' ? 'provider' : 'config', provider }
  return { state: 'unrecognised', provider }
}

export function verifyRefundRequest({ companyToken }: DpoAccount, token: string, transRef: string | null): string {
  return api3g({
    Request: 'verifyRefund',
    CompanyToken: companyToken,
    ...(transRef ? { TransRef: transRef } : {}),
    TransactionToken: token,
  })
}

/**
 * The documented list names amounts and codes but not our reference. One refund is ours; several count only when they all have the same
 * state, or when the response does name references. A mixture needs review.
 */
export function readVerifiedRefund(
  answer: ProviderResponse,
  { ref, amount: { currency } }: AttemptRef,
  refundRef: string,
  transRef: string | null = null,
): Observation {
  const root = readXml(answer.text)
  const code = root && (childText(root, 'Code') ?? childText(root, 'Result'))
  if (root?.name !== 'API3G' || !code) throw unreadable(answer)
  const listed = childrenOf(root, 'Refunds').flatMap((list) => childrenOf(list, 'Refund'))
  const isNamed = listed.some((refund) => childText(refund, 'RefundRef'))
  const refunds = isNamed ? listed.filter((refund) => childText(refund, 'RefundRef') === refundRef) : listed
  const codes = new Set(refunds.map(codeOf))
  const [refundCode] = codes
  const provider = providerMessage(refundCode ?? code, refunds[0] ? childText(refunds[0], 'RefundStatus') : childText(root, 'Explanation'))
  if (code !== '000' || refundCode === undefined || codes.size > 1) return { state: 'unrecognised', provider }
  const written: Written = {
    valueAt: (at) => (at === 'API3G.TransRef' ? childValue(root, 'TransRef') : refunds),
    money: () => total(refunds.map((refund) => fromDecimal(childText(refund, 'RefundAmount'), currency, DPO_WIRE))),
  }
  const asked: AskedAbout = { reference: ref, transaction: transRef, merchant: null, kinds: [], amount: null }
  const state = stateIn(REFUND_STATES, refundCode)
  const claim = readClaim(DPO_REFUND_ANSWERS.refunds, written, asked)
  if (isDisagreement(claim) && (state === 'refunded' || !isOurs(DPO_REFUND_ANSWERS.refunds, written, asked)))
    return doubtfulRefund(provider, claim)
  if (state === 'declined') return { state, final: true, reason: 'provider', provider }
  if (state !== 'refunded') return { state, provider }
  return !isDisagreement(claim) && claim.amount ? { state, amount: claim.amount, provider } : { state: 'unrecognised', provider }
}

/** The wiki's example has the code in Code and words in RefundStatus; its text describes a status that is the code. */
function codeOf(refund: XmlElement): string {
  return childText(refund, 'Code') ?? childText(refund, 'RefundStatus') ?? ''
}

function total(amounts: (Money | null)[]): Money | null {
  const [first] = amounts
  if (!first || amounts.includes(null)) return null
  return { minor: amounts.reduce((sum, amount) => sum + (amount?.minor ?? 0), 0), currency: first.currency }
}
