import { isEmail } from '#shared/email.ts'
import { fillText } from '#shared/fill-text.ts'
import { isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { formText } from '#portal/page/form-text.ts'
import { type Redisplay, type PageRequest, type PostedForm, Redirect } from '#portal/page/page.ts'
import { pickTexts } from '#portal/texts/pick-texts.ts'
import type { PaymentOption } from '../contract.ts'
import { editAddress } from './hub-amount.ts'
import { loadPending, type MethodPage } from './hub.ts'
import type { PhoneFormValues } from './phone-form.tsx'
import { startPayment } from './start-payment.ts'

type PhoneProblem = 'phoneRequired' | 'phoneInvalid'
type EmailProblem = 'emailRequired' | 'emailInvalid'

export type PhoneAnswer = {
  msisdn: string
  email: string
  problems: { phone?: PhoneProblem; email?: EmailProblem }
  message: string | null
}

/** The typed values and their errors. An email address is requested only where the method requires one. */
export function readPhoneForm(form: PostedForm, { wantsEmail }: { wantsEmail: boolean }): PhoneAnswer {
  const msisdn = nationalDigits(formText(form, 'msisdn'))
  const email = formText(form, 'email').trim()
  const problems: PhoneAnswer['problems'] = {}
  if (!isMobileNumber(msisdn)) problems.phone = msisdn === '' ? 'phoneRequired' : 'phoneInvalid'
  if (wantsEmail && !isEmail(email)) problems.email = email === '' ? 'emailRequired' : 'emailInvalid'
  return { msisdn, email, problems, message: null }
}

export function hasProblems({ problems }: PhoneAnswer): boolean {
  return Object.keys(problems).length > 0
}

type Pushed = { paymentMode: PaymentOption['paymentMode']; wantsEmail: boolean }

/** MM-2, MP-1: a request to the payer's phone, then the status page, which shows the steps and polls. */
export async function pushToPhone(
  request: PageRequest,
  form: PostedForm,
  { paymentMode, wantsEmail }: Pushed,
): Promise<Redirect | Redisplay<PhoneAnswer>> {
  const { purchaseId, queryData } = await loadPending(request)
  const answer = readPhoneForm(form, { wantsEmail })
  if (hasProblems(answer)) return { redisplay: answer }
  const { msisdn, email } = answer
  const { amount } = queryData
  const started = await startPayment(request.api, { purchaseId, amount, paymentMode, msisdn, ...(wantsEmail && { email }) })
  if (started.kind === 'started') return new Redirect(started.address)
  // MM-1: an error about a number without a wallet appears at its field.
  if (started.code === 'payer-number-invalid') return { redisplay: { ...answer, problems: { phone: 'phoneInvalid' } } }
  return { redisplay: { ...answer, message: started.message } }
}

type FormWords = {
  lead: string
  label?: string
  hint?: string
  submitLabel: string
  hasCancel?: boolean
  wantsEmail?: boolean
  intent?: string
  /** The specification words the same problems differently on the airtime page. */
  problemWords?: Partial<Record<PhoneProblem | EmailProblem, string>>
}

/** The form of a method that begins with a number: values of the purchase, overridden by typed and rejected ones. */
export function phoneFormOf(
  { texts, walletTexts, queryData, sum, payer, email: known }: MethodPage,
  answer: PhoneAnswer | null,
  words: FormWords,
): PhoneFormValues {
  const problemWords = {
    phoneRequired: walletTexts.phoneRequired,
    phoneInvalid: walletTexts.moneyPhoneInvalid,
    emailRequired: texts.emailRequired,
    emailInvalid: texts.emailInvalid,
    ...words.problemWords,
  }
  const { phone, email } = answer?.problems ?? {}
  // Most payers pay for their own line.
  const ownLine = isMobileNumber(queryData.msisdn) ? queryData.msisdn : ''
  return {
    lead: words.lead,
    label: words.label ?? walletTexts.phone,
    hint: words.hint ?? walletTexts.phoneHint,
    submitLabel: fillText(words.submitLabel, { amount: sum }),
    cancel: words.hasCancel ? { label: walletTexts.cancel, href: editAddress(queryData) } : null,
    intent: words.intent ?? null,
    digits: answer?.msisdn ?? payer ?? ownLine,
    phoneProblem: phone ? problemWords[phone] : null,
    numberWords: {
      required: problemWords.phoneRequired,
      invalid: problemWords.phoneInvalid,
      ...pickTexts(walletTexts, ['digitMissing', 'digitsMissing']),
    },
    email: words.wantsEmail
      ? {
          words: pickTexts(texts, ['email', 'emailHint', 'emailDidYouMean', 'emailFixed']),
          value: answer?.email ?? known,
          problem: email ? problemWords[email] : null,
        }
      : null,
    message: answer?.message ?? null,
  }
}
