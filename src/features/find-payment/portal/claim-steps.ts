import { isFailure } from '#shared/failure.ts'
import { formText } from '#portal/page/form-text.ts'
import type { Redisplay, PageRequest, PostedForm, Redirect } from '#portal/page/page.ts'
import { CLAIM_KINDS, type ClaimKind } from '../claim-rules.ts'

export const CLAIM_PAGE = '/find-payment/claim'

const REFERENCE = /^[A-Za-z0-9_-]{22}$/

/** The result of a claim, or the problem of its form. The page reads the payment itself again. */
export type ClaimAnswer = {
  kind: ClaimKind | null
  words: string
  problem: 'claimChoose' | null
  message: string | null
  /** The payment's state answered the claim, so no case was opened. */
  isAnswered: boolean
  operatorReference: string | null
}

export async function loadClaims({ api, url }: PageRequest) {
  const transactionId = url.searchParams.get('id') ?? ''
  const claims = REFERENCE.test(transactionId) ? await api.readClaims({ transactionId }) : null
  return { transactionId, claims: !claims || isFailure(claims) ? null : claims.result }
}

export async function takeClaim({ api, url }: PageRequest, form: PostedForm): Promise<Redirect | Redisplay<ClaimAnswer>> {
  const transactionId = url.searchParams.get('id') ?? ''
  const kind = CLAIM_KINDS.find((each) => each === formText(form, 'kind')) ?? null
  const words = formText(form, 'words').slice(0, 1000)
  const nothing = { kind, words, problem: null, message: null, isAnswered: false, operatorReference: null }
  if (!kind || !REFERENCE.test(transactionId)) return { redisplay: { ...nothing, problem: 'claimChoose' } }
  const made = await api.makeClaim({ transactionId, kind, words, isInsisting: formText(form, 'intent') === 'insist' })
  if (isFailure(made)) return { redisplay: { ...nothing, message: made.message } }
  const { opened, operatorReference } = made.result
  return {
    redisplay: { ...nothing, words: '', isAnswered: opened === null, operatorReference: opened === null ? operatorReference : null },
  }
}
