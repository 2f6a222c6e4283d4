import type { Api } from '#calls/api.ts'
import { isFailure } from '#shared/failure.ts'
import { requestedCode, type RequestedCode } from '#features/one-time-code/portal/requested-code.ts'
import { resendCode, sendCode, verifyCode } from '#features/one-time-code/portal/code-actions.ts'
import type { CodeRefusal, CodeSent } from '#features/one-time-code/portal/code-calls.ts'
import { formText } from '#portal/page/form-text.ts'
import { type Redisplay, type PageRequest, type PostedForm, Redirect } from '#portal/page/page.ts'
import { airtimeMode } from '#shared/payment-codes.ts'
import { dueAddress } from './due-address.ts'
import { loadPending } from './hub.ts'
import { hasProblems, readPhoneForm, type PhoneAnswer } from './phone-payment.ts'

type Affordable = { name: string; amount: number }

/** AIR-2: the airtime of a proven payer. `affordable`: bundles within the balance, when it is too small for this purchase. */
export type AirtimeBalance = { transactionId: string; balance: number; isEnough: boolean; affordable: Affordable[] }

export type AirtimeAnswer = PhoneAnswer & { code?: RequestedCode; airtime?: AirtimeBalance }

type Answered = Redirect | Redisplay<AirtimeAnswer>

type Mode = ReturnType<typeof airtimeMode>
type Step = AirtimeAnswer & { purchaseId: string; amount: number; mode: Mode }

const PURPOSE = 'PAYMENT'
const MAX_AFFORDABLE = 3

/** AIR-1, AIR-2 as form posts: send-code, resend-code and verify-code for a page without script, prove and pay for every page. */
export async function takeAirtimeStep(request: PageRequest, form: PostedForm): Promise<Answered> {
  const { api } = request
  const { purchaseId, queryData } = await loadPending(request)
  const intent = formText(form, 'intent')
  const isFirst = intent === 'send-code' || intent === 'prove'
  const typed = readPhoneForm(form, { wantsEmail: isFirst })
  const step: Step = { ...typed, purchaseId, amount: queryData.amount, mode: airtimeMode(queryData.lineType) }
  if (hasProblems(typed)) return { redisplay: typed }
  const reference = formText(form, 'reference')
  switch (intent) {
    case 'send-code': {
      const problem = await keepEmail(api, step)
      return problem ?? answerSent(typed, '', await sendCode(api, { msisdn: typed.msisdn, purpose: PURPOSE }))
    }
    case 'resend-code':
      return answerSent(typed, reference, await resendCode(api, { reference, purpose: PURPOSE }))
    case 'verify-code': {
      const verified = await verifyCode(api, { reference, purpose: PURPOSE, code: formText(form, 'otp') })
      return verified.kind === 'verified' ? showBalance(api, step, verified.uniqueCode) : answerSent(typed, reference, verified)
    }
    case 'prove':
      return showBalance(api, step, formText(form, 'uniqueCode'))
    case 'pay':
      return pay(api, step, formText(form, 'transactionId'))
    default:
      return { redisplay: typed }
  }
}

function answerSent(typed: PhoneAnswer, reference: string, answer: CodeSent | CodeRefusal): Redisplay<AirtimeAnswer> {
  return { redisplay: { ...typed, code: requestedCode(typed.msisdn, reference, answer) } }
}

function refuse(typed: PhoneAnswer, message: string): Redisplay<AirtimeAnswer> {
  return { redisplay: { ...typed, message } }
}

/** Between two plain pages the order stores the email address. */
async function keepEmail(api: Api, { purchaseId, amount, mode: _mode, ...typed }: Step): Promise<Redisplay<AirtimeAnswer> | null> {
  const initiated = await api.initiateTransaction({
    txnId: purchaseId,
    amount,
    emailId: typed.email,
  })
  return isFailure(initiated) ? refuse(typed, initiated.message) : null
}

/** The proof is used up here: the page shown afterwards holds none. */
async function showBalance(api: Api, { purchaseId, amount, mode, ...typed }: Step, uniqueCode: string): Promise<Redisplay<AirtimeAnswer>> {
  const { msisdn, email } = typed
  const initiated = await api.initiateTransaction({
    txnId: purchaseId,
    amount,
    ...(email && { emailId: email }),
    paymentMode: mode,
    paymentMobile: msisdn,
    uniqueCode,
  })
  if (isFailure(initiated)) return refuse(typed, initiated.message)
  const { transactionId } = initiated.result
  const read = await api.readPayerBalance({
    tid: transactionId,
    paymentMobile: msisdn,
  })
  if (isFailure(read)) return refuse(typed, read.message)
  const affordable = read.result.isEnough ? [] : await whatItCouldBuy(api, read.result.balance)
  return { redisplay: { ...typed, airtime: { transactionId, ...read.result, affordable } }, isPrivate: true }
}

async function whatItCouldBuy(api: Api, balance: number): Promise<Affordable[]> {
  const answer = await api.readTariffs({ lineType: 'PREPAID' })
  if (isFailure(answer)) return []
  return answer.result.bundles
    .filter((bundle) => bundle.amount <= balance)
    .toSorted((first, second) => second.amount - first.amount)
    .slice(0, MAX_AFFORDABLE)
    .map(({ name, amount }) => ({ name, amount }))
}

async function pay(api: Api, { purchaseId, amount: _amount, mode, ...typed }: Step, transactionId: string): Promise<Answered> {
  const processed = await api.processTransaction({
    transactionId,
    paymentMode: mode,
    paymentMobile: typed.msisdn,
  })
  if (!isFailure(processed)) return new Redirect(`/payment/status?id=${transactionId}`)
  const due = dueAddress(processed.code, purchaseId)
  return due ? new Redirect(due) : refuse(typed, processed.message)
}
