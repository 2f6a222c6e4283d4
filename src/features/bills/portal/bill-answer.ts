import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Outstanding } from '../contract.ts'
import type { RequestedCode } from '#features/one-time-code/portal/requested-code.ts'
import type { LineAnswer } from '#features/purchase/portal/line-page.ts'
import type { Redisplay, PageRequest } from '#portal/page/page.ts'

export const PAGE = '/postpaid-bill-pay'

export type FetchProblems = {
  accountNo: string
  problem: 'accountRequired' | 'invalidAccount' | null
  number: 'phoneRequired' | 'invalidMobile' | null
  /** The server's or the operator's own sentence (POST-5). */
  message: string | null
}

export const NO_PROBLEMS: FetchProblems = { accountNo: '', problem: null, number: null, message: null }

export type BillAnswer = LineAnswer & { outstanding?: Outstanding; fetchProblems?: FetchProblems; code?: RequestedCode }

export function nothingFetched(msisdn: string): LineAnswer {
  return { msisdn, refusal: null, amountText: '' }
}

/**
 * The bill was proved once: the code is used up, and the account is not stored. So the amount itself is kept for the redisplay, privately.
 * The visit stores whose bill it was: changing the payment, or returning, fills in the number again.
 */
export async function fetchedBill(request: PageRequest, msisdn: MobileNumber, outstanding: Outstanding): Promise<Redisplay<BillAnswer>> {
  await request.api.savePrefill({ type: 'postpaid', msisdn })
  return { redisplay: { ...nothingFetched(msisdn), outstanding }, isPrivate: true }
}
