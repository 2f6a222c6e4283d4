import type { Api } from '#calls/api.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { formText } from '#portal/page/form-text.ts'
import type { PostedForm } from '#portal/page/page.ts'
import type { CodePurpose } from '../contract.ts'
import { requestedCode, type RequestedCode } from './requested-code.ts'
import { resendCode, sendCode, verifyCode } from './code-actions.ts'

const REFERENCE = /^[A-Za-z0-9_-]{22}$/

type CodeStep = { msisdn: MobileNumber; purpose: CodePurpose; form: PostedForm }

/** The steps of a code as posts of one form (code-form.tsx): send, resend, verify. The visit stores the proof, the page stores nothing. */
export async function takeCode(api: Api, { msisdn, purpose, form }: CodeStep): Promise<RequestedCode | 'verified'> {
  const intent = formText(form, 'intent')
  const reference = formText(form, 'reference')
  const isKnown = REFERENCE.test(reference)
  if (intent === 'verify-code' && isKnown) {
    const verified = await verifyCode(api, { reference, purpose, code: formText(form, 'otp') })
    return verified.kind === 'verified' ? 'verified' : requestedCode(msisdn, reference, verified)
  }
  if (intent === 'resend-code' && isKnown) return requestedCode(msisdn, reference, await resendCode(api, { reference, purpose }))
  return requestedCode(msisdn, '', await sendCode(api, { msisdn, purpose }))
}
