import { data, type RouterContextProvider } from 'react-router'
import { isMobileNumber, nationalDigits, type MobileNumber } from '#shared/mobile-number.ts'
import { isFailure } from '#shared/reply.ts'
import { codeAsked } from '#features/one-time-code/portal/asked-code.ts'
import { resendCode, sendCode, verifyCode } from '#features/one-time-code/portal/code-actions.ts'
import { formText } from '#portal/form-text.ts'
import { portalApi } from '#portal/page-context.ts'
import { keepNumber, nothingFetched, type PostpaidAnswer } from './fetch-bill.ts'

type Context = Readonly<RouterContextProvider>

const PURPOSE = 'INVOICE'
const REFERENCE = /^[A-Za-z0-9_-]{22}$/

/** The steps of the dialog as posts: the first four for a page without script, `bill` also after the dialog verified the code. */
export const CODE_INTENTS = ['send-code', 'resend-code', 'verify-code', 'change-number', 'bill'] as const

/** POST-2: the bill of a number, for whoever receives its SMS. */
export async function fetchByCode(context: Context, form: FormData) {
  const msisdn = nationalDigits(formText(form, 'msisdn'))
  const intent = formText(form, 'intent')
  const reference = formText(form, 'reference')
  if (!isMobileNumber(msisdn)) {
    const number = msisdn === '' ? ('phoneRequired' as const) : ('invalidMobile' as const)
    return data<PostpaidAnswer>(
      { ...nothingFetched(msisdn), fetchProblems: { accountNo: '', problem: null, number, message: null } },
      { status: 422 },
    )
  }
  if (intent === 'send-code') return answerSent(msisdn, '', await sendCode(context.get(portalApi), { msisdn, purpose: PURPOSE }))
  if (intent === 'change-number' || !REFERENCE.test(reference)) return data<PostpaidAnswer>(nothingFetched(msisdn))
  if (intent === 'resend-code')
    return answerSent(msisdn, reference, await resendCode(context.get(portalApi), { reference, purpose: PURPOSE }))
  if (intent === 'bill') return showBill(context, msisdn, reference)
  const verified = await verifyCode(context.get(portalApi), { reference, purpose: PURPOSE, code: formText(form, 'otp') })
  return verified.kind === 'verified' ? showBill(context, msisdn, verified.reference) : answerSent(msisdn, reference, verified)
}

function answerSent(msisdn: string, reference: string, answer: Awaited<ReturnType<typeof sendCode>>) {
  const code = codeAsked(msisdn, reference, answer)
  return data<PostpaidAnswer>({ ...nothingFetched(msisdn), code }, answer.kind === 'sent' ? undefined : { status: 422 })
}

async function showBill(context: Context, msisdn: MobileNumber, otpId: string) {
  const answer = await context.get(portalApi).readBill({ msisdn, otpId })
  const checked = await keepNumber(context, msisdn)
  if (isFailure(answer))
    return data<PostpaidAnswer>({ ...nothingFetched(msisdn), checked, refusal: { message: answer.message } }, { status: 422 })
  return data<PostpaidAnswer>({ ...nothingFetched(msisdn), checked, outstanding: answer.result })
}
