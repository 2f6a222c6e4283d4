import type { TransactionDetails } from '#features/payment/contract.ts'

export const CLAIM_KINDS = ['nothing-arrived', 'wrong-number', 'paid-twice', 'other'] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]

export const CLAIM_WORDS = 300

type Standing = Pick<TransactionDetails, 'money'>

/**
 * FIND-3: the claims that the payment's state allows. Returned money cannot be missing, and only delivered goods can reach a wrong number.
 */
export function allowedClaims({ money }: Standing): ClaimKind[] {
  const isBack = money === 'given-back' || money === 'coming-back'
  const isDelivered = money.startsWith('delivered') || money.startsWith('second-')
  return CLAIM_KINDS.filter((kind) => {
    switch (kind) {
      case 'nothing-arrived':
        return !isBack
      case 'wrong-number':
        return isDelivered || money === 'taken'
      case 'paid-twice':
        return money !== 'not-asked'
      case 'other':
        return true
    }
  })
}

/**
 * FIND-3: whether the payment's state answers a claim, after provider and operator were asked again. Otherwise a person has to answer, so
 * the claim becomes a case. A claim that the visitor repeats becomes one too.
 */
export function isAnswered(kind: ClaimKind, { money }: Standing): boolean {
  switch (kind) {
    case 'nothing-arrived':
      return money.startsWith('delivered') || money === 'not-taken' || money === 'taken' || money.startsWith('second-')
    case 'paid-twice':
      return money.startsWith('second-') || money === 'not-taken'
    case 'wrong-number':
    case 'other':
      return false
  }
}
