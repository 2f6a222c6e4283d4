/** The script that stores a page on the phone. A separate constant: a file shared by two parts of an island would cost another request. */
export const OFFLINE_SCRIPT = '/offline.js'
