import { calendarDay, formatLongDay, formatLongMoment } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import type { Language } from '#shared/language.ts'
import { formatMobileNumber, isMobileNumber } from '#shared/mobile-number.ts'
import { formatMoney, formatShort, fromMajor } from '#shared/money.ts'
import { unbroken } from '#shared/unbroken.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import type { TransactionDetails } from '../contract.ts'
import { clockTime, clockTimeAfter } from './clock-time.ts'
import { shownRate } from './shown-rate.ts'
import { boughtKind, hasMoneyMoved } from '../bought-kind.ts'
import { PAYMENT_MODES } from '#shared/payment-codes.ts'
import { CONNECTORS, isConnectorId } from '#shared/connector-table.ts'

type Texts = ContentPackages['payment-translation']

/** STAT-5: one honest sentence about the money, and the state of the purchase. */
export function moneySentence(details: TransactionDetails, texts: Texts): string {
  // STAT-3: a 5G request is installed, not credited.
  const { leadId } = details.metaInfo
  const leadWords = leadId ? textOf(texts, `lead_${details.money}`) : null
  // MSG-1: an SMS is mentioned only where one will be sent.
  const news = details.tellsBySms ? texts.newsBySms : texts.newsHere
  if (leadId && leadWords && !details.left) return fillText(leadWords, { leadId, news })
  if (details.left) return texts.money_left
  const kind = boughtKind(details.transactionType)
  // I18: it was not the operator who refused.
  const undone = details.statusReason === 'not_owed' ? texts.undone_notOwed : texts[`undone_${kind}`]
  const words = { news, done: texts[`done_${kind}`], doing: texts[`doing_${kind}`], undone }
  return fillText(textOf(texts, `money_${details.money}`) ?? texts['money_being-confirmed'], words)
}

/** STAT-5: end of validity of an activated bundle. */
export function bundleSentence({ bundleEnd }: TransactionDetails, texts: Texts, language: Language): string | null {
  if (bundleEnd === null) return null
  const end = new Date(bundleEnd)
  const time = clockTime(end, language)
  return fillText(texts.bundleUntil, { day: formatLongDay(calendarDay(end), language), time })
}

/** The engine's deadline for a paid, undelivered order. */
export function deadlineSentence({ deliverBy }: TransactionDetails, texts: Texts, language: Language): string | null {
  return deliverBy === null ? null : fillText(texts.deliverBy, { moment: formatLongMoment(deliverBy, language) })
}

/** I20: until when the method that was tried accepts no further payment. */
export function busySentence(details: TransactionDetails, texts: Texts, language: Language): string | null {
  const { busyUntil, paymentGateway } = details
  if (busyUntil === null) return null
  return fillText(texts.methodBusyUntil, { method: methodName(paymentGateway, texts), time: clockTimeAfter(busyUntil, language) })
}

/** I17: the amount paid beyond the price belongs to the payer. */
export function excessSentence({ excess }: TransactionDetails, texts: Texts, language: Language): string | null {
  if (!excess) return null
  const amount = formatMoney(fromMajor(excess.amount, excess.currencyCode), language)
  return fillText(excess.isReturned ? texts['money_excess-returned'] : texts.money_excess, { amount })
}

export function reasonSentence(details: TransactionDetails, texts: Texts): string | null {
  if (details.statusReason === 'also_paid') return texts.reason_also_paid
  if (details.statusReason === 'not_owed') return null
  if (details.left === 'cancelled') return null
  if (details.left === null && details.status !== 'FAILED' && details.status !== 'CANCELLED') return null
  if (!details.statusReason) return null
  const words = textOf(texts, `reason_${details.statusReason}`) ?? texts.reason_other
  return details.reasonCode ? `${words} ${fillText(texts.reasonCode, { code: details.reasonCode })}` : words
}

