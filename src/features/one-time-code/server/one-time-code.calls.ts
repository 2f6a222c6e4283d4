import { maskMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import type { Visitor } from '#server/calls/visitor.ts'
import type { Sealing } from '#features/sealing/server/sealing.ts'
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
import type { OneTimeCodes, SentCode } from './one-time-codes.ts'

type Parts = { codes: OneTimeCodes; sealing: Sealing }

/** API-4: two families of calls, one use case. */
export function oneTimeCodeCalls(parts: Parts): Served[] {
  const desk = openDesk(parts)
  return [...billCalls(desk), ...otpCalls(desk)]
}

type Desk = ReturnType<typeof openDesk>

/** What both families do with a request. */
function openDesk({ codes, sealing }: Parts) {
  async function visitOf(visitor: Visitor) {
    const visit = await visitor.visit()
    if (!visit) throw new Problem('code-user-unknown', 'no visit')
    return visit
  }

  /** A former cookie may be in a stranger's hands: codes asked for with it belong to a visit of their own. */
  async function visitForCode(visitor: Visitor) {
    const visit = await visitor.visitOrNew()
    return visit.hasFormerCookie ? visitor.beginAgain(visit) : visit
  }

  return {
    async send(visitor: Visitor, { msisdn, purpose }: { msisdn: MobileNumber; purpose: CodePurpose }): Promise<SentCode> {
      const asker = await visitor.asker()
      await codes.admit(asker)
      const visit = await visitForCode(visitor)
      return codes.send({ msisdn, purpose, visit, asker, language: visitor.language })
    },
    async resend(visitor: Visitor, reference: string): Promise<SentCode> {
      const visit = await visitOf(visitor)
      if (visit.hasFormerCookie) throw new Problem('code-user-unknown', 'former cookie')
      return codes.resend({ reference, visit, asker: await visitor.asker(), language: visitor.language })
    },
    async verify(visitor: Visitor, { reference, otp, username }: { reference: string; otp: string; username?: string }) {
      const readCode = async () => (otp.startsWith('sealed.') ? sealing.open(otp, 'otp') : otp)
      const visit = await visitOf(visitor)
      const verified = await codes.verify({ reference, visit, username, readCode })
      if (visit.hasFormerCookie) throw new Problem('code-user-unknown', 'former cookie')
      await visitor.changeCookie(visit)
      return verified
    },
  }
}

function billCalls(desk: Desk): Served[] {
  const answer = ({ reference, ...waiting }: SentCode) => success({ otpId: reference, ...waiting })
  return [
    serve(sendBillCode, async ({ text, otpAction }, visitor) => answer(await desk.send(visitor, { msisdn: text, purpose: otpAction }))),
    serve(resendBillCode, async ({ otpId }, visitor) => answer(await desk.resend(visitor, otpId))),
    serve(verifyBillCode, async ({ otp, otpId }, visitor) =>
      success({ otpId, ...(await desk.verify(visitor, { reference: otpId, otp })) }),
    ),
  ]
}

const paying = ({ msisdn }: { msisdn: MobileNumber }) => ({ msisdn, purpose: 'PAYMENT' as const })

/** Whoever names a customer asks for a lead; without any word it is to pay. */
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
