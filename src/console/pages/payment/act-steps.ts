import { fillText } from '#shared/fill-text.ts'
import { formatShort } from '#shared/money.ts'
import { maskMobileNumber } from '#shared/mobile-number.ts'
import { payerNumber, type Message } from '#features/payment/engine/messages.ts'
import type { Attempt, PaymentState } from '#features/payment/engine/records.ts'
import type { AttemptOffers, PaymentOffers } from '#features/staff-acts/offers.ts'
import type { PaymentAct } from '#features/staff-acts/payment-acts.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { methodName } from '../words/payment-words.ts'
import { actTexts } from './act-texts.ts'

/** One thing that an act will cause; `sms` shows the message that a person gets. */
export type Step = { text: string; detail?: string; sms?: Message }

type About = {
  act: PaymentAct
  state: PaymentState
  offers: PaymentOffers
  attemptId: string | null
  isApproval: boolean
  language: ConsoleLanguage
}

/** What will happen, in order, before it happens: by the state that the act is decided on. */
export function stepsOf(about: About): Step[] {
  const { act, isApproval, language } = about
  const texts = actTexts(language)
  const second: Step[] = isApproval ? [] : [{ text: texts.will_second, detail: texts.will_secondDetail }]
  switch (act) {
    case 'ask-again':
      return askSteps(about)
    case 'refund':
    case 'refund-delivered':
      return [...refundSteps(about, second), { text: texts.will_review }]
    case 'deliver-again':
      return [...second, ...deliverySteps(about)]
    case 'resend-receipt':
      return receiptSteps(about)
    case 'close-review':
      return [{ text: texts.will_close }, { text: texts.will_page }]
    case 'retry-failed':
      return about.state.order.troubles.map(({ reason }) => ({
        text: texts.will_retry,
        detail: fillText(texts.will_retryDetail, { reason }),
      }))
  }
}

function askSteps({ state, language }: About): Step[] {
  const texts = actTexts(language)
  const methods = [
    ...new Set(state.attempts.filter((each) => each.state !== 'REFUNDED').map(({ connector }) => methodName(connector, language))),
  ]
  return [
    ...(state.order.fulfilment === 'TRACKING' ? [{ text: texts.will_askOperator }] : []),
    ...methods.map((method) => ({ text: fillText(texts.will_askProvider, { method }) })),
    { text: texts.will_answer, detail: texts.will_answerDetail },
  ]
}

/** Approving stops the delivery before money goes back; a lost answer is asked about. */
function refundSteps({ act, state, offers, attemptId, language }: About, second: readonly Step[]): Step[] {
  const texts = actTexts(language)
  const { attempt, offer } = refundOf(state, offers, attemptId)
  if (!attempt || !offer) return []
  const named = { method: methodName(attempt.connector, language), amount: formatShort(offer.amount, language) }
  const found = act === 'refund' ? offer.refund : offer['refund-delivered']
  const step = found.isOpen ? found.step : 'send'
  const isByHand = step === 'record'
  const stop: Step[] =
    act === 'refund-delivered'
      ? [{ text: texts.will_keeps }]
      : attempt.isWinner && step === 'send'
        ? [state.order.fulfilment === 'REFUSED' ? { text: texts.will_stopped } : { text: texts.will_stop, detail: texts.will_stopDetail }]
        : []
  const back: Step[] = {
    send: offer.hasRefundCall
      ? [{ text: fillText(texts.will_refund, named), detail: texts.will_refundDetail }]
      : [{ text: fillText(texts.will_thenByHand, named) }],
    resume: [{ text: fillText(texts.will_resume, named), detail: fillText(texts.will_resumeDetail, named) }],
    record: [{ text: texts.will_record }],
  }[step]
  return [
    ...(isByHand ? [{ text: fillText(texts.will_byHand, named) }] : []),
    ...second,
    ...stop,
    ...back,
    smsStep(attempt, isByHand || act === 'refund-delivered' ? 'refunded' : 'refunding', language),
  ]
}

function smsStep(attempt: Attempt, kind: Message['kind'], language: ConsoleLanguage): Step {
  const texts = actTexts(language)
  return payerNumber(attempt) === null ? { text: texts.will_noSms } : { text: texts.will_sms, sms: { kind, attempt } }
}

export function refundOf(
  state: PaymentState,
  offers: PaymentOffers,
  attemptId: string | null,
): { attempt: Attempt | undefined; offer: AttemptOffers | undefined } {
  return {
    attempt: state.attempts.find(({ id }) => id === attemptId),
    offer: offers.refunds.find((each) => each.attemptId === attemptId),
  }
}

function deliverySteps({ state, language }: About): Step[] {
  const texts = actTexts(language)
  const isReturning = state.attempts.some((attempt) => attempt.isWinner && attempt.state === 'REFUNDING')
  const hasLine = state.order.delivery.msisdn !== null
  return [
    ...(isReturning ? [{ text: texts.will_withdraw }] : []),
    { text: texts.will_deliver, detail: texts.will_deliverDetail },
    ...(hasLine ? [{ text: texts.will_sms, sms: { kind: 'delivered', attempt: null } } satisfies Step] : []),
  ]
}

function receiptSteps({ state, language }: About): Step[] {
  const texts = actTexts(language)
  const winner = state.attempts.find(({ isWinner }) => isWinner)
  const payer = winner ? payerNumber(winner) : null
  const line = state.order.delivery.msisdn
  const isPayers = winner !== undefined && payer !== null && payer !== line
  const number = isPayers ? payer : (line ?? '')
  const sms: Message = isPayers ? { kind: 'paid', attempt: winner } : { kind: 'delivered', attempt: null }
  return [{ text: fillText(texts.will_receipt, { number: maskMobileNumber(number) }), sms }, { text: texts.will_times }]
}
