import { isFailure } from '#shared/failure.ts'
import { formText } from '#portal/page/form-text.ts'
import type { Again, PageRequest, PostedForm } from '#portal/page/page.ts'
import type { Redirect } from '#portal/page/redirect.ts'
import { CLAIM_KINDS, type ClaimKind } from '../claim-rules.ts'

export const CLAIM_PAGE = '/find-payment/claim'

const REFERENCE = /^[A-Za-z0-9_-]{22}$/

/** What the books said, or what was wrong with the form. The payment itself is read again by the page. */
export type ClaimAnswer = {
  kind: ClaimKind | null
  words: string
  problem: 'claimChoose' | null
  message: string | null
  /** The books answered; nothing was opened. */
  isAnswered: boolean
  operatorReference: string | null
}

export async function loadClaims({ api, url }: PageRequest) {
  const transactionId = url.searchParams.get('id') ?? ''
  const claims = REFERENCE.test(transactionId) ? await api.readClaims({ transactionId }) : null
  return { transactionId, claims: !claims || isFailure(claims) ? null : claims.result }
}

export async function takeClaim({ api, url }: PageRequest, form: PostedForm): Promise<Redirect | Again<ClaimAnswer>> {
  const transactionId = url.searchParams.get('id') ?? ''
  const kind = CLAIM_KINDS.find((each) => each === formText(form, 'kind')) ?? null
  const words = formText(form, 'words').slice(0, 1000)
  const nothing = { kind, words, problem: null, message: null, isAnswered: false, operatorReference: null }
  if (!kind || !REFERENCE.test(transactionId)) return { again: { ...nothing, problem: 'claimChoose' } }
  const made = await api.makeClaim({ transactionId, kind, words, isInsisting: formText(form, 'intent') === 'insist' })
  if (isFailure(made)) return { again: { ...nothing, message: made.message } }
  const { opened, operatorReference } = made.result
  return { again: { ...nothing, words: '', isAnswered: opened === null, operatorReference: opened === null ? operatorReference : null } }
}
