import { OPERATOR } from '#operator-record'

const { undeliveredHours, latePaymentHours } = OPERATOR.law.refunds

/** Times and limits of the payment engine, in one place. Those of refunds are of law.json. */
export const PAYMENT_RULES = {
  wantedHours: latePaymentHours,
  /** I18: how long an attempt that the provider accepted blocks its subject. */
  holdMinutes: 15,
  /** An open attempt is queried until here, then goes to review; it is never assumed to have failed. */
  escalateAfterHours: 48,
  /** After so many queries without a response, a slow provider gets the time it needs. */
  quickQueries: 3,
  /** A refused attempt can still be paid later on the provider's page: it is queried a few times more. */
  afterCloseSeconds: [300, 1800, 7200, 21_600],
  /** How long a worker may hold a step before another worker takes over. */
  leaseSeconds: 60,
  /** Bounds of the pauses while the operator is down: each lasts as long as the whole time before it. */
  deliveryPauseSeconds: { least: 5, most: 300 },
  /** How often the operator is queried about a delivery, by the seconds since the payment. */
  trackEvery: [
    { untilSeconds: 10, everySeconds: 1 },
    { untilSeconds: 60, everySeconds: 5 },
    { untilSeconds: 600, everySeconds: 30 },
    { untilSeconds: Number.POSITIVE_INFINITY, everySeconds: 300 },
  ],
  deliverWithinHours: undeliveredHours,
  /** How long the operator must not know a call before it may be repeated. */
  absentGraceSeconds: 600,
  /** The same where the operator treats a repeated reference as the same call: a repeat is then harmless (F58). */
  harmlessGraceSeconds: 20,
  mostSends: 3,
  mostHarmlessSends: 5,
  refundRetrySeconds: [10, 60, 300, 3600],
  refundQuerySeconds: [5, 60, 300, 3600, 21_600],
  mostRefundTries: 13,
  /** Pauses until a provider acknowledges a delivery, the last one repeats; after so many hours it also goes to review. */
  reportRetrySeconds: [10, 60, 300, 1800, 3600],
  reportWithinHours: 24,
  /** An SMS that was surely not sent is retried after these pauses, the last one repeats: for about seven hours. */
  messageRetrySeconds: [60, 60, 300, 900, 3600],
  mostMessageTries: 12,
  /** Time to begin another attempt, during which the SMS to a payer who did nothing is held back. */
  failureSmsAfterSeconds: 30,
  /** A request on a phone is queried once its time is over, and for a while after it. */
  afterPrompt: { graceSeconds: 5, everySeconds: 30, forSeconds: 180 },
  /** Failed jobs are retried after these pauses; one that fails again after the last is a dead letter until a person retries it. */
  troubleRetrySeconds: [5, 15, 60, 240],
  /** How long a prompt stays on a phone when the wallet does not say. */
  promptSeconds: 120,
  /** Minimum interval between queries about one attempt, however many browsers return or webhooks arrive. */
  leastSecondsBetweenQuestions: 5,
  /** How long a doubt is only queried before it also goes to review. */
  doubtMinutes: { 'said-paid': 60, 'amount-unreadable': 5, 'details-differ': 5, 'receipt-used': 0 },
  /** Query interval while there is a doubt. */
  doubtLadderSeconds: [0, 15, 30, 60, 120, 300, 900, 3600],
} as const

/** The pause before try number `tries` (from 0); the last pause repeats. */
export function backoffSeconds(ladder: readonly number[], tries: number): number {
  return ladder[Math.min(tries, ladder.length - 1)] ?? 60
}

export function addSeconds(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}
