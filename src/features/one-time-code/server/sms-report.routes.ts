import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { OneTimeCodes } from './one-time-codes.ts'
import { REPORT_PATH } from './sms-report-path.ts'
import { closed } from '#shared/closed.ts'

/** The parameters that Kannel adds to our URL (docs/protocols/kannel.md). Reports about other messages match no row. */
export function smsReportRoutes(codes: Pick<OneTimeCodes, 'keepReport'>): FastifyPluginAsyncTypebox {
  const querystring = closed({ ref: Type.String({ maxLength: 100 }), type: Type.String({ pattern: '^(1|2|4|8|16)$' }) })
  return async function routes(app) {
    app.route({
      method: 'GET',
      url: REPORT_PATH,
      config: { isExternalEndpoint: true },
      schema: { hide: true, querystring },
      async handler(request, reply) {
        await codes.keepReport({ smsReference: request.query.ref, type: Number(request.query.type) })
        return reply.code(204).header('cache-control', 'no-store').send()
      },
    })
  }
}
