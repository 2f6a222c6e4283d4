import { fillText } from '#shared/fill-text.ts'
import type { Language } from '#shared/language.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { unbroken } from '#shared/unbroken.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import type { TransactionDetails } from '../contract.ts'
import { boughtKind, hasMoneyMoved } from '../bought-kind.ts'
import { isPaidByCard, methodName, paidWith, rateSentence } from './status-words.ts'

type Texts = ContentPackages['payment-translation']
export type StatusRow = { label: string; value: string; more?: string; isReturned?: boolean }

/** STAT-4 on the status page: what the ticket above does not say. A fact that is unknown, or hidden from the reader, has no row. */
export function statusRows(
  details: TransactionDetails,
  texts: Texts,
  { date, paid, language }: { date: string | null; paid: string; language: Language },
): StatusRow[] {
  const { metaInfo, accountId, invoiceNumber, bundleDescription, transactionType, payerMobile, paymentGateway, money } = details
  const isReturned = money === 'given-back'
  const account = payerMobile && fillText(texts.payAccount, { number: unbroken(formatMobileNumber(payerMobile)) })
  return [
    // The name of a bundle is on the ticket.
    { label: texts.description, value: boughtKind(transactionType) === 'bundle' ? '' : bundleDescription },
    { label: texts.accountNo, value: accountId },
    { label: texts.invoiceNo, value: invoiceNumber },
    { label: texts.leadNo, value: metaInfo.leadId ?? '' },
    {
      label: isReturned ? texts.returnedTo : hasMoneyMoved(money) ? texts.paidWith : texts.triedWith,
      value: paidWith(details, texts),
      more: (isPaidByCard(details) ? methodName(paymentGateway, texts) : account) ?? '',
    },
    { label: texts.date, value: date ?? '' },
    { label: texts.rate, value: rateSentence(details, texts, language) ?? '' },
    {
      label: isReturned ? texts.totalReturned : hasMoneyMoved(money) ? texts.totalPaid : texts.total,
      value: paid,
      isReturned,
    },
  ].filter(({ value }) => value !== '')
}
