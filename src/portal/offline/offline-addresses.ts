/** What a phone keeps for when there is no network. Not by their content: whoever asks for them has no other way to know of a new one. */
export const OFFLINE_PAGE = '/offline.html'
export const SERVICE_WORKER = '/service-worker.js'
/** What a page needs of script for it. */
export const OFFLINE_SCRIPT = '/offline.js'

/** Tells the shell that the page was not left after all. */
export const KEPT_EVENT = 'guichet:kept'

/** What the worker asks the page that is being left: the server could not be reached at this address. */
export type Unreached = { unreached: string; isPost: boolean }

/** OFF-1: where pages that were seen are kept. Each by its path and its language. */
export const KEPT_PAGES = 'kept-pages'

/** Pages that inform, and are the same for everybody. Nothing else is ever kept, and nothing of a payment. */
export const KEEPABLE = /^\/(gethelp|storeLocator|store-locator|store_finder|table|about|contact-us|on-this-phone)(\/|$)/
