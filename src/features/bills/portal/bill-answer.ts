import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Outstanding } from '../contract.ts'
import type { CodeAsked } from '#features/one-time-code/portal/asked-code.ts'
import type { LineAnswer } from '#features/purchase/portal/line-page.ts'
import type { Again, PageRequest } from '#portal/page/page.ts'

export const PAGE = '/postpaid-bill-pay'

export type FetchProblems = {
  accountNo: string
  problem: 'accountRequired' | 'invalidAccount' | null
  number: 'phoneRequired' | 'invalidMobile' | null
  /** The server's or the operator's own sentence (POST-5). */
  message: string | null
}

export const NO_PROBLEMS: FetchProblems = { accountNo: '', problem: null, number: null, message: null }

export type BillAnswer = LineAnswer & { outstanding?: Outstanding; fetchProblems?: FetchProblems; code?: CodeAsked }

export function nothingFetched(msisdn: string): LineAnswer {
  return { msisdn, refusal: null, amountText: '' }
}

/**
 * What is owed was proved once: the code is used up, and the account is not kept. So the amount itself waits for the page, privately.
 * The visit remembers whose bill it was: changing the payment, or coming back, finds the number again.
 */
export async function fetchedBill(request: PageRequest, msisdn: MobileNumber, outstanding: Outstanding): Promise<Again<BillAnswer>> {
  await request.api.savePrefill({ type: 'postpaid', msisdn })
  return { again: { ...nothingFetched(msisdn), outstanding }, isPrivate: true }
}
