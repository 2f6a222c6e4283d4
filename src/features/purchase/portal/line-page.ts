import { data, redirect, type RouterContextProvider } from 'react-router'
import { checkAmount, type AmountProblem } from '#shared/amount-limits.ts'
import { isMobileNumber, nationalDigits, type MobileNumber } from '#shared/mobile-number.ts'
import { xof } from '#shared/money.ts'
import { isFailure } from '#shared/reply.ts'
import { shownBundle } from '#features/bundles/portal/shown-bundle.ts'
import type { ShownBundle } from '#features/bundles/contract.ts'
import type { LineType } from '#features/line/contract.ts'
import { judgeLine, type LinePage, type NumberVerdict, type SellingPage } from '#features/line/rules.ts'
import type { ConfigData } from '#features/product-config/contract.ts'
import { formText } from '#portal/form-text.ts'
import { portalApi } from '#portal/page-context.ts'

type Context = Readonly<RouterContextProvider>

const KIND_OF_PAGE = {
  '/prepaid-recharge': 'prepaid',
  '/data-bundle': 'prepaid',
  '/broadband-recharge': 'broadband',
  '/postpaid-bill-pay': 'postpaid',
} as const

export type CheckedLine = {
  msisdn: string
  verdict: NumberVerdict | null
  bundles: ShownBundle[]
  isStale: boolean
  /** The operator did not answer and there is no earlier copy: that is not the same as nothing on sale. */
  areBundlesUnread: boolean
}
export type Refusal = { msisdn?: 'phoneRequired' | 'invalidMobile'; amount?: AmountProblem; message?: string }
export type LinePageAnswer = { checked: CheckedLine; refusal: Refusal | null; amountText: string }

export const NOTHING_CHECKED: CheckedLine = { msisdn: '', verdict: null, bundles: [], isStale: false, areBundlesUnread: false }

/** What a page needs of the configuration. */
type LineConfig = Pick<ConfigData, 'preMinAmnt' | 'preMaxAmnt' | 'postMinAmnt' | 'postMaxAmnt' | 'quickAmounts'>

function shownConfig({ preMinAmnt, preMaxAmnt, postMinAmnt, postMaxAmnt, quickAmounts }: ConfigData): LineConfig {
  return { preMinAmnt, preMaxAmnt, postMinAmnt, postMaxAmnt, quickAmounts }
}

/** What the page opens with: a number from a link, or the one this visit typed before. */
export async function loadLinePage(
  context: Context,
  request: Request,
  page: SellingPage,
): Promise<{ checked: CheckedLine; config: LineConfig; amountText: string }> {
  const url = new URL(request.url)
  const linked = nationalDigits(url.searchParams.get('msisdn') ?? '')
  const [config, known] = await Promise.all([readConfig(context), isMobileNumber(linked) ? linked : draftNumber(context, page)])
  const amountText = url.searchParams.get('amount') ?? ''
  const isAmount = 'amount' in checkAmount(amountText, limitsOf(page, config))
  const checked = known ? await checkLine(context, page, known) : NOTHING_CHECKED
  return { checked, config: shownConfig(config), amountText: isAmount ? amountText : '' }
}

/** One form, several buttons: check the number, show the bundles, buy airtime, buy a bundle. */
export async function actOnLinePage(context: Context, request: Request, page: SellingPage) {
  const form = await request.formData()
  const msisdn = nationalDigits(formText(form, 'msisdn'))
  const amountText = formText(form, 'amount')
  const intent = formText(form, 'intent')
  const productCode = formText(form, 'productCode')
  if (!isMobileNumber(msisdn))
    return refuse({
      checked: { ...NOTHING_CHECKED, msisdn },
      refusal: { msisdn: msisdn === '' ? 'phoneRequired' : 'invalidMobile' },
      amountText,
    })
  await context.get(portalApi).savePrefill({ type: KIND_OF_PAGE[page], msisdn })
  const checked = await checkLine(context, page, msisdn)
  if (intent === 'check') return data({ checked, refusal: null, amountText } satisfies LinePageAnswer)
  if (checked.verdict?.kind !== 'accepted') return refuse({ checked, refusal: {}, amountText })
  if (intent === 'bundles' && productCode === '') return data({ checked, refusal: null, amountText } satisfies LinePageAnswer)
  return buy(context, { page, msisdn, checked, productCode, amountText })
}

