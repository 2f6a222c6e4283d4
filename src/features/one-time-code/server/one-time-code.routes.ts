import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { isMobileNumber, maskMobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import type { Askers } from '#server/asker.ts'
import { languageOf } from '#server/problem-replies.ts'
import type { Sealing } from '#server/sealing.ts'
import type { Visits } from '#server/visits.ts'
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
import { REPORT_PATH } from './sms-report-path.ts'

type App = Parameters<FastifyPluginAsyncTypebox>[0]
type Parts = { codes: OneTimeCodes; visits: Visits; askers: Askers; sealing: Sealing }

/** API-4: two families of calls, one use case. */
export function oneTimeCodeRoutes(parts: Parts): FastifyPluginAsyncTypebox {
  const desk = openDesk(parts)
  return async function routes(app) {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    addBillCalls(app, desk)
    addOtpCalls(app, desk)
    addReportCall(app, parts.codes)
  }
}

type Desk = ReturnType<typeof openDesk>

/** What both families do with a request. */
function openDesk({ codes, visits, askers, sealing }: Parts) {
  async function visitOf(request: FastifyRequest) {
    const visit = await visits.find(request)
    if (!visit) throw new Problem('code-user-unknown', 'no visit')
    return visit
  }

  /** A former cookie may be in a stranger's hands: codes asked for with it belong to a visit of their own. */
  async function visitForCode(request: FastifyRequest, reply: FastifyReply) {
    const visit = await visits.findOrBegin(request, reply)
    return visit.hasFormerCookie ? visits.beginAgain(visit, reply) : visit
  }

  return {
    async send(
      request: FastifyRequest,
      reply: FastifyReply,
      { msisdn, purpose }: { msisdn: string; purpose: CodePurpose },
    ): Promise<SentCode> {
      if (!isMobileNumber(msisdn)) throw new Problem('bad-request')
      const asker = await askers.of(request)
      await codes.admit(asker)
      const visit = await visitForCode(request, reply)
      return codes.send({ msisdn, purpose, visit, asker, language: languageOf(request) })
    },
    async resend(request: FastifyRequest, reference: string): Promise<SentCode> {
      const visit = await visitOf(request)
      if (visit.hasFormerCookie) throw new Problem('code-user-unknown', 'former cookie')
      return codes.resend({ reference, visit, asker: await askers.of(request), language: languageOf(request) })
    },
    async verify(
      request: FastifyRequest,
      reply: FastifyReply,
      { reference, otp, username }: { reference: string; otp: string; username?: string },
    ) {
      const readCode = async () => (otp.startsWith('sealed.') ? sealing.open(otp) : otp)
      const visit = await visitOf(request)
      const verified = await codes.verify({ reference, visit, username, readCode })
      if (visit.hasFormerCookie) throw new Problem('code-user-unknown', 'former cookie')
      await visits.changeCookie(visit, reply)
      return verified
    },
  }
}

function addBillCalls(app: App, desk: Desk): void {
  const answer = ({ reference, ...waiting }: SentCode) => success({ otpId: reference, ...waiting })
  app.route({
    ...sendBillCode,
    handler: async (request, reply) =>
      answer(await desk.send(request, reply, { msisdn: request.body.text, purpose: request.body.otpAction })),
  })
  app.route({ ...resendBillCode, handler: async (request) => answer(await desk.resend(request, request.body.otpId)) })
  app.route({
    ...verifyBillCode,
    async handler(request, reply) {
      const { otp, otpId } = request.body
      return success({ otpId, ...(await desk.verify(request, reply, { reference: otpId, otp })) })
    },
  })
}

function addOtpCalls(app: App, desk: Desk): void {
  const answer = ({ reference, ...waiting }: SentCode) => success({ refId: reference, ...waiting })
  app.route({
    ...sendOtp,
    async handler(request, reply) {
      const { msisdn, customerDetails, purpose = customerDetails ? 'LEAD' : 'PAYMENT' } = request.body
      return answer(await desk.send(request, reply, { msisdn, purpose }))
    },
  })
  app.route({
    ...sendBroadbandOtp,
    async handler(request, reply) {
      const { msisdn } = request.body
      const { reference, ...waiting } = await desk.send(request, reply, { msisdn, purpose: 'BALANCE' })
      return success({ otpRecipient: maskMobileNumber(msisdn), txnRefId: reference, ...waiting })
    },
  })
  app.route({ ...resendOtp, handler: async (request) => answer(await desk.resend(request, request.body.refId)) })
  for (const call of [verifyOtp, verifyUser]) {
    app.route({
      ...call,
      async handler(request, reply) {
        const { refId, paymentMode, ...rest } = request.body
        const { uniqueCode } = await desk.verify(request, reply, { reference: refId, ...rest })
        return success(paymentMode ? { tokenType: 'Bearer' as const, accessToken: uniqueCode } : { uniqueCode })
      },
    })
  }
}

/** What Kannel adds to our address (docs/protocols/kannel.md). Reports of other messages come here too and find nothing. */
function addReportCall(app: App, codes: OneTimeCodes): void {
  const querystring = Type.Object(
    { ref: Type.String({ maxLength: 100 }), type: Type.String({ pattern: '^(1|2|4|8|16)$' }) },
    { additionalProperties: false },
  )
  app.route({
    method: 'GET',
    url: REPORT_PATH,
    config: { isCalledFromOutside: true },
    schema: { hide: true, querystring },
    async handler(request, reply) {
      await codes.keepReport({ smsReference: request.query.ref, type: Number(request.query.type) })
      return reply.code(204).send()
    },
  })
}
