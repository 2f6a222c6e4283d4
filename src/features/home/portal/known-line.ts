import { isMobileNumber, nationalDigits, type MobileNumber } from '#shared/mobile-number.ts'
import { isFailure } from '#shared/failure.ts'
import type { LineType } from '#features/line/contract.ts'
import { fittingPage, KIND_OF_PAGE } from '#features/line/rules.ts'
import { postToLinePage } from '#features/purchase/portal/line-page.ts'
import { formText } from '#portal/page/form-text.ts'
import { type Redisplay, type PageRequest, type PostedForm, Redirect } from '#portal/page/page.ts'

/** The error of the form; the line itself is looked up again. */
export type HomeAnswer = { msisdn: string; problem: 'phoneRequired' | 'invalidMobile' | null; message: string | null }

/** The number typed in this visit, and its line: null when the operator did not answer. */
export async function readKnownLine(request: PageRequest) {
  const draft = await request.api.readDraft()
  const widgetInfo = isFailure(draft) ? null : draft.result.widgetInfo
  if (!widgetInfo || !isMobileNumber(widgetInfo.msisdn)) return null
  return { widgetInfo, msisdn: widgetInfo.msisdn, lineType: await lineTypeOf(request, widgetInfo.msisdn) }
}

async function lineTypeOf(request: PageRequest, msisdn: MobileNumber): Promise<LineType | null> {
  const line = await request.api.validateNumber({ msisdn })
  return isFailure(line) ? null : line.result
}

/** The post without script: recognises the line and shows its offers; with an amount or a bundle it buys it. */
export async function postNumber(request: PageRequest, form: PostedForm): Promise<Redirect | Redisplay<HomeAnswer>> {
  const msisdn = nationalDigits(formText(form, 'msisdn'))
  if (!isMobileNumber(msisdn)) return { redisplay: { msisdn, problem: msisdn === '' ? 'phoneRequired' : 'invalidMobile', message: null } }
  const lineType = await lineTypeOf(request, msisdn)
  if (lineType === 'INVALID') return { redisplay: { msisdn, problem: 'invalidMobile', message: null } }
  const page = lineType && fittingPage(lineType)
  await request.api.savePrefill({ type: KIND_OF_PAGE[page ?? '/prepaid-recharge'], msisdn })
  const isAmount = formText(form, 'amount') !== ''
  if (!isAmount && formText(form, 'productCode') === '') return new Redirect(page ? '/' : '/prepaid-recharge')
  // Amounts are offered for prepaid lines: for another line it would be another purchase than the one shown.
  if (isAmount && page !== null && page !== '/prepaid-recharge') return new Redirect('/')
  const bought = await postToLinePage(request, form, page ?? '/prepaid-recharge')
  if (bought instanceof Redirect) return bought
  return { redisplay: { msisdn, problem: null, message: bought.redisplay.refusal?.message ?? null } }
}
