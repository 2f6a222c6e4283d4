import { data, redirect } from 'react-router'
import { codeAsked } from '#features/one-time-code/portal/asked-code.ts'
import { resendCode, sendCode, verifyCode } from '#features/one-time-code/portal/code-actions.ts'
import type { CodePurpose } from '#features/one-time-code/contract.ts'
import { COUNTRY } from '#shared/country-profiles.ts'
import { isFailure } from '#shared/reply.ts'
import { formText } from '#portal/form-text.ts'
import { portalApi } from '#portal/page-context.ts'
import { readContent } from '#portal/texts.ts'
import type { LeadDraft } from '../contract.ts'
import { isFeasibleIn, leadPayload } from '../rules.ts'
import { NOTHING_SAID, type LeadCode, type LeadAnswer } from './lead-answer.ts'
import { readDraft, readPlans, type Context } from './read-lead.ts'

const REFERENCE = /^[A-Za-z0-9_-]{22}$/

/** For a page without script the code is asked for at once; the dialog that follows with script gets the same one. */
export async function askCode(context: Context, asked: { msisdn: string; purpose: CodePurpose }): Promise<LeadCode> {
  return askedOf(context, { msisdn: asked.msisdn, reference: '' }, await sendCode(context.get(portalApi), asked))
}

type Known = { msisdn: string; reference: string }

async function askedOf(context: Context, { msisdn, reference }: Known, answer: Awaited<ReturnType<typeof sendCode>>): Promise<LeadCode> {
  return { ...codeAsked(msisdn, reference, answer), texts: await readContent(context, 'otp-translation') }
}

/** The plain form's posts: another code, or the one that was typed. Answers the proof that a right one opened. */
export async function actOnCodeForm(
  context: Context,
  form: FormData,
  { msisdn, purpose }: { msisdn: string; purpose: CodePurpose },
): Promise<{ proof: string } | { code: LeadCode | null }> {
  const intent = formText(form, 'intent')
  const reference = formText(form, 'reference')
  if (!REFERENCE.test(reference) || intent === 'change-number') return { code: null }
  const known = { msisdn, reference }
  if (intent === 'resend-code')
    return { code: await askedOf(context, known, await resendCode(context.get(portalApi), { reference, purpose })) }
  const verified = await verifyCode(context.get(portalApi), { reference, purpose, code: formText(form, 'otp') })
  return verified.kind === 'verified' ? { proof: verified.uniqueCode } : { code: await askedOf(context, known, verified) }
}

export const CODE_INTENTS = ['verify-code', 'resend-code', 'change-number', 'submit']

/** The last steps of every page that can end with a code: check it, then send the request of this visit. */
export async function actOnCode(context: Context, form: FormData) {
  const draft = await readDraft(context)
  const msisdn = draft.values?.msisdn
  if (!msisdn) return redirect('/hbb-lead')
  if (formText(form, 'intent') === 'submit') {
    const proof = formText(form, 'proof')
    return REFERENCE.test(proof) ? sendRequest(context, draft, proof) : redirect('/hbb-lead/details')
  }
  const acted = await actOnCodeForm(context, form, { msisdn, purpose: 'LEAD' })
  if ('proof' in acted) return sendRequest(context, draft, acted.proof)
  if (acted.code === null) return redirect('/hbb-lead/details')
  return data<LeadAnswer>({ ...NOTHING_SAID, code: acted.code }, acted.code.refusal ? { status: 422 } : undefined)
}

/** LEAD-3: the request as it stands in the draft, with the town's feasibility. */
async function sendRequest(context: Context, { values, point, productCode }: LeadDraft, uniqueCode: string) {
  const api = context.get(portalApi)
  const [plans, cities] = await Promise.all([readPlans(context), api.readCityConfig({ opco: 'NE' })])
  const plan = plans.find((each) => each.productCode === productCode)
  if (!plan || !values) return redirect('/hbb-lead')
  const payload = leadPayload({
    values,
    plan: { productCode: plan.productCode, amount: plan.amount, description: plan.name },
    point,
    isFeasible: !isFailure(cities) && isFeasibleIn(values.town ?? '', cities.result.data),
    country: COUNTRY.code,
    uniqueCode,
  })
  const answer = await api.submitLead(payload)
  if (isFailure(answer)) {
    const canRepeat = answer.code === 'operator-unavailable'
    return data<LeadAnswer>({ ...NOTHING_SAID, message: answer.message, proof: canRepeat ? uniqueCode : null }, { status: 422 })
  }
  return redirect(`/hbb-lead/done?request=${answer.result.requestId}`)
}
