import { Value } from 'typebox/value'
import { success } from '#shared/reply.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import type { Visits } from '#features/visit/server/visits.ts'
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

type Parts = { bills: BillLookups; codes: OneTimeCodes; visits: Pick<Visits, 'saveDraft'> }

export function billCalls({ bills, codes, visits }: Parts): Served[] {
  return [
    serve(validateFixedInternet, async (pair, visitor) => {
      await bills.checkPair(pair, await visitor.asker())
      await visits.saveDraft(await visitor.visitOrNew(), { fixedInternet: pair })
      return success({ accountNo: pair.accountNo })
    }),
    serve(lookUpFixedInternet, async (pair, visitor) => success({ response: await bills.readFixedInternet(pair, await visitor.asker()) })),
    serve(readFixedInternetPair, async (_input, visitor) => {
      const kept = (await visitor.visit())?.draft.fixedInternet
      // A draft may have been written by an older version of the portal: what no longer fits is forgotten.
      return success(Value.Check(FixedInternetPair, kept) ? kept : null)
    }),
    serve(validateMsisdnAccount, async ({ msisdn, accountNo }, visitor) =>
      success(await bills.outstandingByAccount({ msisdn, accountNo }, await visitor.asker())),
    ),
    ...[readBill, readOpenInvoice].map((call) =>
      serve(call, async ({ msisdn, otpId }, visitor) => {
        const visit = await visitor.visit()
        const isProved = async () => visit !== null && codes.spend(otpId, { msisdn, purpose: 'INVOICE', visit })
        return success(await bills.outstandingOfLine({ msisdn, isProved }, await visitor.asker()))
      }),
    ),
  ]
}
