import { isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { isFailure } from '#shared/failure.ts'
import { isPostpaidAccount, tidyAccount } from '../rules.ts'
import { formText } from '#portal/page/form-text.ts'
import type { Redisplay, PageRequest, PostedForm } from '#portal/page/page.ts'
import { fetchedBill, NO_PROBLEMS, nothingFetched, type BillAnswer, type FetchProblems } from './bill-answer.ts'

/** POST-2, POST-3: the bill of a number, for a visitor who knows the account that pays for it. */
export async function fetchByAccount(request: PageRequest, form: PostedForm): Promise<Redisplay<BillAnswer>> {
  const msisdn = nationalDigits(formText(form, 'msisdn'))
  const accountNo = tidyAccount(formText(form, 'accountNo'))
  const refuse = (problems: Partial<FetchProblems>): Redisplay<BillAnswer> => ({
    redisplay: { ...nothingFetched(msisdn), fetchProblems: { ...NO_PROBLEMS, accountNo, ...problems } },
  })
  if (!isMobileNumber(msisdn)) return refuse({ number: msisdn === '' ? 'phoneRequired' : 'invalidMobile' })
  if (!isPostpaidAccount(accountNo)) return refuse({ problem: accountNo === '' ? 'accountRequired' : 'invalidAccount' })
  const answer = await request.api.validateMsisdnAccount({ msisdn, accountNo })
  return isFailure(answer) ? refuse({ message: answer.message }) : fetchedBill(request, msisdn, answer.result)
}
