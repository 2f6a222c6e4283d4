import { OPERATOR } from '#operator-record'
import { formatLongMoment } from '#shared/calendar-day.ts'
import { DEFAULT_LANGUAGE, type Language } from '#shared/language.ts'
import { formatMoney, fromMajor } from '#shared/money.ts'
import type { TransactionDetails } from '#features/payment/contract.ts'
import { resultWords } from '#features/payment/portal/result-words.ts'
import { shownDetails } from '#features/payment/portal/status-words.ts'
import { boughtGoal, boughtName } from '#features/payment/portal/ticket-words.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import type { ReceiptPaper } from '../receipt-paper.ts'

type Texts = { payment: ContentPackages['payment-translation']; receipt: ContentPackages['receipt-translation'] }

/** RCPT-1: a receipt in the reader's language. Data that the reader may not see is missing from `details`. */
export function paperOf(
  details: TransactionDetails,
  { payment, receipt }: Texts,
  { address, language }: { address: string; language: Language },
): ReceiptPaper {
  const sum = formatMoney(fromMajor(details.amount, details.currencyCode), language)
  const asked = details.steps[0]?.at
  const known = shownDetails(details, payment, { date: asked ? formatLongMoment(asked, language) : null, paid: sum, language })
  // The transaction number is the payment's URL, so a paper that others see does not contain it.
  const rows = known.filter(({ label }) => label !== payment.transactionNo && label !== payment.totalPaid && label !== payment.total)
  return {
    brand: OPERATOR.brand.name,
    issuer: issuerLines(language),
    title: receipt.title,
    what: boughtName(details, payment),
    sum,
    goal: boughtGoal(details, payment),
    state: resultWords(details, payment).title,
    rows,
    total: { label: payment.totalPaid, value: sum },
    reference: { label: payment.reference, value: groupedReference(details.refTransactionId) },
    check: { label: receipt.checkThis, address },
    support: payment.callSupport,
    demonstration: OPERATOR.brand.isDemonstration ? receipt.demonstration : '',
  }
}

export function issuerLines(language: Language): readonly string[] {
  const { receiptLines } = OPERATOR.law
  return receiptLines[language] ?? receiptLines[DEFAULT_LANGUAGE] ?? []
}

export function groupedReference(reference: string): string {
  return reference.replace(/(.{4})(?=.)/g, '$1-')
}
