import { stateIn } from '../card-gateway.ts'
import type { AttemptRef, Money, Observation } from '../payment-connector.ts'
import { unreadable, type ProviderAnswer } from '../provider-http.ts'
import { said } from '../provider-words.ts'
import { fromDecimal, toDecimalText } from '../wire-amounts.ts'
import { childrenOf, childText, readXml, type XmlElement } from '../xml-text.ts'
import { api3g, DPO_WIRE, readAnswer, type DpoAccount } from './dpo.messages.ts'

const REFUND_STATES = { '003': 'refunded', '008': 'declined', '009': 'refunding' } as const satisfies Record<string, Observation['state']>
const REFUND_REFUSALS = new Set(['801', '802', '803', '804', '950', '999'])

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

/** 000 means that the refund was taken in; whether it was carried out is for verifyRefund to say. */
export function readRefundedToken(answer: ProviderAnswer): Observation {
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
 * The documented list names amounts and codes but not our reference. One refund is ours; several are told apart only when they all say the
 * same, or when the answer does name references. A mixture is for a person.
 */
export function readVerifiedRefund(answer: ProviderAnswer, { amount: { currency } }: AttemptRef, refundRef: string): Observation {
  const root = readXml(answer.text)
  const code = root && (childText(root, 'Code') ?? childText(root, 'Result'))
  if (root?.name !== 'API3G' || !code) throw unreadable(answer)
  const listed = childrenOf(root, 'Refunds').flatMap((list) => childrenOf(list, 'Refund'))
  const isNamed = listed.some((refund) => childText(refund, 'RefundRef'))
  const refunds = isNamed ? listed.filter((refund) => childText(refund, 'RefundRef') === refundRef) : listed
  const codes = new Set(refunds.map(codeOf))
  const [refundCode] = codes
  const provider = said(refundCode ?? code, refunds[0] ? childText(refunds[0], 'RefundStatus') : childText(root, 'Explanation'))
  if (code !== '000' || refundCode === undefined || codes.size > 1) return { state: 'unrecognised', provider }
  const state = stateIn(REFUND_STATES, refundCode)
  if (state === 'declined') return { state, final: true, reason: 'provider', provider }
  if (state !== 'refunded') return { state, provider }
  const amount = total(refunds.map((refund) => fromDecimal(childText(refund, 'RefundAmount'), currency, DPO_WIRE)))
  return amount ? { state, amount, provider } : { state: 'unrecognised', provider }
}

/** The wiki's example has the code in Code and words in RefundStatus; its text speaks of a status that is the code. */
function codeOf(refund: XmlElement): string {
  return childText(refund, 'Code') ?? childText(refund, 'RefundStatus') ?? ''
}

function total(amounts: (Money | null)[]): Money | null {
  const [first] = amounts
  if (!first || amounts.includes(null)) return null
  return { minor: amounts.reduce((sum, amount) => sum + (amount?.minor ?? 0), 0), currency: first.currency }
}
