import { checkAmount } from '#shared/amount-limits.ts'
import { isMobileNumber, nationalDigits, type MobileNumber } from '#shared/mobile-number.ts'
import { isFailure } from '#shared/failure.ts'
import { shownBundle, withoutGaps } from '#features/bundles/shown-bundle.ts'
import type { LineType } from '#features/line/contract.ts'
import { judgeLine, KIND_OF_PAGE, type LinePage, type SellingPage } from '#features/line/rules.ts'
import type { ConfigData } from '#features/product-config/contract.ts'
import { NOTHING_CHECKED, postpaidLimits, prepaidLimits, type CheckedLine, type LineConfig, type Refusal } from './checked-line.ts'
import { formText } from '#portal/page/form-text.ts'
import type { Again, PageRequest, PostedForm } from '#portal/page/page.ts'
import { PageFailure } from '#portal/page/page-failure.ts'
import { Redirect } from '#portal/page/redirect.ts'

/** What a form was answered: the line itself is looked up again. */
export type LineAnswer = { msisdn: string; refusal: Refusal | null; amountText: string }

function shownConfig({ preMinAmnt, preMaxAmnt, postMinAmnt, postMaxAmnt, quickAmounts }: ConfigData): LineConfig {
  return { preMinAmnt, preMaxAmnt, postMinAmnt, postMaxAmnt, quickAmounts }
}

/** What the page opens with: a number from a link, or the one this visit typed before. */
export async function loadLinePage(
  request: PageRequest,
  page: SellingPage,
): Promise<{ checked: CheckedLine; config: LineConfig; amountText: string }> {
  const { searchParams } = request.url
  const linked = nationalDigits(searchParams.get('msisdn') ?? '')
  const [config, known] = await Promise.all([readConfig(request), isMobileNumber(linked) ? linked : draftNumber(request, page)])
  const amountText = searchParams.get('amount') ?? ''
  const isAmount = 'amount' in checkAmount(amountText, limitsOf(page, config))
  const checked = known ? await checkLine(request, page, known) : NOTHING_CHECKED
  return { checked, config: shownConfig(config), amountText: isAmount ? amountText : '' }
}

/** One form, several buttons: check the number, show the bundles, buy airtime, buy a bundle. */
export async function postToLinePage(request: PageRequest, form: PostedForm, page: SellingPage): Promise<Redirect | Again<LineAnswer>> {
  const msisdn = nationalDigits(formText(form, 'msisdn'))
  const amountText = formText(form, 'amount')
  const intent = formText(form, 'intent')
  const productCode = formText(form, 'productCode')
  if (!isMobileNumber(msisdn))
    return { again: { msisdn, refusal: { msisdn: msisdn === '' ? 'phoneRequired' : 'invalidMobile' }, amountText } }
  await request.api.savePrefill({ type: KIND_OF_PAGE[page], msisdn })
  const { verdict } = await checkLine(request, page, msisdn)
  const isBundleList = intent === 'bundles' && productCode === ''
  // A purchase looks at the line itself, under a budget of its own: who cannot look may still buy (abuse 81).
  const mayBuy = verdict?.kind === 'accepted' || (verdict?.kind === 'unchecked' && verdict.isBusy && !isBundleList)
  if (intent === 'check' || isBundleList || !mayBuy) return { again: { msisdn, refusal: null, amountText } }
  return buy(request, { page, msisdn, productCode, amountText })
}

type Buy = { page: SellingPage; msisdn: MobileNumber; productCode: string; amountText: string }

async function buy(request: PageRequest, { page, msisdn, productCode, amountText }: Buy) {
  const amount = productCode ? null : checkAmount(amountText, limitsOf(page, await readConfig(request)))
  if (amount && 'problem' in amount) return { again: { msisdn, refusal: { amount: amount.problem }, amountText } }
  const amountKind = page === '/postpaid-bill-pay' ? ('postpaid-bill' as const) : ('airtime' as const)
  const choice = amount ? { kind: amountKind, amount: amount.amount } : { kind: 'bundle' as const, productCode }
  const answer = await request.api.choosePurchase({ ...choice, msisdn, redirectPage: page })
  if (isFailure(answer)) return { again: { msisdn, refusal: { message: answer.message }, amountText } }
  return new Redirect(`/payment/start?purchase=${answer.result.purchaseId}`)
}

function limitsOf(page: SellingPage, config: ConfigData) {
  return page === '/postpaid-bill-pay' ? postpaidLimits(config) : prepaidLimits(config)
}

export async function checkLine(request: PageRequest, page: LinePage, msisdn: MobileNumber): Promise<CheckedLine> {
  const line = await request.api.validateNumber({ msisdn })
  if (isFailure(line)) {
    const isBusy = line.code === 'puzzle-needed' || line.code === 'too-many-requests'
    return { ...NOTHING_CHECKED, msisdn, verdict: { kind: 'unchecked', isBusy } }
  }
  const verdict = judgeLine(page, line.result, request.country.sellsPostpaidBundles)
  const sellsBundles = page !== '/postpaid-bill-pay' && page !== '/check-balance'
  if (verdict.kind !== 'accepted' || line.result === 'INVALID' || !sellsBundles) return { ...NOTHING_CHECKED, msisdn, verdict }
  return { msisdn, verdict, ...(await bundlesFor(request, msisdn, line.result)) }
}

async function bundlesFor(request: PageRequest, msisdn: MobileNumber, lineType: Exclude<LineType, 'INVALID'>) {
  const [answer, running] = await Promise.all([request.api.listBundles({ msisdn, lineType }), request.api.readRunningBundles({ msisdn })])
  if (isFailure(answer)) return { bundles: [], isStale: false, areBundlesUnread: true }
  return {
    bundles: answer.result.map((bundle) => withoutGaps(shownBundle(bundle))),
    ...(!isFailure(running) && running.result.length > 0 && { running: running.result }),
    isStale: answer.isStale,
    areBundlesUnread: false,
  }
}

async function readConfig(request: PageRequest): Promise<ConfigData> {
  const answer = await request.api.readProductConfig()
  if (isFailure(answer)) throw new PageFailure(503, answer.message)
  return answer.result.configData
}

async function draftNumber(request: PageRequest, page: SellingPage): Promise<MobileNumber | null> {
  const answer = await request.api.readDraft()
  const info = isFailure(answer) ? null : answer.result.widgetInfo
  return info && info.type === KIND_OF_PAGE[page] && isMobileNumber(info.msisdn) ? info.msisdn : null
}
