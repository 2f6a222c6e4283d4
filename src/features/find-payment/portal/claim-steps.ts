import { isFailure } from '#shared/failure.ts'
import { isMobileNumber, nationalDigits, type MobileNumber } from '#shared/mobile-number.ts'
import { parseMoney, toMajor } from '#shared/money.ts'
import type { RequestedCode } from '#features/one-time-code/portal/requested-code.ts'
import { takeCode } from '#features/one-time-code/portal/take-code.ts'
import { formText } from '#portal/page/form-text.ts'
import { Redirect, type Redisplay, type PageRequest, type PostedForm } from '#portal/page/page.ts'
import { CLAIM_KINDS, type ClaimKind } from '../claim-rules.ts'
import type { ClaimCase } from '../contract.ts'

export const CLAIM_PAGE = '/find-payment/claim'

const REFERENCE = /^[A-Za-z0-9_-]{22}$/

/** The result of a claim, or the problem of its form. The page reads the payment itself again. */
export type ClaimAnswer = {
  kind: ClaimKind | null
  words: string
  /** CLAIM-1: the number that was meant. */
  msisdn: string
  amount: string
  day: string
  problem: 'claimChoose' | null
  numberProblem: 'phoneRequired' | 'invalidMobile' | null
  message: string | null
  code?: RequestedCode
  /** The payment's state answered the claim, so no case was opened. */
  isAnswered: boolean
  operatorReference: string | null
  /** CLAIM-1: the case of a payer who proved another number. */
  opened: ClaimCase | null
}

type Answer = Promise<Redirect | Redisplay<ClaimAnswer>>

/** `replyTo`: CLAIM-1: the number that this visit proved, which is none of the payment's. */
export async function loadClaims({ api, url }: PageRequest) {
  const transactionId = url.searchParams.get('id') ?? ''
  if (!REFERENCE.test(transactionId)) return { transactionId, claims: null, replyTo: null }
  const claims = await api.readClaims({ transactionId })
  if (!isFailure(claims)) return { transactionId, claims: claims.result, replyTo: null }
  const proven = await api.listProvenPayments()
  return { transactionId, claims: null, replyTo: isFailure(proven) ? null : proven.result.msisdn }
}

export async function takeClaim(request: PageRequest, form: PostedForm): Answer {
  const transactionId = request.url.searchParams.get('id') ?? ''
  const intent = formText(form, 'intent')
  if (['ask-code', 'verify-code', 'resend-code', 'change-number'].includes(intent)) return proveNumber(request, form, transactionId)
  const kind = CLAIM_KINDS.find((each) => each === formText(form, 'kind')) ?? null
  const words = formText(form, 'words').slice(0, 1000)
  const msisdn = kind === 'wrong-number' ? nationalDigits(formText(form, 'msisdn')) : ''
  const typed = { ...NOTHING, kind, words, msisdn, amount: formText(form, 'amount'), day: formText(form, 'day') }
  if (!kind || !REFERENCE.test(transactionId)) return { redisplay: { ...typed, problem: 'claimChoose' } }
  if (msisdn !== '' && !isMobileNumber(msisdn)) return { redisplay: { ...typed, numberProblem: 'invalidMobile' } }
  const claim = { transactionId, kind, words, ...(isMobileNumber(msisdn) && { msisdn }) }
  return intent === 'details'
    ? claimByDetails(request, claim, typed)
    : claimProven(request, claim, { typed, isInsisting: intent === 'insist' })
}

const NOTHING = {
  problem: null,
  numberProblem: null,
  message: null,
  isAnswered: false,
  operatorReference: null,
  opened: null,
  kind: null,
  words: '',
  msisdn: '',
  amount: '',
  day: '',
}

type Claim = { transactionId: string; kind: ClaimKind; words: string; msisdn?: MobileNumber }

async function claimProven(
  { api }: PageRequest,
  claim: Claim,
  { typed, isInsisting }: { typed: ClaimAnswer; isInsisting: boolean },
): Answer {
  const made = await api.makeClaim({ ...claim, isInsisting })
  if (isFailure(made)) return { redisplay: { ...typed, message: made.message } }
  const { opened, operatorReference } = made.result
  // What was typed goes on to the team when the visitor insists.
  return { redisplay: opened ? NOTHING : { ...typed, isAnswered: true, operatorReference } }
}

async function claimByDetails({ api, language }: PageRequest, claim: Claim, typed: ClaimAnswer): Answer {
  const amount = parseMoney(typed.amount, language)
  const day = dayIn(typed.day)
  const made = await api.makeClaimByDetails({ ...claim, amount: amount ? toMajor(amount) : 0, day: day ?? '0000-00-00' })
  return { redisplay: isFailure(made) ? { ...typed, message: made.message } : { ...NOTHING, opened: made.result } }
}

/** From a date field, or as typed where browsers have none. */
function dayIn(typed: string): string | null {
  const [, day = '', month = '', year = ''] = /^\s*(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})\s*$/.exec(typed) ?? []
  if (year !== '') return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return /^\d{4}-\d{2}-\d{2}$/.test(typed) ? typed : null
}

async function proveNumber({ api }: PageRequest, form: PostedForm, transactionId: string): Answer {
  const msisdn = nationalDigits(formText(form, 'msisdn'))
  if (formText(form, 'intent') === 'change-number') return { redisplay: { ...NOTHING, msisdn } }
  if (!isMobileNumber(msisdn))
    return { redisplay: { ...NOTHING, msisdn, numberProblem: msisdn === '' ? 'phoneRequired' : 'invalidMobile' } }
  const code = await takeCode(api, { msisdn, purpose: 'FIND', form })
  return code === 'verified' ? new Redirect(`${CLAIM_PAGE}?id=${transactionId}`) : { redisplay: { ...NOTHING, msisdn, code } }
}
