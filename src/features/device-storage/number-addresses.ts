/** RECENT-1: the storage key of paid numbers. One entry, so that two tabs never see half of a change. */
export const NUMBERS_KEY = 'kept-numbers'

/** The script that offers saved numbers. Its URL has no content hash: editors change its texts, and pages could not learn a new URL. */
export const OFFERED_NUMBERS_SCRIPT = '/kept-numbers.js'
