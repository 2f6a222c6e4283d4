import { OPERATOR } from '#operator-record'
import { formatLongMoment } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import type { Language } from '#shared/language.ts'
import { isMobileNumber, maskMobileNumber } from '#shared/mobile-number.ts'
import { formatMoney, fromMajor } from '#shared/money.ts'
import type { ReceiptCopy } from '#features/device-storage/saved-receipts.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import type { TransactionDetails } from '../contract.ts'
import { resultWords } from './result-words.ts'
import { boughtGoal, boughtName } from './ticket-words.ts'

type Texts = ContentPackages['payment-translation']

/** OFF-5: the copy that a phone may store: only the ends of the number, for every reader, and no bill account. */
export function receiptCopy(details: TransactionDetails, texts: Texts, { language, now }: { language: Language; now: Date }): ReceiptCopy {
  const { msisdn, transactionType, steps, amount, currencyCode } = details
  const asked = steps[0]?.at
  const masked = { ...details, msisdn: isMobileNumber(msisdn) ? maskMobileNumber(msisdn) : msisdn, invoiceNumber: '' }
  return {
    reference: details.refTransactionId.replace(/(.{4})(?=.)/g, '$1-'),
    what: boughtName(details, texts),
    sum: formatMoney(fromMajor(amount, currencyCode), language),
    goal: transactionType === 'BILL_PAYMENT' ? '' : boughtGoal(masked, texts),
    state: resultWords(details, texts).title,
    date: asked ? formatLongMoment(asked, language) : '',
    madeAt: formatLongMoment(now.toISOString(), language),
  }
}

/** The same in a chat, with the address at which anybody can check it (RCPT-4). */
export function chatReceipt({ what, sum, goal, state, date }: ReceiptCopy, texts: Texts, address: string): string {
  const lines = [
    `${OPERATOR.brand.name}, ${what}`,
    goal ? `${sum} ${texts.ticketTowards} ${goal}` : sum,
    [state, date].filter(Boolean).join(', '),
    // The address holds the reference.
    fillText(texts.checkAt, { address }),
  ]
  // Each special space or dot takes nine characters of the link.
  return lines
    .join('\n')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replaceAll('••', '**')
}
