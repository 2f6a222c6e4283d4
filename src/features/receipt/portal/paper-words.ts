import { BRAND } from '#shared/brand.ts'
import { formatLongMoment } from '#shared/calendar-day.ts'
import type { Language } from '#shared/language.ts'
import { isMobileNumber, maskMobileNumber } from '#shared/mobile-number.ts'
import { formatXof, xof } from '#shared/money.ts'
import type { ReceiptCopy } from '#features/on-this-phone/kept-receipts.ts'
import type { TransactionDetails } from '#features/payment/contract.ts'
import { resultWords } from '#features/payment/portal/result-words.ts'
import { shownDetails } from '#features/payment/portal/status-words.ts'
import { boughtGoal, boughtName } from '#features/payment/portal/ticket-words.ts'
import type { ContentPackages } from '#portal/texts/content-packages.ts'
import type { ReceiptPaper } from '../receipt-paper.ts'

type Texts = { payment: ContentPackages['payment-translation']; receipt: ContentPackages['receipt-translation'] }

/** RCPT-1: a receipt in the reader's language. What the reader may not see of the payment is not in `details`. */
export function paperOf(
  details: TransactionDetails,
  { payment, receipt }: Texts,
  { address, language }: { address: string; language: Language },
): ReceiptPaper {
  const sum = formatXof(xof(details.amount), language)
  const asked = details.steps[0]?.at
  const known = shownDetails(details, payment, { date: asked ? formatLongMoment(asked, language) : null, paid: sum })
  // The number of the transaction is its address: paper that is shown around does not carry it.
  const rows = known.filter(({ label }) => label !== payment.transactionNo && label !== payment.totalPaid && label !== payment.total)
  return {
    brand: BRAND.name,
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
    demonstration: BRAND.isDemonstration ? receipt.demonstration : '',
  }
}

type CopyWords = { payment: Texts['payment']; paper: ReceiptPaper; language: Language }

/** OFF-5: what a phone may keep of a receipt: of the number only its ends, whoever looks at it now, and nothing of a bill's account. */
export function copyOf(details: TransactionDetails, { payment, paper, language }: CopyWords): ReceiptCopy {
  const { msisdn, transactionType, steps } = details
  const asked = steps[0]?.at
  const masked = { ...details, msisdn: isMobileNumber(msisdn) ? maskMobileNumber(msisdn) : msisdn, invoiceNumber: '' }
  return {
    reference: paper.reference.value,
    what: paper.what,
    sum: paper.sum,
    goal: transactionType === 'BILL_PAYMENT' ? '' : boughtGoal(masked, payment),
    state: paper.state,
    date: asked ? formatLongMoment(asked, language) : '',
  }
}

export function groupedReference(reference: string): string {
  return reference.replace(/(.{4})(?=.)/g, '$1-')
}
