import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import { askerOf } from '#server/asker.ts'
import { readLineType, validateNumber } from '../contract.ts'
import type { LineChecks } from './check-line.ts'

export function lineRoutes(lines: LineChecks): FastifyPluginAsyncTypebox {
  async function lineTypeOf(msisdn: string, request: FastifyRequest) {
    if (!isMobileNumber(msisdn)) throw new Problem('bad-request')
    return lines.lineType(msisdn, { key: askerOf(request) })
  }

  return async function routes(app) {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })

    app.route({
      ...readLineType,
      handler: async (request) => success(await lineTypeOf(request.body.msisdn, request)),
    })

    app.route({
      ...validateNumber,
      async handler(request) {
        const type = await lineTypeOf(request.body.msisdn, request)
        return success(request.body.checkIfBroadband && type !== 'BROADBAND' ? 'INVALID' : type)
      },
    })
  }
}
