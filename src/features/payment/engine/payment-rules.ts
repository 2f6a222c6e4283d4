/** The times and counts of the payment core, in one place. */
export const PAYMENT_RULES = {
  /** A payment later than this after the order is given back. */
  wantedHours: { airtime: 24, bundle: 2, bill: 24 },
  /** An open attempt is asked about until here, then a person looks; it is never guessed to have failed. */
  escalateAfterHours: 48,
  /** So many questions in vain, and a provider that is merely slow is given the time it needs. */
  quickQueries: 3,
  /** A refused attempt can still be paid later on the provider's page: it is asked about a few times more. */
  afterCloseSeconds: [300, 1800, 7200, 21_600],
  /** How long a worker may hold a step before another one takes over. */
  leaseSeconds: 60,
  /** Pauses while the operator is away, the last one repeats. */
  deliveryRetrySeconds: [5, 15, 60, 300],
  /** How often the operator is asked what became of a delivery, by the seconds since the payment. */
  trackEvery: [
    { untilSeconds: 10, everySeconds: 1 },
    { untilSeconds: 60, everySeconds: 5 },
    { untilSeconds: 600, everySeconds: 30 },
    { untilSeconds: Number.POSITIVE_INFINITY, everySeconds: 300 },
  ],
  /** Not handed over by then, and surely never sent: the money goes back. */
  deliverWithinHours: 6,
  /** So long must the operator know nothing of a call before it may be made again. */
  absentGraceSeconds: 600,
  /** The same where the operator takes a repeated reference for the same call: sending again can then do no harm (F58). */
  harmlessGraceSeconds: 20,
  mostSends: 3,
  mostHarmlessSends: 5,
  refundRetrySeconds: [10, 60, 300, 3600],
  refundQuerySeconds: [5, 60, 300, 3600, 21_600],
  mostRefundTries: 13,
  mostMessageTries: 3,
  messageRetrySeconds: 60,
  badNewsAfterSeconds: 600,
  /** Work that failed is tried again after these pauses; what fails once more after the last of them rests until a person says so. */
  troubleRetrySeconds: [5, 15, 60, 240],
  /** A provider is asked about one attempt at most so often, however many come back or tell us something. */
  leastSecondsBetweenQuestions: 5,
  /** How long a doubt is left to questions before a person is called as well. */
  doubtMinutes: { 'said-paid': 60, 'amount-unreadable': 5, 'receipt-used': 0 },
  /** How often the provider is asked while there is a doubt. */
  doubtLadderSeconds: [0, 15, 30, 60, 120, 300, 900, 3600],
} as const

/** The pause before try number `tries` (from 0); the last of the ladder repeats. */
export function pauseSeconds(ladder: readonly number[], tries: number): number {
  return ladder[Math.min(tries, ladder.length - 1)] ?? 60
}

export function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}
