import type { MobileNumber } from '#shared/mobile-number.ts'
import { success } from '#shared/reply.ts'
import { serve, type Served, type VisitorWithVisit } from '#server/calls/serve.ts'
import { queryBalance, readProvenBalance } from '../contract.ts'
import type { BalanceQueries } from './read-balances.ts'

export function balanceQueryCalls(balances: BalanceQueries): Served[] {
  return [
    serve(queryBalance, async ({ msisdn, uniqueCode, serviceType = null }, visitor) => {
      const asked = await questionOf(visitor, msisdn)
      return success({ queryBalanceResult: await balances.read({ ...asked, uniqueCode, serviceType }) })
    }),
    serve(readProvenBalance, async ({ msisdn }, visitor) =>
      success({ queryBalanceResult: await balances.readProven(await questionOf(visitor, msisdn)) }),
    ),
  ]
}

async function questionOf(visitor: VisitorWithVisit, msisdn: MobileNumber) {
  return { msisdn, visit: await visitor.visit(), caller: await visitor.caller(), language: visitor.language }
}
