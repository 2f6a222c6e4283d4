import { fillText } from '#shared/fill-text.ts'
import { formatMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { parseMoney, toMajor } from '#shared/money.ts'
import { formText } from '#portal/page/form-text.ts'
import type { Redisplay, PageRequest, PostedForm } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import { nothingFetched, type BillAnswer } from './bill-answer.ts'

/** POST-3, without script: detects an amount that was fetched for another number than the one now in the form. */
export function isAmountOfAnotherLine({ language }: PageRequest, form: PostedForm): boolean {
  const [number = '', amount = ''] = formText(form, 'fetchedFor').split(' ')
  const typed = parseMoney(formText(form, 'amount'), language)
  const isSame = typed !== null && String(toMajor(typed)) === amount
  return isSame && number !== '' && nationalDigits(formText(form, 'msisdn')) !== number
}

export async function refuseAmountOfAnotherLine(request: PageRequest, form: PostedForm): Promise<Redisplay<BillAnswer>> {
  const [number = ''] = formText(form, 'fetchedFor').split(' ')
  const { amountOfAnotherLine } = await readContent(request, 'bill-translation')
  const message = fillText(amountOfAnotherLine, { number: formatMobileNumber(number) })
  return { redisplay: { ...nothingFetched(nationalDigits(formText(form, 'msisdn'))), refusal: { message } } }
}
