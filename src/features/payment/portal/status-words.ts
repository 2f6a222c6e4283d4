import { calendarDay, formatLongDay, formatLongMoment } from '#shared/calendar-day.ts'
import { COUNTRY } from '#shared/country-profiles.ts'
import { fillText } from '#shared/fill-text.ts'
import { formatForeign } from '#shared/foreign-money.ts'
import { LOCALES, type Language } from '#shared/language.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { formatXof, xof } from '#shared/money.ts'
import type { ContentPackages } from '#portal/texts/content-packages.ts'
import type { TransactionDetails } from '../contract.ts'
import { boughtKind, hasMoneyMoved } from '../bought-kind.ts'
import { PAYMENT_MODES } from '#shared/payment-words.ts'
import { CONNECTORS, isConnectorId } from '#shared/connector-table.ts'

type Texts = ContentPackages['payment-translation']

/** STAT-5: one honest sentence about the money, and what became of what was bought. */
export function moneySentence(details: TransactionDetails, texts: Texts): string {
  // STAT-3: what a 5G request buys is installed, not credited.
  const { leadId } = details.metaInfo
  const leadWords = leadId ? textOf(texts, `lead_${details.money}`) : null
  if (leadId && leadWords && !details.left) return fillText(leadWords, { leadId })
  if (details.left) return texts.money_left
  const kind = boughtKind(details.transactionType)
  const words = { done: texts[`done_${kind}`], doing: texts[`doing_${kind}`], undone: texts[`undone_${kind}`] }
  return fillText(textOf(texts, `money_${details.money}`) ?? texts['money_being-confirmed'], words)
}

/** STAT-5: until when an activated bundle is good. */
export function bundleSentence({ bundleEnd }: TransactionDetails, texts: Texts, language: Language): string | null {
  if (bundleEnd === null) return null
  const end = new Date(bundleEnd)
  const time = new Intl.DateTimeFormat(LOCALES[language], { hour: '2-digit', minute: '2-digit', timeZone: COUNTRY.timeZone }).format(end)
  return fillText(texts.bundleUntil, { day: formatLongDay(calendarDay(end), language), time })
}

/** The deadline that the engine keeps for what is paid and not delivered. */
export function deadlineSentence({ deliverBy }: TransactionDetails, texts: Texts, language: Language): string | null {
  return deliverBy === null ? null : fillText(texts.deliverBy, { moment: formatLongMoment(deliverBy, language) })
}

/** I17: what was paid beyond the price is the payer's. */
export function excessSentence({ excess }: TransactionDetails, texts: Texts, language: Language): string | null {
  if (!excess) return null
  const isOurs = excess.currencyCode === COUNTRY.currency
  const amount = isOurs ? formatXof(xof(excess.amount), language) : formatForeign(excess, language)
  return fillText(excess.isReturned ? texts['money_excess-returned'] : texts.money_excess, { amount })
}

export function reasonSentence(details: TransactionDetails, texts: Texts): string | null {
  if (details.left === 'cancelled') return null
  if (details.left === null && details.status !== 'FAILED' && details.status !== 'CANCELLED') return null
  if (!details.statusReason) return null
  const words = textOf(texts, `reason_${details.statusReason}`) ?? texts.reason_other
  return details.reasonCode ? `${words} ${fillText(texts.reasonCode, { code: details.reasonCode })}` : words
}

/** Only airtime arrives on a line as money. */
export function beneficiary(details: TransactionDetails, texts: Texts): string {
  if (details.transactionType === 'BILL_PAYMENT') return fillText(texts.forInvoice, { invoice: details.invoiceNumber }).trim()
  const isCredited = details.status === 'SUCCESS' && boughtKind(details.transactionType) === 'airtime'
  return fillText(isCredited ? texts.credited : texts.forNumber, { number: shownNumber(details.msisdn) })
}

function shownNumber(msisdn: string): string {
  return /^[0-9]{8}$/.test(msisdn) ? formatMobileNumber(msisdn) : msisdn
}

/** By what it is or was paid, in a word; '' while nobody was asked. */
export function paidWith(details: TransactionDetails, texts: Texts): string {
  return isPaidByCard(details) ? texts.methodCard : methodName(details.paymentGateway, texts)
}

function isPaidByCard({ paymentMode }: TransactionDetails): boolean {
  return paymentMode === PAYMENT_MODES.PAYMENT_GATEWAY
}

/** STAT-4: what is known about the payment; what is not known of it, or not the reader's to know, has no line. */
export function shownDetails(
  details: TransactionDetails,
  texts: Texts,
  { date, paid }: { date: string | null; paid: string },
): { label: string; value: string }[] {
  const { paymentGateway, metaInfo } = details
  const isCard = isPaidByCard(details)
  return [
    { label: texts.purchase, value: textOf(texts, `type_${details.transactionType}`) ?? '' },
    { label: texts.description, value: details.bundleDescription },
    { label: texts.number, value: shownNumber(details.msisdn) },
    { label: texts.accountNo, value: details.accountId },
    { label: texts.invoiceNo, value: details.invoiceNumber },
    { label: texts.leadNo, value: metaInfo.leadId ?? '' },
    { label: texts.payMethod, value: paidWith(details, texts) },
    { label: texts.gateway, value: isCard ? methodName(paymentGateway, texts) : '' },
    { label: texts.date, value: date ?? '' },
    { label: hasMoneyMoved(details.money) ? texts.totalPaid : texts.total, value: paid },
    { label: texts.transactionNo, value: details.transactionId },
  ].filter(({ value }) => value !== '')
}

export type ShownStep = { label: string; detail: string; state: 'done' | 'now' | 'failed' }

export function shownSteps(details: TransactionDetails, texts: Texts, timeOf: (instant: string) => string): ShownStep[] {
  const past = details.steps.map(({ kind, at, gateway }): ShownStep => ({
    label: textOf(texts, `step_${kind}`) ?? textOf(texts, `step_${kind}_${boughtKind(details.transactionType)}`) ?? kind,
    detail: [timeOf(at), gateway && methodName(gateway, texts)].filter(Boolean).join(' · '),
    state: kind === 'refused' ? 'failed' : 'done',
  }))
  return details.isFinal ? past : [...past, { label: nextStep(details, texts), detail: '', state: 'now' }]
}

/** By what was paid: an order may see several attempts. */
function methodName(gateway: string, texts: Texts): string {
  return isConnectorId(gateway) ? (CONNECTORS[gateway].name ?? texts.methodAirtime) : ''
}

function nextStep({ money, transactionType }: TransactionDetails, texts: Texts): string {
  if (money.endsWith('coming-back')) return texts.step_refunding
  return money === 'taken' ? texts[`step_delivering_${boughtKind(transactionType)}`] : texts.step_waiting
}

function textOf(texts: Texts, key: string): string | null {
  const known: Partial<Record<string, string>> = texts
  return known[key] ?? null
}
