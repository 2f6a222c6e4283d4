import type { Api } from '#calls/api.ts'
import type { Failure } from '#shared/failure.ts'
import type { CodePurpose } from '../contract.ts'
import { type CodeFailure, codeFailure } from '../rules.ts'

/** From the browser an answer may not come; in process it always does. */
type Caller = Pick<
  Api<undefined>,
  'sendBillCode' | 'sendOtp' | 'sendBroadbandOtp' | 'resendBillCode' | 'resendOtp' | 'verifyBillCode' | 'verifyOtp'
>

/** `message` is the server's sentence in the visitor's language; none when no answer came. `waitSeconds`: until the next code (OTP-3). */
export type CodeRefusal = { kind: 'refused'; failure: CodeFailure; message: string | null; waitSeconds?: number }
/** `isConfirmed`: the SMS centre has it; only then may anybody be told that it was sent (OTP-4). */
export type CodeSent = { kind: 'sent'; reference: string; resendInSeconds: number; attemptsLeft: number; isConfirmed: boolean }
export type CodeVerified = { kind: 'verified'; uniqueCode: string; reference: string }

/** What a code is asked for. SmartCash pays like the others and asks in a shape of its own (API-9). */
export type CodeErrand = CodePurpose | 'SMARTCASH'

/** The bill and balances have calls of their own in the specification; everything else shares one family (API-4). */
export async function callSend(api: Caller, { msisdn, purpose }: { msisdn: string; purpose: CodeErrand }): Promise<CodeSent | CodeRefusal> {
  switch (purpose) {
    case 'INVOICE':
      return sentOf(await api.sendBillCode({ text: msisdn, otpAction: purpose }))
    case 'BALANCE':
      return sentOf(await api.sendBroadbandOtp({ msisdn, requestType: purpose }))
    default:
      return sentOf(await api.sendOtp(purpose === 'SMARTCASH' ? { data: { msisdn } } : { msisdn, purpose }))
  }
}

type Again = { reference: string; purpose: CodePurpose }

export async function callResend(api: Caller, { reference, purpose }: Again): Promise<CodeSent | CodeRefusal> {
  if (purpose === 'INVOICE') return sentOf(await api.resendBillCode({ otpId: reference }))
  return sentOf(await api.resendOtp({ refId: reference }))
}

export function callVerify(api: Caller, { reference, purpose, otp }: Again & { otp: string }) {
  if (purpose === 'INVOICE') return api.verifyBillCode({ otpId: reference, otp })
  return api.verifyOtp({ refId: reference, otp })
}

export function verifiedOf(answer: Awaited<ReturnType<typeof callVerify>>, reference: string): CodeVerified | CodeRefusal {
  if (answer?.status !== 'success') return refusalOf(answer)
  return 'uniqueCode' in answer.result ? { kind: 'verified', uniqueCode: answer.result.uniqueCode, reference } : refusalOf(undefined)
}

type Waiting = { resendInSeconds: number; attemptsLeft: number; isUnconfirmed?: true }
type SentReply = { status: 'success'; result: Waiting & ({ otpId: string } | { refId: string } | { txnRefId: string }) }

function sentOf(answer: SentReply | Failure | undefined): CodeSent | CodeRefusal {
  if (answer?.status !== 'success') return refusalOf(answer)
  const { result } = answer
  const { resendInSeconds, attemptsLeft, isUnconfirmed = false } = result
  const reference = 'otpId' in result ? result.otpId : 'refId' in result ? result.refId : result.txnRefId
  return { kind: 'sent', reference, resendInSeconds, attemptsLeft, isConfirmed: !isUnconfirmed }
}

function refusalOf(answer: Failure | undefined): CodeRefusal {
  if (!answer) return { kind: 'refused', failure: 'other', message: null }
  const { statusCode, message, waitSeconds } = answer
  return { kind: 'refused', failure: codeFailure(statusCode), message, ...(waitSeconds !== undefined && { waitSeconds }) }
}

/** A code on its way to a number: what the dialog opens with. */
export type OpenCode = { msisdn: string; sent: CodeSent }
