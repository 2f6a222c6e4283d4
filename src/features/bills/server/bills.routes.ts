import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Value } from 'typebox/value'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import type { Askers } from '#server/asker.ts'
import type { Visits } from '#server/visits.ts'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import {
  FixedInternetPair,
  lookUpFixedInternet,
  readBill,
  readFixedInternetPair,
  readOpenInvoice,
  validateFixedInternet,
  validateMsisdnAccount,
} from '../contract.ts'
import type { BillLookups } from './look-up-bills.ts'

type Parts = { bills: BillLookups; codes: OneTimeCodes; visits: Visits; askers: Askers }

export function billRoutes({ bills, codes, visits, askers }: Parts): FastifyPluginAsyncTypebox {
  return async function routes(app) {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })

    app.route({
      ...validateFixedInternet,
      async handler(request, reply) {
        await bills.checkPair(request.body, await askers.of(request))
        const visit = await visits.findOrBegin(request, reply)
        await visits.saveDraft(visit, { fixedInternet: request.body })
        return success({ accountNo: request.body.accountNo })
      },
    })

    app.route({
      ...lookUpFixedInternet,
      handler: async (request) => success({ response: await bills.readFixedInternet(request.body, await askers.of(request)) }),
    })

    app.route({
      ...readFixedInternetPair,
      async handler(request) {
        const kept = (await visits.find(request))?.draft.fixedInternet
        // A draft may have been written by an older version of the portal: what no longer fits is forgotten.
        return success(Value.Check(FixedInternetPair, kept) ? kept : null)
      },
    })

    app.route({
      ...validateMsisdnAccount,
      async handler(request) {
        const { msisdn, accountNo } = request.body
        if (!isMobileNumber(msisdn)) throw new Problem('bad-request')
        return success(await bills.outstandingByAccount({ msisdn, accountNo }, await askers.of(request)))
      },
    })

    for (const { url } of [readBill, readOpenInvoice]) {
      app.route({
        ...readBill,
        url,
        async handler(request) {
          const { msisdn, otpId } = request.body
          if (!isMobileNumber(msisdn)) throw new Problem('bad-request')
          const visit = await visits.find(request)
          const isProved = async () => visit !== null && codes.spend(otpId, { msisdn, purpose: 'INVOICE', visit })
          return success(await bills.outstandingOfLine({ msisdn, isProved }, await askers.of(request)))
        },
      })
    }
  }
}
