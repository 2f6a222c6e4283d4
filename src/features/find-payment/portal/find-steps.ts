import { isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { isFailure } from '#shared/failure.ts'
import { fittingPage, KIND_OF_PAGE } from '#features/line/rules.ts'
import type { RequestedCode } from '#features/one-time-code/portal/requested-code.ts'
import { takeCode } from '#features/one-time-code/portal/take-code.ts'
import { formText } from '#portal/page/form-text.ts'
import { type Redisplay, type PageRequest, type PostedForm, Redirect } from '#portal/page/page.ts'
import type { FoundPayment } from '../contract.ts'

export const PAGE = '/find-payment'

/** Never contains a payment: the page that shows one reads it again (decision 0034). */
export type FindAnswer = {
  msisdn: string
  numberProblem?: 'phoneRequired' | 'invalidMobile'
  code?: RequestedCode
  reference?: string
  /** The problem of the reference; empty when it is missing. */
  referenceProblem?: string
}

/** FIND-1: by reference, or by number and code. All steps are posts, so that they work on any phone. */
export async function takeFindPost(request: PageRequest, form: PostedForm): Promise<Redirect | Redisplay<FindAnswer>> {
  const msisdn = nationalDigits(formText(form, 'msisdn'))
  switch (formText(form, 'intent')) {
    case 'reference':
      return openByReference(request, formText(form, 'paymentReference'))
    case 'close':
      if (isMobileNumber(msisdn)) await request.api.closeProvenPayments({ msisdn })
      return new Redirect(`${PAGE}?list=closed`)
    case 'change-number':
      return { redisplay: { msisdn } }
    default:
      return proveNumber(request, form, msisdn)
  }
}

async function openByReference(request: PageRequest, reference: string): Promise<Redirect | Redisplay<FindAnswer>> {
  if (reference.trim() === '') return { redisplay: { msisdn: '', reference, referenceProblem: '' } }
  const found = await request.api.findByReference({ reference: reference.slice(0, 60) })
  if (isFailure(found)) return { redisplay: { msisdn: '', reference: reference.slice(0, 60), referenceProblem: found.message } }
  return new Redirect(`/payment/status?id=${found.result.transactionId}`)
}

async function proveNumber({ api }: PageRequest, form: PostedForm, msisdn: string): Promise<Redirect | Redisplay<FindAnswer>> {
  if (!isMobileNumber(msisdn)) return { redisplay: { msisdn, numberProblem: msisdn === '' ? 'phoneRequired' : 'invalidMobile' } }
  const code = await takeCode(api, { msisdn, purpose: 'FIND', form })
  if (code !== 'verified') return { redisplay: { msisdn, code } }
  const line = await api.validateNumber({ msisdn })
  const page = isFailure(line) ? null : fittingPage(line.result)
  await api.savePrefill({ type: KIND_OF_PAGE[page ?? '/prepaid-recharge'], msisdn })
  return new Redirect(`${PAGE}?list=shown`)
}

export type FoundList =
  | { kind: 'form'; note: 'closed' | 'unproven' | null; msisdn: string; message: string | null }
  | { kind: 'list'; msisdn: string; payments: FoundPayment[]; hasMore: boolean }

/** What the URL requests. It contains no data, and shows nothing to a visit without a proven number. */
export async function loadFound({ api, url }: PageRequest): Promise<FoundList> {
  const wanted = url.searchParams.get('list')
  const draft = await api.readDraft()
  const known = isFailure(draft) ? '' : (draft.result.widgetInfo?.msisdn ?? '')
  if (wanted === 'closed') return { kind: 'form', note: 'closed', msisdn: '', message: null }
  if (wanted !== 'shown') return { kind: 'form', note: null, msisdn: known, message: null }
  const found = await api.listProvenPayments()
  if (!isFailure(found)) return { kind: 'list', ...found.result }
  const isUnproven = found.code === 'code-user-unknown'
  return { kind: 'form', note: isUnproven ? 'unproven' : null, msisdn: known, message: isUnproven ? null : found.message }
}
