import { isFailure } from '#shared/failure.ts'
import type { Api } from '#calls/api.ts'
import type { FixedInternetBills } from '../contract.ts'

export type KeptBills = { accountNo: string; email: string; bills: FixedInternetBills | null; message: string | null }

/** The account this visit proved before, with its bills as they stand now; null for a visit that proved none. */
export async function readKeptBills(api: Api): Promise<KeptBills | null> {
  const kept = await api.readFixedInternetPair()
  if (isFailure(kept) || kept.result === null) return null
  const { accountNo, contactPersonEmailId: email } = kept.result
  const found = await api.lookUpFixedInternet(kept.result)
  return isFailure(found)
    ? { accountNo, email, bills: null, message: found.message }
    : { accountNo, email, bills: found.result.response, message: null }
}
