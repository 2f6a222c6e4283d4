import { COUNTRY } from '#shared/operator.ts'
import { requestedCode, type RequestedCode } from '#features/one-time-code/portal/requested-code.ts'
import { sendCode } from '#features/one-time-code/portal/code-actions.ts'
import { answerCode } from '#features/one-time-code/portal/take-code.ts'
import type { CodePurpose } from '#features/one-time-code/contract.ts'
import { isFailure } from '#shared/failure.ts'
import { formText } from '#portal/page/form-text.ts'
import { type Redisplay, type PageRequest, type PostedForm, Redirect } from '#portal/page/page.ts'
import type { LeadDraft } from '../contract.ts'
import { isFeasibleIn, leadRequest } from '../rules.ts'
import type { LeadAnswer } from './lead-answer.ts'
import { DETAILS_PAGE, DONE_PAGE, PLAN_PAGE } from './lead-places.ts'
import { readDraft, readPlans } from './read-lead.ts'

/** For pages without script; with script the dialog requests the code. */
export async function askCode({ api }: PageRequest, asked: { msisdn: string; purpose: CodePurpose }): Promise<RequestedCode> {
  return requestedCode(asked.msisdn, '', await sendCode(api, asked))
}

export const CODE_INTENTS = ['verify-code', 'resend-code', 'change-number', 'submit']

/** The last steps of every page that can end with a code: verifies it, then sends the request of this visit. */
export async function actOnCode(request: PageRequest, form: PostedForm): Promise<Redirect | Redisplay<LeadAnswer>> {
  const draft = await readDraft(request)
  const msisdn = draft.values?.msisdn
  if (!msisdn) return new Redirect(PLAN_PAGE)
  if (formText(form, 'intent') === 'submit') return sendRequest(request, draft)
  const code = await answerCode(request.api, { msisdn, purpose: 'LEAD', form })
  if (code === 'verified') return sendRequest(request, draft)
  return code === null ? new Redirect(DETAILS_PAGE) : { redisplay: { code } }
}

/** LEAD-3: sends the request from the draft, with the town's feasibility. The server knows that the visit verified a code. */
async function sendRequest(request: PageRequest, { values, point, productCode }: LeadDraft): Promise<Redirect | Redisplay<LeadAnswer>> {
  const { api, country } = request
  const [plans, cities] = await Promise.all([readPlans(request), api.readCityConfig({ opco: COUNTRY.code })])
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
