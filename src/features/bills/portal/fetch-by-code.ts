import { isMobileNumber, nationalDigits, type MobileNumber } from '#shared/mobile-number.ts'
import { isFailure } from '#shared/failure.ts'
import type { CodeRefusal, CodeSent } from '#features/one-time-code/portal/code-calls.ts'
import { attemptsIn, requestedCode } from '#features/one-time-code/portal/requested-code.ts'
import { resendCode, sendCode, verifyCode } from '#features/one-time-code/portal/code-actions.ts'
import { formText } from '#portal/page/form-text.ts'
import type { Redisplay, PageRequest, PostedForm } from '#portal/page/page.ts'
import { fetchedBill, NO_PROBLEMS, nothingFetched, type BillAnswer } from './bill-answer.ts'

const PURPOSE = 'INVOICE'
const REFERENCE = /^[A-Za-z0-9_-]{22}$/

/** The steps of the dialog as posts: the first four for a page without script, `bill` also after the dialog verified the code. */
export const CODE_INTENTS = ['send-code', 'resend-code', 'verify-code', 'change-number', 'bill'] as const

/** POST-2: the bill of a number, for a visitor who receives its SMS. */
export async function fetchByCode(request: PageRequest, form: PostedForm): Promise<Redisplay<BillAnswer>> {
  const { api } = request
  const msisdn = nationalDigits(formText(form, 'msisdn'))
  const intent = formText(form, 'intent')
  const reference = formText(form, 'reference')
  if (!isMobileNumber(msisdn)) {
    const number = msisdn === '' ? ('phoneRequired' as const) : ('invalidMobile' as const)
    return { redisplay: { ...nothingFetched(msisdn), fetchProblems: { ...NO_PROBLEMS, number } } }
  }
  if (intent === 'send-code') return asked(msisdn, '', await sendCode(api, { msisdn, purpose: PURPOSE }), form)
  if (intent === 'change-number' || !REFERENCE.test(reference)) return { redisplay: nothingFetched(msisdn) }
  if (intent === 'resend-code') return asked(msisdn, reference, await resendCode(api, { reference, purpose: PURPOSE }), form)
  if (intent === 'bill') return showBill(request, msisdn, reference)
  const verified = await verifyCode(api, { reference, purpose: PURPOSE, code: formText(form, 'otp') })
  return verified.kind === 'verified' ? showBill(request, msisdn, verified.reference) : asked(msisdn, reference, verified, form)
}

function asked(msisdn: string, reference: string, answer: CodeSent | CodeRefusal, form: PostedForm): Redisplay<BillAnswer> {
  return { redisplay: { ...nothingFetched(msisdn), code: requestedCode(msisdn, reference, answer, attemptsIn(form)) } }
}

async function showBill(request: PageRequest, msisdn: MobileNumber, otpId: string): Promise<Redisplay<BillAnswer>> {
  const answer = await request.api.readBill({ msisdn, otpId })
  if (!isFailure(answer)) return fetchedBill(request, msisdn, answer.result)
  await request.api.savePrefill({ type: 'postpaid', msisdn })
  return { redisplay: { ...nothingFetched(msisdn), refusal: { message: answer.message } } }
}
