import { checkAmount } from '#shared/amount-limits.ts'
import { isMobileNumber, nationalDigits, type MobileNumber } from '#shared/mobile-number.ts'
import { toMajor } from '#shared/money.ts'
import { isFailure, type Failure } from '#shared/failure.ts'
import { withoutGaps } from '#features/bundles/shown-bundle.ts'
import { judgeLine, KIND_OF_PAGE, type LinePage, type NumberVerdict, type SellingPage } from '#features/line/rules.ts'
import type { ConfigData } from '#features/site-content/config-contract.ts'
import { NOTHING_CHECKED, postpaidLimits, prepaidLimits, type CheckedLine, type LineConfig, type Refusal } from './checked-line.ts'
import { formText } from '#portal/page/form-text.ts'
import { type Redisplay, type PageRequest, type PostedForm, Redirect, PageFailure } from '#portal/page/page.ts'

/** The redisplay of a form: the line itself is looked up again. */
export type LineAnswer = { msisdn: string; refusal: Refusal | null; amountText: string }

function shownConfig({ preMinAmnt, preMaxAmnt, postMinAmnt, postMaxAmnt, quickAmounts }: ConfigData): LineConfig {
  return { preMinAmnt, preMaxAmnt, postMinAmnt, postMaxAmnt, quickAmounts }
}

/** The initial number: from a link, or typed before in this visit. */
export async function loadLinePage(
  request: PageRequest,
  page: SellingPage,
): Promise<{ checked: CheckedLine; config: LineConfig; amountText: string }> {
  const { searchParams } = request.url
  const given = searchParams.get('msisdn')
  const linked = nationalDigits(given ?? '')
  // PAID-2: an explicitly empty number in the URL leaves the field empty.
  const isAsked = given === ''
  const [config, known] = await Promise.all([
    readConfig(request),
    isMobileNumber(linked) ? linked : isAsked ? null : draftNumber(request, page),
  ])
  const amountText = searchParams.get('amount') ?? ''
  const isAmount = 'amount' in checkAmount(amountText, request.language, limitsOf(page, config))
  const checked = known ? await checkLine(request, page, known) : NOTHING_CHECKED
  return { checked, config: shownConfig(config), amountText: isAmount ? amountText : '' }
}

/** One form, several buttons: check the number, show the bundles, buy airtime, buy a bundle. */
export async function postToLinePage(request: PageRequest, form: PostedForm, page: SellingPage): Promise<Redirect | Redisplay<LineAnswer>> {
  const msisdn = nationalDigits(formText(form, 'msisdn'))
  const amountText = formText(form, 'amount')
  const intent = formText(form, 'intent')
  const productCode = formText(form, 'productCode')
  if (!isMobileNumber(msisdn))
    return { redisplay: { msisdn, refusal: { msisdn: msisdn === '' ? 'phoneRequired' : 'invalidMobile' }, amountText } }
  await request.api.savePrefill({ type: KIND_OF_PAGE[page], msisdn })
  const shownAgain = { redisplay: { msisdn, refusal: null, amountText } }
  if (intent === 'check' || (intent === 'bundles' && productCode === '')) return shownAgain
  const verdict = await judgeNumber(request, page, msisdn)
  // A purchase checks the line itself, under its own rate limit: limited lookups do not block buying (abuse 81).
  const mayBuy = verdict.kind === 'accepted' || (verdict.kind === 'unchecked' && verdict.isBusy)
  return mayBuy ? buy(request, { page, msisdn, productCode, amountText }) : shownAgain
}

type Buy = { page: SellingPage; msisdn: MobileNumber; productCode: string; amountText: string }

async function buy(request: PageRequest, { page, msisdn, productCode, amountText }: Buy) {
  const amount = productCode ? null : checkAmount(amountText, request.language, limitsOf(page, await readConfig(request)))
  if (amount && 'problem' in amount) return { redisplay: { msisdn, refusal: { amount: amount.problem }, amountText } }
  const amountKind = page === '/postpaid-bill-pay' ? ('postpaid-bill' as const) : ('airtime' as const)
  const choice = amount ? { kind: amountKind, amount: toMajor(amount.amount) } : { kind: 'bundle' as const, productCode }
  const answer = await request.api.choosePurchase({ ...choice, msisdn, redirectPage: page })
  if (isFailure(answer)) return { redisplay: { msisdn, refusal: { message: answer.message }, amountText } }
  return new Redirect(`/payment/start?purchase=${answer.result.purchaseId}`)
}

function limitsOf(page: SellingPage, config: ConfigData) {
  return page === '/postpaid-bill-pay' ? postpaidLimits(config) : prepaidLimits(config)
}

/** The line as a page shows it, with what the page sells for it: the same call that the island makes. */
export async function checkLine(request: PageRequest, page: SellingPage, msisdn: MobileNumber): Promise<CheckedLine> {
  const answer = await request.api.readLineOffer({ msisdn, page, isTyped: false })
  if (isFailure(answer)) return { ...NOTHING_CHECKED, msisdn, verdict: unchecked(answer) }
  const { lineType, bundles, ...offer } = answer.result
  const verdict = judgeLine(page, lineType, request.country.sellsPostpaidBundles)
  return { msisdn, verdict, bundles: bundles.map(withoutGaps), ...offer }
}

/** Whether a page serves the line, where nothing else of it is shown. */
export async function judgeNumber(request: PageRequest, page: LinePage, msisdn: MobileNumber): Promise<NumberVerdict> {
  const line = await request.api.validateNumber({ msisdn })
  return isFailure(line) ? unchecked(line) : judgeLine(page, line.result, request.country.sellsPostpaidBundles)
}

function unchecked({ code }: Failure): NumberVerdict {
  return { kind: 'unchecked', isBusy: code === 'puzzle-needed' || code === 'too-many-requests' }
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
