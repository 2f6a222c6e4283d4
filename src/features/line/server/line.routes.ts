import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import type { Askers } from '#server/asker.ts'
import type { Visits } from '#server/visits.ts'
import { readLineType, validateNumber } from '../contract.ts'
import type { LineChecks } from './check-line.ts'

type Parts = { lines: LineChecks; askers: Askers; visits: Visits }

export function lineRoutes({ lines, askers, visits }: Parts): FastifyPluginAsyncTypebox {
  /** From the second number on, a browser that keeps its cookie counts for itself and not for everybody behind its address. */
  async function lineTypeOf(msisdn: string, request: FastifyRequest, reply: FastifyReply) {
    if (!isMobileNumber(msisdn)) throw new Problem('bad-request')
    const type = await lines.lineType(msisdn, await askers.of(request))
    await visits.beginForLooker(request, reply)
    return type
  }

  return async function routes(app) {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })

    app.route({
      ...readLineType,
      handler: async (request, reply) => success(await lineTypeOf(request.body.msisdn, request, reply)),
    })

    app.route({
      ...validateNumber,
      async handler(request, reply) {
        const type = await lineTypeOf(request.body.msisdn, request, reply)
        return success(request.body.checkIfBroadband && type !== 'BROADBAND' ? 'INVALID' : type)
      },
    })
  }
}
