import { isFailure } from '#shared/failure.ts'
import type { Api } from '#calls/api.ts'
import type { FixedInternetBills } from '../contract.ts'

export type SavedBills = { accountNo: string; email: string; bills: FixedInternetBills | null; message: string | null }

/** The account this visit proved before, with its current bills; null for a visit that proved none. */
export async function readSavedBills(api: Api): Promise<SavedBills | null> {
  const kept = await api.readFixedInternetPair()
  if (isFailure(kept) || kept.result === null) return null
  const { accountNo, contactPersonEmailId: email } = kept.result
  const found = await api.lookUpFixedInternet(kept.result)
  return isFailure(found)
    ? { accountNo, email, bills: null, message: found.message }
    : { accountNo, email, bills: found.result.response, message: null }
}
