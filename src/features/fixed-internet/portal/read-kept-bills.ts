import type { RouterContextProvider } from 'react-router'
import { isFailure } from '#shared/reply.ts'
import type { FixedInternetBills } from '#features/bills/contract.ts'
import { portalApi } from '#portal/page-context.ts'

export type KeptBills = { accountNo: string; email: string; bills: FixedInternetBills | null; message: string | null }

/** The account this visit proved before, with its bills as they stand now; null for a visit that proved none. */
export async function readKeptBills(context: Readonly<RouterContextProvider>): Promise<KeptBills | null> {
  const api = context.get(portalApi)
  const kept = await api.readFixedInternetPair()
  if (isFailure(kept) || kept.result === null) return null
  const { accountNo, contactPersonEmailId: email } = kept.result
  const found = await api.lookUpFixedInternet(kept.result)
  return isFailure(found)
    ? { accountNo, email, bills: null, message: found.message }
    : { accountNo, email, bills: found.result.response, message: null }
}
