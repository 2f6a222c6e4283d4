/** What a page needs of script to keep itself on the phone. It stands alone: a file that two parts of an island share would be one request more. */
export const OFFLINE_SCRIPT = '/offline.js'
