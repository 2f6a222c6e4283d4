import { isMobileNumber, nationalDigits, type MobileNumber } from '#shared/mobile-number.ts'
import { isFailure } from '#shared/failure.ts'
import { fittingPage, KIND_OF_PAGE, type NumberVerdict } from '#features/line/rules.ts'
import type { RequestedCode } from '#features/one-time-code/portal/requested-code.ts'
import { takeCode } from '#features/one-time-code/portal/take-code.ts'
import { NOTHING_CHECKED, type CheckedLine, type Refusal } from '#features/purchase/portal/checked-line.ts'
import { judgeNumber } from '#features/purchase/portal/line-page.ts'
import { formText } from '#portal/page/form-text.ts'
import { type Redisplay, type PageRequest, type PostedForm, Redirect } from '#portal/page/page.ts'

export const PAGE = '/check-balance'
/** The pages that show balances; each accepts its own types of line. */
export type BalancePage = typeof PAGE | '/broadband-recharge'

/** Never a balance: the page that shows it reads it again (decision 0034). */
export type BalanceAnswer = { msisdn: string; verdict: NumberVerdict | null; refusal: Refusal | null; code?: RequestedCode }

/** A number from a link, or the one this visit typed before. */
export async function loadNumber(request: PageRequest): Promise<CheckedLine> {
  const linked = nationalDigits(request.url.searchParams.get('msisdn') ?? '')
  const msisdn = isMobileNumber(linked) ? linked : await draftNumber(request)
  if (!msisdn) return NOTHING_CHECKED
  const verdict = await judgeNumber(request, PAGE, msisdn)
  // A line without a balance that was typed on another page is not offered here.
  return verdict.kind === 'refused' && msisdn !== linked ? NOTHING_CHECKED : { ...NOTHING_CHECKED, msisdn, verdict }
}

/** The steps as posts: the code for a visitor without script, and the balance for both. */
export async function takeBalancePost(
  request: PageRequest,
  form: PostedForm,
  page: BalancePage,
): Promise<Redirect | Redisplay<BalanceAnswer>> {
  const msisdn = nationalDigits(formText(form, 'msisdn'))
  const intent = formText(form, 'intent')
  if (!isMobileNumber(msisdn))
    return { redisplay: { msisdn, verdict: null, refusal: { msisdn: msisdn === '' ? 'phoneRequired' : 'invalidMobile' } } }
  const verdict = await judgeNumber(request, page, msisdn)
  if (intent === 'check' || intent === 'change-number' || verdict.kind !== 'accepted')
    return { redisplay: { msisdn, verdict, refusal: null } }
  // Stored in the visit, so that the recharge pages open with the same number.
  await request.api.savePrefill({ type: KIND_OF_PAGE[fittingPage(verdict.type) ?? '/prepaid-recharge'], msisdn })
  if (intent === 'balance') return showing(page)
  const code = await takeCode(request.api, { msisdn, purpose: 'BALANCE', form })
  return code === 'verified' ? showing(page) : { redisplay: { msisdn, verdict, refusal: null, code } }
}

/** The URL of the proven balance: it holds no data, and shows nothing to other visits. */
function showing(page: BalancePage): Redirect {
  return new Redirect(`${page}?balance=shown`)
}

export function wantsShown({ searchParams }: URL): boolean {
  return searchParams.get('balance') === 'shown'
}

async function draftNumber({ api }: PageRequest): Promise<MobileNumber | null> {
  const draft = await api.readDraft()
  const info = isFailure(draft) ? null : draft.result.widgetInfo
  return info && isMobileNumber(info.msisdn) ? info.msisdn : null
}
