import { data, redirect, type RouterContextProvider } from 'react-router'
import { isEmail } from '#shared/email.ts'
import { isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { formText } from '#portal/form-text.ts'
import type { PAYMENT_MODES } from '../methods.ts'
import { loadPending, startPayment } from './hub.ts'

export type PhoneProblems = {
  phone?: 'phoneRequired' | 'phoneInvalid'
  email?: 'emailRequired' | 'emailInvalid'
}

export type PhoneAnswer = { msisdn: string; email: string; problems: PhoneProblems; message: string | null }

/** What was typed and what is wrong with it. An e-mail address is asked for only where the method wants one. */
export function readPhoneForm(form: FormData, { wantsEmail }: { wantsEmail: boolean }): PhoneAnswer {
  const msisdn = nationalDigits(formText(form, 'msisdn'))
  const email = formText(form, 'email').trim()
  const problems: PhoneProblems = {}
  if (!isMobileNumber(msisdn)) problems.phone = msisdn === '' ? 'phoneRequired' : 'phoneInvalid'
  if (wantsEmail && !isEmail(email)) problems.email = email === '' ? 'emailRequired' : 'emailInvalid'
  return { msisdn, email, problems, message: null }
}

export function hasProblems({ problems }: PhoneAnswer): boolean {
  return Object.keys(problems).length > 0
}

type Pushed = { paymentMode: (typeof PAYMENT_MODES)['MONEY_PUSH' | 'MPESA']; wantsEmail: boolean }

/** MM-2, MP-1: a request to the payer's phone, then the status page, which coaches and goes on asking. */
export async function pushToPhone(context: Readonly<RouterContextProvider>, request: Request, { paymentMode, wantsEmail }: Pushed) {
  const { purchaseId, queryData } = await loadPending(context, request)
  const answer = readPhoneForm(await request.formData(), { wantsEmail })
  if (hasProblems(answer)) return data(answer, { status: 422 })
  const { msisdn, email } = answer
  const started = await startPayment(context, { purchaseId, amount: queryData.amount, paymentMode, msisdn, ...(wantsEmail && { email }) })
  return 'message' in started ? data({ ...answer, message: started.message }, { status: 422 }) : redirect(started.address)
}
