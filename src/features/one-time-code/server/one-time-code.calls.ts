import { maskMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import { serve, type Served, type VisitorWithVisit } from '#server/calls/serve.ts'
import type { Visitor } from '#server/calls/visitor.ts'
import {
  type CodePurpose,
  resendBillCode,
  resendOtp,
  sendBillCode,
  sendBroadbandOtp,
  sendOtp,
  verifyBillCode,
  verifyOtp,
  verifyUser,
} from '../contract.ts'
import type { OneTimeCodes, SendRequest, SentCode } from './one-time-codes.ts'

/** GEN-7: an encrypted code is decrypted only while attempts are left. */
export type OpenCodes = { open(sealed: string, field: 'otp'): Promise<string> }

type Deps = { codes: OneTimeCodes; sealing: OpenCodes }

/** API-4: two families of calls for one use case. */
export function oneTimeCodeCalls(parts: Deps): Served[] {
  const desk = createCodeHandlers(parts)
  return [...billCalls(desk), ...otpCalls(desk)]
}

type Desk = ReturnType<typeof createCodeHandlers>

/** The handlers that both families share. */
function createCodeHandlers({ codes, sealing }: Deps) {
  /** An attacker may hold a previous cookie, so codes requested with it belong to a separate visit. */
  async function visitForCode(visitor: Visitor) {
    const visit = await visitor.visitOrNew()
    return visit.hasPreviousCookie ? visitor.copyVisit(visit) : visit
  }

  return {
    async send(visitor: Visitor, asked: Pick<SendRequest, 'msisdn' | 'purpose' | 'isForBill'>): Promise<SentCode> {
      const caller = await visitor.caller()
      await codes.admit(caller)
      const visit = await visitForCode(visitor)
      return codes.send({ ...asked, visit, caller, language: visitor.language })
    },
    async resend(visitor: VisitorWithVisit, reference: string): Promise<SentCode> {
      const visit = await visitor.visit()
      if (visit.hasPreviousCookie) throw new Problem('code-user-unknown', 'former cookie')
      return codes.resend({ reference, visit, caller: await visitor.caller(), language: visitor.language })
    },
    async verify(visitor: VisitorWithVisit, { reference, otp, username }: { reference: string; otp: string; username?: string }) {
      const readCode = async () => (otp.startsWith('sealed.') ? sealing.open(otp, 'otp') : otp)
      const visit = await visitor.visit()
      const verified = await codes.verify({ reference, visit, username, readCode })
      if (visit.hasPreviousCookie) throw new Problem('code-user-unknown', 'former cookie')
      await visitor.rotateCookie(visit)
      return verified
    },
  }
}

function billCalls(desk: Desk): Served[] {
  const answer = ({ reference, ...waiting }: SentCode) => success({ otpId: reference, ...waiting })
  return [
    serve(sendBillCode, async ({ text, otpAction }, visitor) =>
      answer(await desk.send(visitor, { msisdn: text, purpose: otpAction, isForBill: true })),
    ),
    serve(resendBillCode, async ({ otpId }, visitor) => answer(await desk.resend(visitor, otpId))),
    serve(verifyBillCode, async ({ otp, otpId }, visitor) =>
      success({ otpId, ...(await desk.verify(visitor, { reference: otpId, otp })) }),
    ),
  ]
}

const paying = ({ msisdn }: { msisdn: MobileNumber }) => ({ msisdn, purpose: 'PAYMENT' as const })

/** Customer details mean a lead. Without a purpose the code is for a payment. */
function askedFor({ msisdn, purpose, customerDetails }: { msisdn: MobileNumber; purpose?: CodePurpose; customerDetails?: object }) {
  return { msisdn, purpose: purpose ?? (customerDetails ? 'LEAD' : 'PAYMENT') }
}

function otpCalls(desk: Desk): Served[] {
  const answer = ({ reference, ...waiting }: SentCode) => success({ refId: reference, ...waiting })
  return [
    serve(sendOtp, async (input, visitor) => answer(await desk.send(visitor, 'data' in input ? paying(input.data) : askedFor(input)))),
    serve(sendBroadbandOtp, async ({ msisdn }, visitor) => {
      const { reference, ...waiting } = await desk.send(visitor, { msisdn, purpose: 'BALANCE' })
      return success({ otpRecipient: maskMobileNumber(msisdn), txnRefId: reference, ...waiting })
    }),
    serve(resendOtp, async ({ refId }, visitor) => answer(await desk.resend(visitor, refId))),
    ...[verifyOtp, verifyUser].map((call) =>
      serve(call, async ({ refId, paymentMode, ...rest }, visitor) => {
        const { uniqueCode } = await desk.verify(visitor, { reference: refId, ...rest })
        return success(paymentMode ? { tokenType: 'Bearer' as const, accessToken: uniqueCode } : { uniqueCode })
      }),
    ),
  ]
}
