import type { Language } from '#shared/language.ts'
import { formatMobileNumber, isMobileNumber, maskMobileNumber } from '#shared/mobile-number.ts'
import { formatMoney, formatShort, fromMajor } from '#shared/money.ts'
import { unbroken } from '#shared/unbroken.ts'
import type { QueryData } from '#features/purchase/contract.ts'
import type { TransactionDetails } from '../contract.ts'
import { boughtKind } from '../bought-kind.ts'
import type { HubTexts } from './hub-texts.ts'

/** The amount: formatted, or converted to the chosen currency (HUB-4). */
export function ticketSum(
  { amount, currency }: Pick<QueryData, 'amount' | 'currency'>,
  payIn: { currencyCode: string; amount: number } | null,
  language: Language,
): string {
  return payIn ? formatMoney(fromMajor(payIn.amount, payIn.currencyCode), language) : formatShort(fromMajor(amount, currency), language)
}

/** The product: a bundle and a plan by their own name, everything else by its kind. */
export function purchaseName({ description, transactionType }: QueryData, texts: HubTexts): string {
  return nameOf(transactionType, description, texts)
}

export function boughtName({ bundleDescription, transactionType }: TransactionDetails, texts: HubTexts): string {
  return nameOf(transactionType, bundleDescription, texts)
}

function nameOf(transactionType: string, description: string, texts: HubTexts): string {
  const kind = boughtKind(transactionType)
  return kind === 'bundle' && description !== '' ? `${texts.bundle} ${description}` : texts[`ticket_${kind}`]
}

/** What the phone saves for offline pages: enough to recognise the purchase, and no complete number. */
export function keptTicket(queryData: QueryData, sum: string, texts: HubTexts): { what: string; sum: string; goal: string } {
  const { msisdn } = queryData
  const goal = isMobileNumber(msisdn) ? unbroken(maskMobileNumber(msisdn)) : purchaseGoal(queryData, texts)
  return { what: purchaseName(queryData, texts), sum, goal }
}

/** The recipient: a line, or the bill that is paid. */
export function purchaseGoal({ msisdn, invoiceDetail }: QueryData, texts: HubTexts): string {
  return goalOf(msisdn, invoiceDetail?.invoiceNo ?? '', texts)
}

export function boughtGoal({ msisdn, invoiceNumber, transactionType }: TransactionDetails, texts: HubTexts): string {
  return transactionType === 'BILL_PAYMENT' ? goalOf('', invoiceNumber, texts) : goalOf(msisdn, invoiceNumber, texts)
}

function goalOf(msisdn: string, invoice: string, texts: HubTexts): string {
  if (isMobileNumber(msisdn)) return unbroken(formatMobileNumber(msisdn))
  return unbroken(msisdn) || `${texts.invoiceNo}\u00a0${invoice}`.trim()
}
