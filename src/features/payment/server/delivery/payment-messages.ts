import type { SmsSender } from '#features/one-time-code/server/sms-sender.ts'
import { shownToPayer } from '#features/purchase/shown-purchase.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { fillText } from '#shared/fill-text.ts'
import { DEFAULT_LANGUAGE, type Language } from '#shared/language.ts'
import { isMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { formatMoney } from '#shared/money.ts'
import { boughtKind } from '../../bought-kind.ts'
import { isUnasked, payerNumber, type Message } from '../../engine/messages.ts'
import type { PaymentPorts } from '../../engine/payment-ports.ts'
import type { Attempt, PaymentState } from '../../engine/records.ts'
import type { PayerProofs } from '../checkout/payer-proofs.ts'
import type { OrderExtras, PostgresPaymentStore } from '../orders/payment.store.ts'
import { giveUnaskedSmsBack, takeUnaskedSms } from './unasked-sms.store.ts'

type Deps = {
  store: PostgresPaymentStore
  db: Database
  clock: Clock
  content: SiteContent
  sms: SmsSender
  proofs: Pick<PayerProofs, 'wasProven'>
  /** The language that a number itself chose last; null where it chose none. */
  chosenLanguage: (msisdn: MobileNumber) => Promise<Language | null>
}

type Kept = { state: PaymentState; extras: OrderExtras }

const VALID_MINUTES = 24 * 60

/** MSG-1: SMS to the payer about the money, and to the line about what it received, each in its own language. */
export function paymentMessages(parts: Deps): PaymentPorts['sendMessage'] {
  const { store, db, clock, content, sms, proofs } = parts

  /** MSG-2: a number that dialled the menu or entered a code requested the SMS. */
  async function needsLimit(message: Message, orderId: string, msisdn: MobileNumber): Promise<boolean> {
    return isUnasked(message) && !(await proofs.wasProven({ orderId, msisdn }))
  }

  return async function send(order, message) {
    const kept = await store.readWithExtras(order.id)
    const to = message.attempt ? payerNumber(message.attempt) : order.delivery.msisdn
    if (!kept || !isMobileNumber(to)) return 'sent'
    const language = message.attempt ? kept.extras.language : await languageOfLine(parts, kept, to)
    const texts = await content.readAsWritten('payment-translation', language)
    const text = messageText(texts, message, kept, language)
    // An order may send SMS to several payers.
    const again = message.isAgain && `again${clock.now().getTime()}`
    const reference = [order.reference, message.kind, message.attempt && positionOf(message.attempt, kept), again].filter(Boolean).join('-')
    const isLimited = await needsLimit(message, order.id, to)
    if (isLimited && !(await takeUnaskedSms(parts, { msisdn: to, reference }))) return 'dropped'
    const { kind } = await sms.send({ reference, to, text, validForMinutes: VALID_MINUTES })
    // Without a response the SMS may have been sent: a lost SMS is better than a repeated one.
    if (kind !== 'unavailable') return 'sent'
    if (isLimited) await giveUnaskedSmsBack(db, reference)
    return 'not-sent'
  }
}

function positionOf({ id }: Attempt, { state }: Kept): number {
  return state.attempts.findIndex((each) => each.id === id) + 1
}

/** A line with another payer gets the language that its owner chose on the phone menu, else the operator's first language. */
async function languageOfLine({ chosenLanguage }: Deps, { state, extras }: Kept, line: MobileNumber): Promise<Language> {
  const winner = state.attempts.find(({ isWinner }) => isWinner)
  const payer = winner ? payerNumber(winner) : null
  const isOthers = payer === null ? extras.queryData.askedLink !== undefined : payer !== line
  return isOthers ? ((await chosenLanguage(line)) ?? DEFAULT_LANGUAGE) : extras.language
}

export function messageText(texts: Record<string, unknown>, { kind, attempt }: Message, { state, extras }: Kept, language: Language): string {
  const { order } = state
  // LINK-2: the payer of a link reads its number masked. The line itself knows its number.
  const { msisdn } = attempt ? shownToPayer(extras.queryData) : extras.queryData
  const words = texts[`sms_${kind}_${boughtKind(extras.queryData.transactionType)}`] ?? texts[`sms_${kind}`]
  return fillText(String(words), {
    // Only plain spaces: the narrow ones of our pages are not in the SMS alphabet.
    amount: amountOf(attempt, state, language).replace(/\s/g, ' '),
    number: msisdn,
    leadId: extras.queryData.metaInfo?.leadId ?? '',
    reference: order.reference,
  })
}

/** HUB-4: a payer reads the currency that was paid in, and for a refund the refunded amount; the line reads the price. */
function amountOf(attempt: Attempt | null, { order, refunds }: PaymentState, language: Language): string {
  const money = refunds.find(({ attemptId }) => attemptId === attempt?.id)?.amount ?? attempt?.asked ?? order.amount
  return formatMoney(money, language)
}
