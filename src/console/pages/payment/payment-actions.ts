import { fillText } from '#shared/fill-text.ts'
import type { PaymentAct } from '#features/staff-acts/payment-acts.ts'
import type { AttemptOffers, Offer, PaymentOffers } from '#features/staff-acts/offers.ts'
import type { Proposal } from '#features/staff-acts/desk-ports.ts'
import { ACT_RULES, mayDo, mayPropose, type Staff } from '#features/staff-acts/roles.ts'
import type { PaymentState } from '#features/payment/engine/records.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { formatAge } from '../../frame/format.ts'
import type { IconName } from '../../frame/icon.tsx'
import { roleList } from '../../frame/role-texts.ts'
import { methodName } from '../words/payment-words.ts'
import { actTexts } from './act-texts.ts'
import { refusalTexts } from '../words/refusal-texts.ts'
import { paymentPageTexts } from './payment-texts.ts'

/** An action of the payment page. `why`: it is not possible now, for this reason. */
export type ShownAction = { act: PaymentAct; attemptId: string | null; icon: IconName; name: string; about: string; why: string | null }

type About = { staff: Staff; state: PaymentState; offers: PaymentOffers; proposal: Proposal | null; now: Date; language: ConsoleLanguage }

const ICONS: Readonly<Record<PaymentAct, IconName>> = {
  'ask-again': 'again',
  refund: 'back',
  'refund-delivered': 'back',
  'deliver-again': 'arrow',
  'resend-receipt': 'speech',
  'close-review': 'check',
  'retry-failed': 'again',
}

/** What may be done with a payment, in the order of the page; what is not possible says why. */
export function listActions(about: About): ShownAction[] {
  const { state, offers, language } = about
  const shown = (act: PaymentAct, offer: Offer, attempt: AttemptOffers | null = null): ShownAction => ({
    act,
    attemptId: attempt?.attemptId ?? null,
    icon: ICONS[act],
    name: nameOf(act, attempt, about),
    about: actTexts(language)[`about_${act}`],
    why: whyNot(act, offer, about),
  })
  const isDelivered = state.order.fulfilment === 'DONE' && state.attempts.some(({ isWinner }) => isWinner)
  const winner = offers.refunds.find(({ attemptId }) => state.attempts.some(({ id, isWinner }) => id === attemptId && isWinner))
  return [
    shown('ask-again', offers['ask-again']),
    ...refundsOf(offers, winner).map((attempt) => shown('refund', attempt.refund, attempt)),
    ...(isDelivered && winner ? [shown('refund-delivered', winner['refund-delivered'], winner)] : []),
    shown('deliver-again', offers['deliver-again']),
    shown('resend-receipt', offers['resend-receipt']),
    shown('close-review', offers.resolutions.length > 0 ? { isOpen: true } : { isOpen: false, why: 'not-in-review' }),
    ...(state.order.troubles.length > 0 ? [shown('retry-failed', offers['retry-failed'])] : []),
  ]
}

/** All that can go back now; where nothing can, the one that is asked about first: it says why not. */
function refundsOf({ refunds }: PaymentOffers, winner: AttemptOffers | undefined): AttemptOffers[] {
  const open = refunds.filter(({ refund }) => refund.isOpen)
  const [first = winner ?? refunds.at(-1)] = open
  return open.length > 1 ? open : first ? [first] : []
}

function nameOf(act: PaymentAct, attempt: AttemptOffers | null, { state, offers, language }: About): string {
  const name = actTexts(language)[act]
  const isOneOfMany = attempt !== null && act === 'refund' && offers.refunds.filter(({ refund }) => refund.isOpen).length > 1
  const connector = state.attempts.find(({ id }) => id === attempt?.attemptId)?.connector ?? null
  return isOneOfMany ? `${name} · ${methodName(connector, language)}` : name
}

function whyNot(act: PaymentAct, offer: Offer, { staff, proposal, now, language }: About): string | null {
  if (!mayDo(staff, act) && !mayPropose(staff, act)) {
    const { does, proposes } = ACT_RULES[act]
    return fillText(paymentPageTexts(language).roleDoes, { roles: roleList([...new Set([...does, ...proposes])], language) })
  }
  // One at a time: a second proposal would be about a payment that the first one changes.
  if (proposal && !mayDo(staff, act))
    return fillText(actTexts(language).waits, { age: formatAge(now.getTime() - proposal.proposedAt.getTime(), language) })
  return offer.isOpen ? null : refusalTexts(language)[offer.why]
}
