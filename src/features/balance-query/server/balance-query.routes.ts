import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import type { Askers } from '#server/asker.ts'
import type { Visits } from '#server/visits.ts'
import { queryBalance, readProvenBalance } from '../contract.ts'
import type { BalanceQueries } from './read-balances.ts'

type Parts = { balances: BalanceQueries; visits: Visits; askers: Askers }

export function balanceQueryRoutes({ balances, visits, askers }: Parts): FastifyPluginAsyncTypebox {
  async function questionOf(request: FastifyRequest, msisdn: string) {
    if (!isMobileNumber(msisdn)) throw new Problem('bad-request')
    const visit = await visits.find(request)
    if (!visit) throw new Problem('code-user-unknown', 'no visit')
    return { msisdn, visit, asker: await askers.of(request) }
  }

  return async function routes(app) {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })

    app.route({
      ...queryBalance,
      async handler(request) {
        const { msisdn, uniqueCode, serviceType = null } = request.body
        const asked = await questionOf(request, msisdn)
        return success({ queryBalanceResult: await balances.read({ ...asked, uniqueCode, serviceType }) })
      },
    })

    app.route({
      ...readProvenBalance,
      async handler(request) {
        const asked = await questionOf(request, request.body.msisdn)
        return success({ queryBalanceResult: await balances.readProven(asked) })
      },
    })
  }
}
