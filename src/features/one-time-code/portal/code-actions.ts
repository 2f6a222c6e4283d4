import type { RouterContextProvider } from 'react-router'
import { portalApi } from '#portal/page-context.ts'
import type { CodePurpose } from '../contract.ts'
import { CODE_DIGITS, codeDigits } from '../rules.ts'
import { callResend, callSend, callVerify, type CodeRefusal, type CodeSent, type CodeVerified, verifiedOf } from './code-calls.ts'

type Context = Readonly<RouterContextProvider>

/** For the action of a page whose visitor has no script: the same steps as the dialog, one post each. */
export function sendCode(context: Context, request: { msisdn: string; purpose: CodePurpose }): Promise<CodeSent | CodeRefusal> {
  return callSend(context.get(portalApi), request)
}

export function resendCode(context: Context, request: { reference: string; purpose: CodePurpose }): Promise<CodeSent | CodeRefusal> {
  return callResend(context.get(portalApi), request)
}

export async function verifyCode(
  context: Context,
  { reference, purpose, code }: { reference: string; purpose: CodePurpose; code: string },
): Promise<CodeVerified | CodeRefusal> {
  const otp = codeDigits(code)
  if (otp.length < CODE_DIGITS) return { kind: 'refused', failure: 'incomplete', message: null }
  return verifiedOf(await callVerify(context.get(portalApi), { reference, purpose, otp }), reference)
}
