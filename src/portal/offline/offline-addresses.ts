/** What a phone keeps for when there is no network. Not by their content: whoever asks for them has no other way to know of a new one. */
export const OFFLINE_PAGE = '/offline.html'
export const SERVICE_WORKER = '/service-worker.js'

/** Tells the shell that the page was not left after all. */
export const KEPT_EVENT = 'guichet:kept'

/** What the worker asks the page that is being left: the server could not be reached at this address. */
export type Unreached = { unreached: string; isPost: boolean }

/** OFF-1: where pages that were seen are kept. Each by its path and its language. */
export const KEPT_PAGES = 'kept-pages'
/** OFF-5: where pages are kept that were fetched on purpose. They do not go because others were seen. */
export const KEPT_PACK = 'kept-pack'

/**
 * Pages that inform, and are the same for everybody. Nothing else is ever kept, and nothing of a payment. Kept receipts are shown by the offline page
 * itself, which needs no other file.
 */
export const KEEPABLE =
  /^(?!\/on-this-phone\/receipts)\/(gethelp|storeLocator|store-locator|store_finder|table|about|contact-us|on-this-phone)(\/|$)/

/** OFF-5: what is fetched on purpose, and what each page is worth: its bytes on the way, and a version that changes with it. */
export type PackPage = { path: string; version: string; bytes: number }
export const packPath = (language: string): string => `/pack-${language}.json`
export const PACK_PAGES = ['/gethelp/all', '/storeLocator/all', '/table', '/gethelp/ussd', '/contact-us', '/on-this-phone'] as const

/** What the page of the phone asks the worker: to fetch these, or (none) to stop fetching. It is told each path that has come, and null after a cut. */
export type PackWish = { pack: Pick<PackPage, 'path' | 'version'>[] }

/** Where the answer stands that a page would have given: all of the help, and all shops, are on one page each. */
export function pageInstead(path: string): string | null {
  const [, room, question] = /^\/(gethelp|store)(?:.*\/question\/(\d+))?/.exec(path) ?? []
  if (room === 'gethelp') return `/gethelp/all${question ? `#q${question}` : ''}`
  return room ? '/storeLocator/all' : null
}
