import type { Api } from '#calls/api.ts'
import { formText } from '#portal/page/form-text.ts'
import type { PostedForm } from '#portal/page/page.ts'
import type { CodePurpose } from '../contract.ts'
import { attemptsIn, requestedCode, type RequestedCode } from './requested-code.ts'
import { resendCode, sendCode, verifyCode } from './code-actions.ts'

const REFERENCE = /^[A-Za-z0-9_-]{22}$/

type CodeStep = { msisdn: string; purpose: CodePurpose; form: PostedForm }

/** A post of the code form (code-form.tsx): verifies the code or sends another; null when the visitor goes back. */
export async function answerCode(api: Api, { msisdn, purpose, form }: CodeStep): Promise<RequestedCode | 'verified' | null> {
  const intent = formText(form, 'intent')
  const reference = formText(form, 'reference')
  if (!REFERENCE.test(reference)) return null
  if (intent === 'resend-code') return requestedCode(msisdn, reference, await resendCode(api, { reference, purpose }), attemptsIn(form))
  if (intent !== 'verify-code') return null
  const verified = await verifyCode(api, { reference, purpose, code: formText(form, 'otp') })
  return verified.kind === 'verified' ? 'verified' : requestedCode(msisdn, reference, verified, attemptsIn(form))
}

/** The same, and any other post sends a first code. The visit stores the proof, the page stores nothing. */
export async function takeCode(api: Api, step: CodeStep): Promise<RequestedCode | 'verified'> {
  const { msisdn, purpose } = step
  return (await answerCode(api, step)) ?? requestedCode(msisdn, '', await sendCode(api, { msisdn, purpose }))
}
