import type { RouterContextProvider } from 'react-router'
import { API_PREFIX } from '#shared/endpoint.ts'
import { isFailure } from '#shared/reply.ts'
import type { FixedInternetBills, lookUpFixedInternet, readFixedInternetPair } from '#features/bills/contract.ts'
import { portalApi } from '#portal/page-context.ts'

export type KeptBills = { accountNo: string; email: string; bills: FixedInternetBills | null; message: string | null }

/** The account this visit proved before, with its bills as they stand now; null for a visit that proved none. */
export async function readKeptBills(context: Readonly<RouterContextProvider>): Promise<KeptBills | null> {
  const api = context.get(portalApi)
  const kept = await api.call<typeof readFixedInternetPair>('GET', `${API_PREFIX}/subscriber/v1/fixed-internet/pair`, undefined)
  if (isFailure(kept) || kept.result === null) return null
  const { accountNo, contactPersonEmailId: email } = kept.result
  const found = await api.call<typeof lookUpFixedInternet>('POST', `${API_PREFIX}/subscriber/v1/fixed-internet/lookup`, kept.result)
  return isFailure(found)
    ? { accountNo, email, bills: null, message: found.message }
    : { accountNo, email, bills: found.result.response, message: null }
}
