import { data, redirect, type RouterContextProvider } from 'react-router'
import { isFailure } from '#shared/reply.ts'
import { codeAsked, type CodeAsked } from '#features/one-time-code/portal/asked-code.ts'
import { resendCode, sendCode, verifyCode } from '#features/one-time-code/portal/code-actions.ts'
import type { CodeRefusal, CodeSent } from '#features/one-time-code/portal/code-calls.ts'
import { formText } from '#portal/form-text.ts'
import { portalApi } from '#portal/page-context.ts'
import { PAYMENT_MODES } from '../methods.ts'
import { loadPending } from './hub.ts'
import { hasProblems, readPhoneForm, type PhoneAnswer } from './phone-payment.ts'

type Context = Readonly<RouterContextProvider>

type Affordable = { name: string; amount: number }

/** AIR-2: what a proven payer has. `affordable` is what the balance could buy when it is too small for this. */
export type AirtimeBalance = { transactionId: string; balance: number; isEnough: boolean; affordable: Affordable[] }

export type AirtimeAnswer = PhoneAnswer & { code?: CodeAsked; airtime?: AirtimeBalance }

type Step = AirtimeAnswer & { purchaseId: string; amount: number }

const PURPOSE = 'PAYMENT'
const MOST_AFFORDABLE = 3

/** AIR-1, AIR-2 as posts: send-code, resend-code and verify-code for a page without script, prove and pay for every page. */
export async function takeAirtimeStep(context: Context, request: Request) {
  const { purchaseId, queryData } = await loadPending(context, request)
  const form = await request.formData()
  const intent = formText(form, 'intent')
  const isFirst = intent === 'send-code' || intent === 'prove'
  const typed = readPhoneForm(form, { wantsEmail: isFirst })
  const step: Step = { ...typed, purchaseId, amount: queryData.amount }
  if (hasProblems(typed)) return data<AirtimeAnswer>(typed, { status: 422 })
  const reference = formText(form, 'reference')
  switch (intent) {
    case 'send-code': {
      const problem = await keepEmail(context, step)
      return problem ?? answerSent(typed, '', await sendCode(context.get(portalApi), { msisdn: typed.msisdn, purpose: PURPOSE }))
    }
    case 'resend-code':
      return answerSent(typed, reference, await resendCode(context.get(portalApi), { reference, purpose: PURPOSE }))
    case 'verify-code': {
      const verified = await verifyCode(context.get(portalApi), { reference, purpose: PURPOSE, code: formText(form, 'otp') })
      return verified.kind === 'verified' ? showBalance(context, step, verified.uniqueCode) : answerSent(typed, reference, verified)
    }
    case 'prove':
      return showBalance(context, step, formText(form, 'uniqueCode'))
    case 'pay':
      return pay(context, typed, formText(form, 'transactionId'))
    default:
      return data<AirtimeAnswer>(typed)
  }
}

function answerSent(typed: PhoneAnswer, reference: string, answer: CodeSent | CodeRefusal) {
  const code = codeAsked(typed.msisdn, reference, answer)
  return data<AirtimeAnswer>({ ...typed, code }, answer.kind === 'sent' ? undefined : { status: 422 })
}

function refuse(typed: PhoneAnswer, message: string) {
  return data<AirtimeAnswer>({ ...typed, message }, { status: 422 })
}

/** Between two plain pages the order remembers the address. */
async function keepEmail(context: Context, { purchaseId, amount, ...typed }: Step) {
  const initiated = await context.get(portalApi).initiateTransaction({
    txnId: purchaseId,
    amount,
    emailId: typed.email,
  })
  return isFailure(initiated) ? refuse(typed, initiated.message) : null
}

async function showBalance(context: Context, { purchaseId, amount, ...typed }: Step, uniqueCode: string) {
  const api = context.get(portalApi)
  const { msisdn, email } = typed
  const initiated = await api.initiateTransaction({
    txnId: purchaseId,
    amount,
    ...(email && { emailId: email }),
    paymentMode: PAYMENT_MODES.AIR_TIME,
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
  const affordable = read.result.isEnough ? [] : await whatItCouldBuy(context, read.result.balance)
  return data<AirtimeAnswer>({ ...typed, airtime: { transactionId, ...read.result, affordable } })
}

async function whatItCouldBuy(context: Context, balance: number): Promise<Affordable[]> {
  const answer = await context.get(portalApi).readTariffs({ lineType: 'PREPAID' })
  if (isFailure(answer)) return []
  return answer.result.bundles
    .filter((bundle) => bundle.amount <= balance)
    .toSorted((first, second) => second.amount - first.amount)
    .slice(0, MOST_AFFORDABLE)
    .map(({ name, amount }) => ({ name, amount }))
}

async function pay(context: Context, typed: PhoneAnswer, transactionId: string) {
  const processed = await context.get(portalApi).processTransaction({
    transactionId,
    paymentMode: PAYMENT_MODES.AIR_TIME,
    paymentMobile: typed.msisdn,
  })
  return isFailure(processed) ? refuse(typed, processed.message) : redirect(`/payment/status?id=${transactionId}`)
}
