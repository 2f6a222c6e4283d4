import type { MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import type { Visitor } from '#server/calls/visitor.ts'
import { queryBalance, readProvenBalance, readRunningBundles } from '../contract.ts'
import type { BalanceQueries } from './read-balances.ts'
import type { RunningBundles } from './running-bundles.ts'

export function balanceQueryCalls(balances: BalanceQueries, running: RunningBundles): Served[] {
  return [
    serve(queryBalance, async ({ msisdn, uniqueCode, serviceType = null }, visitor) => {
      const asked = await questionOf(visitor, msisdn)
      return success({ queryBalanceResult: await balances.read({ ...asked, uniqueCode, serviceType }) })
    }),
    serve(readProvenBalance, async ({ msisdn }, visitor) =>
      success({ queryBalanceResult: await balances.readProven(await questionOf(visitor, msisdn)) }),
    ),
    serve(readRunningBundles, async ({ msisdn }, visitor) =>
      success(await running.read({ msisdn, visit: await visitor.visit(), asker: visitor.asker, language: visitor.language })),
    ),
  ]
}

async function questionOf(visitor: Visitor, msisdn: MobileNumber) {
  const visit = await visitor.visit()
  if (!visit) throw new Problem('code-user-unknown', 'no visit')
  return { msisdn, visit, asker: await visitor.asker() }
}
