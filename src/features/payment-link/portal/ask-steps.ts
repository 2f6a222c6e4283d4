import { checkAmount, type AmountProblem } from '#shared/amount-limits.ts'
import { isFailure } from '#shared/failure.ts'
import { toMajor } from '#shared/money.ts'
import { isMobileNumber, nationalDigits, type MobileNumber } from '#shared/mobile-number.ts'
import type { ShownBundle } from '#features/bundles/contract.ts'
import { fittingPage, KIND_OF_PAGE } from '#features/line/rules.ts'
import { postpaidLimits, prepaidLimits, type LineConfig } from '#features/purchase/portal/checked-line.ts'
import { checkLine } from '#features/purchase/portal/line-page.ts'
import { formText } from '#portal/page/form-text.ts'
import { type Redisplay, type PageRequest, type PostedForm, Redirect, PageFailure } from '#portal/page/page.ts'

export const ASK_PAGE = '/ask'

export type AskAnswer = {
  msisdn: string
  numberProblem?: 'phoneRequired' | 'invalidMobile'
  amountText?: string
  amountProblem?: AmountProblem
  isBundleMissing?: true
  message?: string
}

/** What a link may contain for the line of this visit's number; null without a number. */
export type AskedLine = {
  msisdn: MobileNumber
  /** The kind of goods with a free amount; null for a router, which has bundles only. */
  amountKind: 'airtime' | 'postpaid-bill' | null
  bundles: ShownBundle[] | null
}

type LoadedLine = AskedLine | { msisdn: string; problem: 'invalidMobile' | 'askUnchecked' | null }

/** The number comes from the visit, as on every page that sells. */
export async function loadAskedLine(request: PageRequest): Promise<LoadedLine> {
  const draft = await request.api.readDraft()
  const msisdn = isFailure(draft) ? '' : (draft.result.widgetInfo?.msisdn ?? '')
  // The field is empty when the visitor wants to type another number.
  if (!isMobileNumber(msisdn) || request.url.searchParams.has('other')) return { msisdn: '', problem: null }
  const line = await request.api.validateNumber({ msisdn })
  if (isFailure(line)) return { msisdn, problem: 'askUnchecked' }
  const page = fittingPage(line.result)
  if (!page) return { msisdn, problem: 'invalidMobile' }
  if (page === '/postpaid-bill-pay') return { msisdn, amountKind: 'postpaid-bill', bundles: null }
  const { bundles } = await checkLine(request, page, msisdn)
  return { msisdn, amountKind: page === '/prepaid-recharge' ? 'airtime' : null, bundles }
}

export async function readLimits(request: PageRequest): Promise<LineConfig> {
  const answer = await request.api.readProductConfig()
  if (isFailure(answer)) throw new PageFailure(503, answer.message)
  return answer.result.configData
}

/** LINK-1: first the number, then the goods; every step is a post. */
export async function takeAskPost(request: PageRequest, form: PostedForm): Promise<Redirect | Redisplay<AskAnswer>> {
  const msisdn = nationalDigits(formText(form, 'msisdn'))
  if (!isMobileNumber(msisdn)) return { redisplay: { msisdn, numberProblem: msisdn === '' ? 'phoneRequired' : 'invalidMobile' } }
  const kind = formText(form, 'kind')
  if (kind === 'bundle') return makeForBundle(request, msisdn, formText(form, 'productCode'))
  if (kind === 'airtime' || kind === 'postpaid-bill') return makeForAmount(request, { msisdn, kind, amountText: formText(form, 'amount') })
  const line = await request.api.validateNumber({ msisdn })
  const page = isFailure(line) ? null : fittingPage(line.result)
  await request.api.savePrefill({ type: KIND_OF_PAGE[page ?? '/prepaid-recharge'], msisdn })
  return new Redirect(ASK_PAGE)
}

async function makeForBundle(request: PageRequest, msisdn: MobileNumber, productCode: string): Promise<Redirect | Redisplay<AskAnswer>> {
  if (!/^[A-Za-z0-9_.-]{1,64}$/.test(productCode)) return { redisplay: { msisdn, isBundleMissing: true } }
  return made(msisdn, await request.api.makePaymentLink({ kind: 'bundle', msisdn, productCode }))
}

type Amount = { msisdn: MobileNumber; kind: 'airtime' | 'postpaid-bill'; amountText: string }

async function makeForAmount(request: PageRequest, { msisdn, kind, amountText }: Amount): Promise<Redirect | Redisplay<AskAnswer>> {
  const config = await readLimits(request)
  const checked = checkAmount(amountText, request.language, kind === 'airtime' ? prepaidLimits(config) : postpaidLimits(config))
  if ('problem' in checked) return { redisplay: { msisdn, amountText: amountText.slice(0, 24), amountProblem: checked.problem } }
  const answer = made(msisdn, await request.api.makePaymentLink({ kind, msisdn, amount: toMajor(checked.amount) }))
  return answer instanceof Redirect ? answer : { redisplay: { ...answer.redisplay, amountText } }
}

type Made = Awaited<ReturnType<PageRequest['api']['makePaymentLink']>>

function made(msisdn: MobileNumber, answer: Made): Redirect | Redisplay<AskAnswer> {
  return isFailure(answer) ? { redisplay: { msisdn, message: answer.message } } : new Redirect(`${ASK_PAGE}/${answer.result.link}`)
}
