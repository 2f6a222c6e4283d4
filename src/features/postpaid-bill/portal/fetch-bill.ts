import { data, type RouterContextProvider } from 'react-router'
import { isMobileNumber, nationalDigits, type MobileNumber } from '#shared/mobile-number.ts'
import { isFailure } from '#shared/reply.ts'
import type { Outstanding } from '#features/bills/contract.ts'
import type { CodeAsked } from '#features/one-time-code/portal/asked-code.ts'
import { isPostpaidAccount, tidyAccount } from '#features/bills/rules.ts'
import { NOTHING_CHECKED, type CheckedLine } from '#features/purchase/portal/checked-line.ts'
import { checkLine, type LinePageAnswer } from '#features/purchase/portal/line-page.ts'
import { formText } from '#portal/form-text.ts'
import { pageRequestOf, portalApi } from '#portal/page-context.ts'

export type FetchProblems = {
  accountNo: string
  problem: 'accountRequired' | 'invalidAccount' | null
  number: 'phoneRequired' | 'invalidMobile' | null
  /** The server's or the operator's own sentence (POST-5). */
  message: string | null
}

export type PostpaidAnswer = LinePageAnswer & { outstanding?: Outstanding; fetchProblems?: FetchProblems; code?: CodeAsked }

export function nothingFetched(msisdn: string): LinePageAnswer {
  return { checked: { ...NOTHING_CHECKED, msisdn }, refusal: null, amountText: '' }
}

/** POST-2, POST-3: the bill of a number, for whoever knows the account that pays for it. */
export async function fetchByAccount(context: Readonly<RouterContextProvider>, form: FormData) {
  const msisdn = nationalDigits(formText(form, 'msisdn'))
  const accountNo = tidyAccount(formText(form, 'accountNo'))
  const nothing = nothingFetched(msisdn)
  const refuse = (problems: Partial<FetchProblems>) =>
    data<PostpaidAnswer>(
      { ...nothing, fetchProblems: { accountNo, problem: null, number: null, message: null, ...problems } },
      { status: 422 },
    )
  if (!isMobileNumber(msisdn)) return refuse({ number: msisdn === '' ? 'phoneRequired' : 'invalidMobile' })
  if (!isPostpaidAccount(accountNo)) return refuse({ problem: accountNo === '' ? 'accountRequired' : 'invalidAccount' })
  const answer = await context.get(portalApi).validateMsisdnAccount({ msisdn, accountNo })
  if (isFailure(answer)) return refuse({ message: answer.message })
  return data<PostpaidAnswer>({ ...nothing, checked: await keepNumber(context, msisdn), outstanding: answer.result })
}

/** The visit remembers whose bill was fetched: changing the payment, or coming back, finds the number again. */
export async function keepNumber(context: Readonly<RouterContextProvider>, msisdn: MobileNumber): Promise<CheckedLine> {
  await context.get(portalApi).savePrefill({ type: 'postpaid', msisdn })
  return checkLine(pageRequestOf(context), '/postpaid-bill-pay', msisdn)
}
