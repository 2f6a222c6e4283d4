import type { TransactionDetails } from '#features/payment/contract.ts'

export const CLAIM_KINDS = ['nothing-arrived', 'wrong-number', 'paid-twice', 'other'] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]

/** FIND-3: so long until somebody answers. */
export const CASE_HOURS = 24
export const CLAIM_WORDS = 300

type Standing = Pick<TransactionDetails, 'money'>

/** FIND-3: only what the payment's state allows. What has come back cannot be missing, and only what was delivered went to a wrong number. */
export function allowedClaims({ money }: Standing): ClaimKind[] {
  const isBack = money === 'given-back' || money === 'coming-back'
  const isDelivered = money === 'delivered' || money.startsWith('second-')
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
 * FIND-3: whether the books answer a claim by themselves, after everybody was asked once more. What they do not know, and what only a person
 * can judge, becomes a case; so does what the visitor does not accept.
 */
export function isAnswered(kind: ClaimKind, { money }: Standing): boolean {
  switch (kind) {
    case 'nothing-arrived':
      return money === 'delivered' || money === 'not-taken' || money === 'taken' || money.startsWith('second-')
    case 'paid-twice':
      return money.startsWith('second-') || money === 'not-taken'
    case 'wrong-number':
    case 'other':
      return false
  }
}
