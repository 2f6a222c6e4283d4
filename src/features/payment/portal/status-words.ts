import { BRAND } from '#shared/brand.ts'
import { COUNTRY } from '#shared/country-profiles.ts'
import { fillText } from '#shared/fill-text.ts'
import { formatForeign } from '#shared/foreign-money.ts'
import type { Language } from '#shared/language.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { formatXof, xof } from '#shared/money.ts'
import type { ContentPackages } from '#portal/content-packages.ts'
import type { TransactionDetails } from '../contract.ts'
import { GATEWAYS } from '../methods.ts'

type Texts = ContentPackages['payment-translation']

export type StatusLook = { kind: 'good' | 'wait' | 'bad'; title: string }

/** STAT-1: the specification's words for each status. */
export function statusLook({ status, left }: Pick<TransactionDetails, 'status' | 'left'>, texts: Texts): StatusLook {
  if (left) return { kind: 'bad', title: left === 'cancelled' ? texts.statusLeft : texts.statusFailed }
  switch (status) {
    case 'SUCCESS':
      return { kind: 'good', title: texts.statusSuccess }
    case 'FAILED':
    case 'FALIURE':
    case 'CANCELLED':
      return { kind: 'bad', title: texts.statusFailed }
    default:
      // REQUEST_REGISTERED, REQUEST_RAISED, IN_PROCESS, ALREADY_PROCESSED, and whatever may come: never a guess about the end.
      return { kind: 'wait', title: texts.statusProcessing }
  }
}

/** One honest sentence about the money. */
export function moneySentence(details: TransactionDetails, texts: Texts): string {
  // STAT-3: what a 5G request buys is installed, not credited.
  const { leadId } = details.metaInfo
  const leadWords = leadId ? textOf(texts, `lead_${details.money}`) : null
  if (leadId && leadWords && !details.left) return fillText(leadWords, { leadId })
  if (details.left) return texts.money_left
  return textOf(texts, `money_${details.money}`) ?? texts['money_being-confirmed']
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
  return details.statusReason ? (textOf(texts, `reason_${details.statusReason}`) ?? texts.reason_other) : null
}

/** What is paid for these does not arrive on the line. */
const NOT_CREDITED: ReadonlySet<string> = new Set(['POSTPAID_BILL', 'HBB_LEADS'])

export function beneficiary(details: TransactionDetails, texts: Texts): string {
  if (details.transactionType === 'BILL_PAYMENT') return fillText(texts.forInvoice, { invoice: details.invoiceNumber }).trim()
  const number = /^[0-9]{8}$/.test(details.msisdn) ? formatMobileNumber(details.msisdn) : details.msisdn
  return fillText(details.status === 'SUCCESS' && !NOT_CREDITED.has(details.transactionType) ? texts.credited : texts.forNumber, {
    number,
  })
}

export type ShownStep = { label: string; detail: string; state: 'done' | 'now' | 'failed' }

export function shownSteps(details: TransactionDetails, texts: Texts, timeOf: (instant: string) => string): ShownStep[] {
  const past = details.steps.map(({ kind, at, gateway }): ShownStep => ({
    label: textOf(texts, `step_${kind}`) ?? kind,
    detail: [timeOf(at), gateway && methodName(gateway, texts)].filter(Boolean).join(' · '),
    state: kind === 'refused' ? 'failed' : 'done',
  }))
  return details.isFinal ? past : [...past, { label: nextStep(details.money, texts), detail: '', state: 'now' }]
}

/** By what was paid: an order may see several attempts. */
function methodName(gateway: string, texts: Texts): string {
  const names: Partial<Record<string, string>> = {
    ...GATEWAYS,
    airtime: texts.methodAirtime,
    'money-push': BRAND.moneyName,
    'money-pin': BRAND.moneyName,
    smartcash: 'SmartCash',
    mpesa: 'M-PESA',
  }
  return names[gateway] ?? ''
}

function nextStep(money: string, texts: Texts): string {
  if (money.endsWith('coming-back')) return texts.step_refunding
  return money === 'taken' ? texts.step_delivering : texts.step_waiting
}

function textOf(texts: Texts, key: string): string | null {
  const known: Partial<Record<string, string>> = texts
  return known[key] ?? null
}
