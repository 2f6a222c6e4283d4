import type { Observation } from '../payment-connector.ts'

export const TRANSACTION_STATES = {
  completed: 'paid',
  pending: 'pending',
  reversed: 'refunded',
  failed: 'declined',
} as const satisfies Record<string, Observation['state']>

/** The standard leaves `transactionStatus` open: what the words of this wallet mean, in lower case. */
export type StatusWords = Readonly<Record<string, 'completed' | 'pending' | 'failed' | 'reversed'>>

/** The standard's word for a wallet's own, which may be in any case. */
export function standardWord(status: string, words: StatusWords = {}): string {
  const word = status.trim().toLowerCase()
  return (Object.hasOwn(words, word) ? words[word] : undefined) ?? word
}
