import { isMobileNumber, nationalDigits, type MobileNumber } from '#shared/mobile-number.ts'
import { isFailure } from '#shared/failure.ts'
import type { LineType } from '#features/line/contract.ts'
import { fittingPage, KIND_OF_PAGE } from '#features/line/rules.ts'
import { postToLinePage } from '#features/purchase/portal/line-page.ts'
import { formText } from '#portal/page/form-text.ts'
import type { Again, PageRequest, PostedForm } from '#portal/page/page.ts'
import { Redirect } from '#portal/page/redirect.ts'

/** What was wrong with the form; the line itself is looked up again. */
export type HomeAnswer = { msisdn: string; problem: 'phoneRequired' | 'invalidMobile' | null; message: string | null }

/** The number this visit typed, and its line: null where the operator did not say. */
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

/** Without script one step does what script does in place: the line is recognised and its offers are shown. An amount or a bundle is bought. */
export async function postNumber(request: PageRequest, form: PostedForm): Promise<Redirect | Again<HomeAnswer>> {
  const msisdn = nationalDigits(formText(form, 'msisdn'))
  if (!isMobileNumber(msisdn)) return { again: { msisdn, problem: msisdn === '' ? 'phoneRequired' : 'invalidMobile', message: null } }
  const lineType = await lineTypeOf(request, msisdn)
  if (lineType === 'INVALID') return { again: { msisdn, problem: 'invalidMobile', message: null } }
  const page = lineType && fittingPage(lineType)
  await request.api.savePrefill({ type: KIND_OF_PAGE[page ?? '/prepaid-recharge'], msisdn })
  const isAmount = formText(form, 'amount') !== ''
  if (!isAmount && formText(form, 'productCode') === '') return new Redirect(page ? '/' : '/prepaid-recharge')
  // An amount was offered for a prepaid line: for any other it would be another purchase than the one that was read.
  if (isAmount && page !== null && page !== '/prepaid-recharge') return new Redirect('/')
  const bought = await postToLinePage(request, form, page ?? '/prepaid-recharge')
  if (bought instanceof Redirect) return bought
  return { again: { msisdn, problem: null, message: bought.again.refusal?.message ?? null } }
}
