import type { Api } from '#calls/api.ts'
import type { Failure } from '#shared/failure.ts'
import type { CodePurpose } from '../contract.ts'
import { type CodeFailure, codeFailure } from '../rules.ts'

/** In the browser a response can be missing; in process it never is. */
type Caller<Name extends keyof Api> = Pick<Api<undefined>, Name>
type Sending = Caller<'sendBillCode' | 'sendOtp' | 'sendBroadbandOtp'>
type Resending = Caller<'resendBillCode' | 'resendOtp'>
type Verifying = Caller<'verifyBillCode' | 'verifyOtp'>

/** `message` is the server's sentence in the visitor's language; null without a response. `waitSeconds`: until the next code (OTP-3). */
export type CodeRefusal = { kind: 'refused'; failure: CodeFailure; message: string | null; waitSeconds?: number }
/** `isConfirmed`: the SMS centre accepted the message; only then may a page say that it was sent (OTP-4). */
export type CodeSent = {
  kind: 'sent'
  reference: string
  resendInSeconds: number
  attemptsLeft: number
  isConfirmed: boolean
  isLong?: boolean
}
export type CodeVerified = { kind: 'verified'; uniqueCode: string; reference: string }

/** What a code is requested for. SmartCash is a payment with a request format of its own (API-9). */
export type CodeErrand = CodePurpose | 'SMARTCASH'

/** The specification has separate calls for bills and balances; all other purposes share one family (API-4). */
export async function callSend(
  api: Sending,
  { msisdn, purpose }: { msisdn: string; purpose: CodeErrand },
): Promise<CodeSent | CodeRefusal> {
  switch (purpose) {
    case 'INVOICE':
      return sentOf(await api.sendBillCode({ text: msisdn, otpAction: purpose }))
    case 'BALANCE':
      return sentOf(await api.sendBroadbandOtp({ msisdn, requestType: purpose }))
    default:
      return sentOf(await api.sendOtp(purpose === 'SMARTCASH' ? { data: { msisdn } } : { msisdn, purpose }))
  }
}

type Redisplay = { reference: string; purpose: CodePurpose }

export async function callResend(api: Resending, { reference, purpose }: Redisplay): Promise<CodeSent | CodeRefusal> {
  if (purpose === 'INVOICE') return sentOf(await api.resendBillCode({ otpId: reference }))
  return sentOf(await api.resendOtp({ refId: reference }))
}

export function callVerify(api: Verifying, { reference, purpose, otp }: Redisplay & { otp: string }) {
  if (purpose === 'INVOICE') return api.verifyBillCode({ otpId: reference, otp })
  return api.verifyOtp({ refId: reference, otp })
}

export function verifiedOf(answer: Awaited<ReturnType<typeof callVerify>>, reference: string): CodeVerified | CodeRefusal {
  if (answer?.status !== 'success') return refusalOf(answer)
  return 'uniqueCode' in answer.result ? { kind: 'verified', uniqueCode: answer.result.uniqueCode, reference } : refusalOf(undefined)
}

type Waiting = { resendInSeconds: number; attemptsLeft: number; isUnconfirmed?: true; isLong?: true }
type SentReply = { status: 'success'; result: Waiting & ({ otpId: string } | { refId: string } | { txnRefId: string }) }

function sentOf(answer: SentReply | Failure | undefined): CodeSent | CodeRefusal {
  if (answer?.status !== 'success') return refusalOf(answer)
  const { result } = answer
  const { resendInSeconds, attemptsLeft, isUnconfirmed = false, isLong = false } = result
  const reference = 'otpId' in result ? result.otpId : 'refId' in result ? result.refId : result.txnRefId
  return { kind: 'sent', reference, resendInSeconds, attemptsLeft, isConfirmed: !isUnconfirmed, isLong }
}

function refusalOf(answer: Failure | undefined): CodeRefusal {
  if (!answer) return { kind: 'refused', failure: 'other', message: null }
  const { statusCode, message, waitSeconds } = answer
  return { kind: 'refused', failure: codeFailure(statusCode), message, ...(waitSeconds !== undefined && { waitSeconds }) }
}

/** A code that was sent to a number: the initial state of the dialog. */
export type OpenCode = { msisdn: string; sent: CodeSent }
