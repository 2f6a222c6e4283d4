import { payerBehaviour, type PayerBehaviour } from '../demo-identities.ts'
import type { WebhookEffects } from '../simulators/fault-rules.ts'

/** How a payment out of a wallet ends. */
export type WalletOutcome = 'paid' | 'declined' | 'insufficient-funds' | 'payer-declined' | 'locked' | 'expired'

/** What a payer will do, if the agreed table fixes it. Other numbers are operated by a person. */
export type PayerPlan =
  | { kind: 'is-a-person' }
  | { kind: 'never-answers' }
  | { kind: 'refuses'; outcome: Exclude<WalletOutcome, 'paid' | 'locked' | 'expired'> }
  | { kind: 'pays'; notices: WebhookEffects }
  | { kind: 'pays-late'; afterMs: number }
  /** The connection breaks before anything happens. */
  | { kind: 'hangs-up' }

const LATE_SUCCESS_MS = 5 * 60_000
const SLOW_ANSWER_MS = 45_000

const PLANS: Partial<Record<PayerBehaviour, PayerPlan>> = {
  declined: { kind: 'refuses', outcome: 'declined' },
  'insufficient-funds': { kind: 'refuses', outcome: 'insufficient-funds' },
  'declines-at-once': { kind: 'refuses', outcome: 'payer-declined' },
  'never-answers': { kind: 'never-answers' },
  'connection-dropped': { kind: 'hangs-up' },
  'slow-answers': { kind: 'pays', notices: {} },
  'late-success': { kind: 'pays-late', afterMs: LATE_SUCCESS_MS },
  'notice-five-times': { kind: 'pays', notices: { duplicateNotices: 4 } },
  'notice-before-answer': { kind: 'pays', notices: { noticeFirst: true } },
  'delivery-refused': { kind: 'pays', notices: {} },
}

export function payerPlan(msisdn: string): PayerPlan {
  const behaviour = payerBehaviour(msisdn)
  return (behaviour && PLANS[behaviour]) ?? { kind: 'is-a-person' }
}

/** How long every answer about a payment of this payer takes. */
export function answerDelayMs(msisdn: string): number {
  return payerBehaviour(msisdn) === 'slow-answers' ? SLOW_ANSWER_MS : 0
}
