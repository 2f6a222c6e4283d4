/** RECENT-1: where a phone keeps the numbers that were paid for on it. One entry, so that two tabs never see half of a change. */
export const NUMBERS_KEY = 'kept-numbers'

/** What offers them. Not by its content: its words are the operator's, and whoever asks for it has no other way to know of new ones. */
export const OFFERED_NUMBERS_SCRIPT = '/kept-numbers.js'
