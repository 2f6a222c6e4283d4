import { data, type RouterContextProvider } from 'react-router'
import { isMobileNumber, nationalDigits, type MobileNumber } from '#shared/mobile-number.ts'
import { isFailure } from '#shared/reply.ts'
import { codeAsked, type CodeAsked } from '#features/one-time-code/portal/asked-code.ts'
import { resendCode, sendCode, verifyCode } from '#features/one-time-code/portal/code-actions.ts'
import { NOTHING_CHECKED, type CheckedLine } from '#features/purchase/portal/checked-line.ts'
import { checkLine, type LinePageAnswer } from '#features/purchase/portal/line-page.ts'
import { formText } from '#portal/form-text.ts'
import { pageRequestOf, portalApi } from '#portal/page-context.ts'
import { readBalance, type BalanceReading } from './read-balance.ts'

type Context = Readonly<RouterContextProvider>

export const PAGE = '/check-balance'
/** The pages that show balances; each judges a number by its own lines. */
type BalancePage = typeof PAGE | '/broadband-recharge'

const PURPOSE = 'BALANCE'
const REFERENCE = /^[A-Za-z0-9_-]{22}$/

export type BalanceAnswer = LinePageAnswer & { code?: CodeAsked; reading?: BalanceReading }

/** A number from a link, or the one this visit typed before. */
export async function loadNumber(context: Context, request: Request): Promise<CheckedLine> {
  const linked = nationalDigits(new URL(request.url).searchParams.get('msisdn') ?? '')
  const msisdn = isMobileNumber(linked) ? linked : await draftNumber(context)
  return msisdn ? checkLine(pageRequestOf(context), PAGE, msisdn) : NOTHING_CHECKED
}

/** The steps as posts: a check while typing, the code for a visitor without script, and the balance for both. */
export async function actOnBalancePage(context: Context, form: FormData, page: BalancePage = PAGE) {
  const msisdn = nationalDigits(formText(form, 'msisdn'))
  const intent = formText(form, 'intent')
  if (!isMobileNumber(msisdn))
    return answer(
      { ...NOTHING_CHECKED, msisdn },
      { refusal: { msisdn: msisdn === '' ? 'phoneRequired' : 'invalidMobile' }, isRefused: true },
    )
  const checked = await checkLine(pageRequestOf(context), page, msisdn)
  if (intent === 'check' || intent === 'change-number') return answer(checked)
  if (checked.verdict?.kind !== 'accepted') return answer(checked, { isRefused: true })
  await keepNumber(context, checked)
  return intent === 'balance' ? showBalance(context, checked, formText(form, 'uniqueCode')) : takeCode(context, { checked, intent, form })
}

type CodeStep = { checked: CheckedLine; intent: string; form: FormData }

async function takeCode(context: Context, { checked, intent, form }: CodeStep) {
  const { msisdn } = checked
  const reference = formText(form, 'reference')
  if (intent === 'verify-code' && REFERENCE.test(reference)) {
    const verified = await verifyCode(context.get(portalApi), { reference, purpose: PURPOSE, code: formText(form, 'otp') })
    if (verified.kind === 'verified') return showBalance(context, checked, verified.uniqueCode)
    return answer(checked, { code: codeAsked(msisdn, reference, verified), isRefused: true })
  }
  const sent =
    intent === 'resend-code' && REFERENCE.test(reference)
      ? await resendCode(context.get(portalApi), { reference, purpose: PURPOSE })
      : await sendCode(context.get(portalApi), { msisdn, purpose: PURPOSE })
  return answer(checked, { code: codeAsked(msisdn, intent === 'resend-code' ? reference : '', sent), isRefused: sent.kind !== 'sent' })
}

async function showBalance(context: Context, checked: CheckedLine, uniqueCode: string) {
  const reading = await readBalance(context, checked.msisdn, uniqueCode)
  return answer(checked, { reading, isRefused: reading.kind !== 'read' })
}

type Rest = Partial<Pick<BalanceAnswer, 'refusal' | 'code' | 'reading'>> & { isRefused?: boolean }

function answer(checked: CheckedLine, { isRefused = false, refusal = null, ...rest }: Rest = {}) {
  return data<BalanceAnswer>({ checked, refusal, amountText: '', ...rest }, isRefused ? { status: 422 } : undefined)
}

/** The recharge pages then open with the same number. */
async function keepNumber(context: Context, { msisdn, verdict }: CheckedLine): Promise<void> {
  const type = verdict?.kind === 'accepted' && verdict.type === 'BROADBAND' ? 'broadband' : 'prepaid'
  await context.get(portalApi).savePrefill({ type, msisdn })
}

async function draftNumber(context: Context): Promise<MobileNumber | null> {
  const draft = await context.get(portalApi).readDraft()
  const info = isFailure(draft) ? null : draft.result.widgetInfo
  return info && info.type !== 'postpaid' && isMobileNumber(info.msisdn) ? info.msisdn : null
}