/** STAT-5: what arrived, and where. MSG-1: the line of a delivery always gets an SMS. */
export function deliveredSentence(details: TransactionDetails, texts: Texts, language: Language): string {
  const { msisdn, transactionType, amount, currencyCode } = details
  const kind = boughtKind(transactionType)
  if (msisdn === '' || kind === 'order') return moneySentence(details, texts)
  const words = { amount: formatShort(fromMajor(amount, currencyCode), language), number: unbroken(shownNumber(msisdn)) }
  return [fillText(texts[`delivered_${kind}`], words), texts.smsConfirms].join(' ')
}

function shownNumber(msisdn: string): string {
  return isMobileNumber(msisdn) ? formatMobileNumber(msisdn) : msisdn
}

/** The paying method, as a word; '' before any attempt. */
export function paidWith(details: TransactionDetails, texts: Texts): string {
  return isPaidByCard(details) ? texts.methodCard : methodName(details.paymentGateway, texts)
}

export function isPaidByCard({ paymentMode }: TransactionDetails): boolean {
  return paymentMode === PAYMENT_MODES.PAYMENT_GATEWAY
}

/** STAT-4: the known facts about the payment; a fact that is unknown, or hidden from the reader, has no row. */
export function shownDetails(
  details: TransactionDetails,
  texts: Texts,
  { date, paid, language }: { date: string | null; paid: string; language: Language },
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
    { label: texts.rate, value: rateSentence(details, texts, language) ?? '' },
    { label: hasMoneyMoved(details.money) ? texts.totalPaid : texts.total, value: paid },
    { label: texts.transactionNo, value: details.transactionId },
  ].filter(({ value }) => value !== '')
}

/** HUB-4: the amount in the other currency, with the rate of this payment and its time. */
export function rateSentence({ paidIn, currencyCode }: TransactionDetails, texts: Texts, language: Language): string | null {
  if (!paidIn) return null
  const asked = formatMoney(fromMajor(paidIn.amount, paidIn.currencyCode), language)
  const rate = shownRate({ ...paidIn, price: currencyCode }, language)
  return fillText(paidIn.rateAt ? texts.rateAt : texts.rateAlone, {
    asked,
    rate,
    time: paidIn.rateAt ? clockTime(paidIn.rateAt, language) : '',
  })
}

export type ShownStep = { label: string; detail: string; state: 'done' | 'now' | 'failed' | 'returned' }

const ENDED_BADLY: ReadonlySet<string> = new Set(['refused', 'declined', 'cancelled', 'expired'])

/** The way is named only where several were tried. */
export function shownSteps(details: TransactionDetails, texts: Texts, timeOf: (instant: string) => string): ShownStep[] {
  const ways = new Set(details.steps.flatMap(({ gateway }) => gateway ?? []))
  const past = details.steps.map(({ kind, at, gateway }): ShownStep => ({
    label: textOf(texts, `step_${kind}`) ?? textOf(texts, `step_${kind}_${boughtKind(details.transactionType)}`) ?? kind,
    detail: [timeOf(at), gateway && ways.size > 1 && methodName(gateway, texts)].filter(Boolean).join(' · '),
    state: ENDED_BADLY.has(kind) ? 'failed' : kind === 'refunded' ? 'returned' : 'done',
  }))
  return details.isFinal || details.left ? past : [...past, { label: nextStep(details, texts), detail: '', state: 'now' }]
}

/** By method: an order may have several attempts. */
export function methodName(gateway: string, texts: Texts): string {
  if (!isConnectorId(gateway)) return ''
  const { name, way } = CONNECTORS[gateway]
  return way === 'mpesa' ? texts.methodMpesa : (name ?? texts.methodAirtime)
}

function nextStep({ money, transactionType }: TransactionDetails, texts: Texts): string {
  if (money.endsWith('coming-back')) return texts.step_refunding
  return money === 'taken' ? texts[`step_delivering_${boughtKind(transactionType)}`] : texts.step_waiting
}

export function textOf(texts: Texts, key: string): string | null {
  const known: Partial<Record<string, string>> = texts
  return known[key] ?? null
}
