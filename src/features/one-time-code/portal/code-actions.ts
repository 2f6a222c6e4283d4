import type { Api } from '#calls/api.ts'
import type { CodePurpose } from '../contract.ts'
import { CODE_DIGITS, codeDigits, LONG_CODE_DIGITS } from '../rules.ts'
import { callResend, callSend, callVerify, type CodeRefusal, type CodeSent, type CodeVerified, verifiedOf } from './code-calls.ts'

/** For page actions without script: the steps of the dialog, one post each. */
export function sendCode(api: Api, request: { msisdn: string; purpose: CodePurpose }): Promise<CodeSent | CodeRefusal> {
  return callSend(api, request)
}

export function resendCode(api: Api, request: { reference: string; purpose: CodePurpose }): Promise<CodeSent | CodeRefusal> {
  return callResend(api, request)
}

export async function verifyCode(
  api: Api,
  { reference, purpose, code }: { reference: string; purpose: CodePurpose; code: string },
): Promise<CodeVerified | CodeRefusal> {
  const otp = codeDigits(code, purpose === 'FIND' ? LONG_CODE_DIGITS : CODE_DIGITS)
  if (otp.length !== CODE_DIGITS && otp.length !== LONG_CODE_DIGITS) return { kind: 'refused', failure: 'incomplete', message: null }
  return verifiedOf(await callVerify(api, { reference, purpose, otp }), reference)
}
