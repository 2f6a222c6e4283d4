import { requestedCode, type RequestedCode } from '#features/one-time-code/portal/requested-code.ts'
import { resendCode, sendCode, verifyCode } from '#features/one-time-code/portal/code-actions.ts'
import type { CodePurpose } from '#features/one-time-code/contract.ts'
import { isFailure } from '#shared/failure.ts'
import { formText } from '#portal/page/form-text.ts'
import { type Redisplay, type PageRequest, type PostedForm, Redirect } from '#portal/page/page.ts'
import type { LeadDraft } from '../contract.ts'
import { isFeasibleIn, leadRequest } from '../rules.ts'
import type { LeadAnswer } from './lead-answer.ts'
import { DETAILS_PAGE, DONE_PAGE, PLAN_PAGE } from './lead-places.ts'
import { readDraft, readPlans } from './read-lead.ts'

const REFERENCE = /^[A-Za-z0-9_-]{22}$/

type Asked = { msisdn: string; purpose: CodePurpose }

/** For pages without script; with script the dialog requests the code. */
export async function askCode({ api }: PageRequest, asked: Asked): Promise<RequestedCode> {
  return requestedCode(asked.msisdn, '', await sendCode(api, asked))
}

/** Handles the plain code form: resends or verifies the code. Null when the visitor goes back. */
export async function takeCodePost(
  { api }: PageRequest,
  form: PostedForm,
  { msisdn, purpose }: Asked,
): Promise<'verified' | RequestedCode | null> {
  const intent = formText(form, 'intent')
  const reference = formText(form, 'reference')
  if (!REFERENCE.test(reference) || intent === 'change-number') return null
  if (intent === 'resend-code') return requestedCode(msisdn, reference, await resendCode(api, { reference, purpose }))
  const verified = await verifyCode(api, { reference, purpose, code: formText(form, 'otp') })
  return verified.kind === 'verified' ? 'verified' : requestedCode(msisdn, reference, verified)
}

export const CODE_INTENTS = ['verify-code', 'resend-code', 'change-number', 'submit']

/** The last steps of every page that can end with a code: verifies it, then sends the request of this visit. */
export async function actOnCode(request: PageRequest, form: PostedForm): Promise<Redirect | Redisplay<LeadAnswer>> {
  const draft = await readDraft(request)
  const msisdn = draft.values?.msisdn
  if (!msisdn) return new Redirect(PLAN_PAGE)
  if (formText(form, 'intent') === 'submit') return sendRequest(request, draft)
  const code = await takeCodePost(request, form, { msisdn, purpose: 'LEAD' })
  if (code === 'verified') return sendRequest(request, draft)
  return code === null ? new Redirect(DETAILS_PAGE) : { redisplay: { code } }
}

/** LEAD-3: sends the request from the draft, with the town's feasibility. The server knows that the visit verified a code. */
async function sendRequest(request: PageRequest, { values, point, productCode }: LeadDraft): Promise<Redirect | Redisplay<LeadAnswer>> {
  const { api, country } = request
  const [plans, cities] = await Promise.all([readPlans(request), api.readCityConfig({ opco: 'NE' })])
  const plan = plans.find((each) => each.productCode === productCode)
  if (!plan || !values) return new Redirect(PLAN_PAGE)
  const answer = await api.submitProvenLead(
    leadRequest({
      values,
      plan: { productCode: plan.productCode, amount: plan.amount, description: plan.name },
      point,
      isFeasible: !isFailure(cities) && isFeasibleIn(values.town ?? '', cities.result.data),
      country: country.code,
    }),
  )
  if (!isFailure(answer)) return new Redirect(`${DONE_PAGE}?request=${answer.result.requestId}`)
  return { redisplay: { message: answer.message, canSendAgain: answer.code === 'operator-unavailable' } }
}
