/** Ages by which the queue is filtered. */
export const AGES_HOURS = [1, 6, 24, 48] as const
/** A person decides within this time. */
export const PROMISED_HOURS = 72
/** Payments of one act in bulk. */
export const MAX_AT_ONCE = 50

export type Who = 'all' | 'mine' | 'free'