type Buy = { page: SellingPage; msisdn: MobileNumber; checked: CheckedLine; productCode: string; amountText: string }

async function buy(context: Context, { page, msisdn, checked, productCode, amountText }: Buy) {
  const amount = productCode ? null : checkAmount(amountText, limitsOf(page, await readConfig(context)))
  if (amount && 'problem' in amount) return refuse({ checked, refusal: { amount: amount.problem }, amountText })
  const amountKind = page === '/postpaid-bill-pay' ? ('postpaid-bill' as const) : ('airtime' as const)
  const choice = amount ? { kind: amountKind, amount: amount.amount } : { kind: 'bundle' as const, productCode }
  const answer = await context.get(portalApi).choosePurchase({ ...choice, msisdn, redirectPage: page })
  if (isFailure(answer)) return refuse({ checked, refusal: { message: answer.message }, amountText })
  return redirect(`/payment/start?purchase=${answer.result.purchaseId}`)
}

function refuse(answer: LinePageAnswer) {
  return data(answer, { status: 422 })
}

function limitsOf(page: SellingPage, config: ConfigData) {
  return page === '/postpaid-bill-pay' ? postpaidLimits(config) : prepaidLimits(config)
}

export function postpaidLimits({ postMinAmnt, postMaxAmnt }: Pick<ConfigData, 'postMinAmnt' | 'postMaxAmnt'>) {
  return { min: xof(postMinAmnt), max: xof(postMaxAmnt) }
}

export function prepaidLimits({ preMinAmnt, preMaxAmnt }: Pick<ConfigData, 'preMinAmnt' | 'preMaxAmnt'>) {
  return { min: xof(preMinAmnt), max: xof(preMaxAmnt) }
}

export async function checkLine(context: Context, page: LinePage, msisdn: MobileNumber): Promise<CheckedLine> {
  const line = await context.get(portalApi).validateNumber({ msisdn })
  if (isFailure(line)) return { ...NOTHING_CHECKED, msisdn, verdict: { kind: 'unchecked' } }
  const verdict = judgeLine(page, line.result)
  const sellsBundles = page !== '/postpaid-bill-pay' && page !== '/check-balance'
  if (verdict.kind !== 'accepted' || line.result === 'INVALID' || !sellsBundles) return { ...NOTHING_CHECKED, msisdn, verdict }
  return { msisdn, verdict, ...(await bundlesFor(context, msisdn, line.result)) }
}

async function bundlesFor(context: Context, msisdn: MobileNumber, lineType: Exclude<LineType, 'INVALID'>) {
  const answer = await context.get(portalApi).listBundles({ msisdn, lineType })
  if (isFailure(answer)) return { bundles: [], isStale: false, areBundlesUnread: true }
  return { bundles: answer.result.map(shownBundle), isStale: answer.isStale, areBundlesUnread: false }
}

async function readConfig(context: Context): Promise<ConfigData> {
  const answer = await context.get(portalApi).readProductConfig()
  if (isFailure(answer)) throw new Response(answer.message, { status: 503 })
  return answer.result.configData
}

async function draftNumber(context: Context, page: SellingPage): Promise<MobileNumber | null> {
  const answer = await context.get(portalApi).readDraft()
  const info = isFailure(answer) ? null : answer.result.widgetInfo
  return info && info.type === KIND_OF_PAGE[page] && isMobileNumber(info.msisdn) ? info.msisdn : null
}
