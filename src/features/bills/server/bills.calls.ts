import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { success } from '#shared/reply.ts'
import type { Visitor } from '#server/calls/visitor.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import type { Clock } from '#server/clock.ts'
import { LIFE_MS } from '#features/one-time-code/server/code-life.ts'
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
import type { FetchedBill } from '#features/purchase/server/fetched-bill.ts'
import type { BillLookups } from './look-up-bills.ts'
import type { FoundBill } from './look-up-postpaid.ts'

type Deps = { bills: BillLookups; codes: OneTimeCodes; visits: Pick<Visits, 'saveDraft'>; clock: Clock }

/** Decision 0034: a proof by account and e-mail lasts as long as one by a code; the phone may have changed hands by then. */
const ProvenPair = Type.Object({ pair: FixedInternetPair, until: Type.Integer() })

export function billCalls({ bills, codes, visits, clock }: Deps): Served[] {
  /** I18: paying exactly this is paying this bill. */
  async function keepFetched(visitor: Visitor, msisdn: string, { debt, ...outstanding }: FoundBill) {
    const { payableAmount: amount } = outstanding
    const fetchedBill: FetchedBill | null = amount === null ? null : { msisdn, amount, debt }
    await visits.saveDraft(await visitor.visitOrNew(), { fetchedBill })
    return success(outstanding)
  }

  return [
    serve(validateFixedInternet, async (pair, visitor) => {
      await bills.checkPair(pair, await visitor.caller())
      const until = clock.now().getTime() + LIFE_MS
      await visits.saveDraft(await visitor.visitOrNew(), { fixedInternet: { pair, until } })
      return success({ accountNo: pair.accountNo })
    }),
    serve(lookUpFixedInternet, async (pair, visitor) => success({ response: await bills.readFixedInternet(pair, await visitor.caller()) })),
    serve(readFixedInternetPair, async (_input, visitor) => {
      const visit = await visitor.visit()
      const kept = visit?.draft.fixedInternet
      // A draft may have been written by an older version of the portal: data that no longer fits is ignored.
      const isProof = Value.Check(ProvenPair, kept) && kept.until > clock.now().getTime() && !visit?.hasPreviousCookie
      return success(isProof ? kept.pair : null)
    }),
    serve(validateMsisdnAccount, async ({ msisdn, accountNo }, visitor) =>
      keepFetched(visitor, msisdn, await bills.outstandingByAccount({ msisdn, accountNo }, await visitor.caller())),
    ),
    ...[readBill, readOpenInvoice].map((call) =>
      serve(call, async ({ msisdn, otpId }, visitor) => {
        const visit = await visitor.visit()
        const isProved = async () => visit !== null && codes.consume(otpId, { msisdn, purpose: 'INVOICE', visit })
        return keepFetched(visitor, msisdn, await bills.outstandingOfLine({ msisdn, isProved }, await visitor.caller()))
      }),
    ),
  ]
}
