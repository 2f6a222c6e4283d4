/** Files for offline use. Their URLs hold no content hash: phones have no other way to learn of a new version. */
export const OFFLINE_PAGE = '/offline.html'
export const SERVICE_WORKER = '/service-worker.js'

/** Tells the shell that the navigation failed and the page stays open. */
export const KEPT_EVENT = 'guichet:kept'

/** The worker's message to the page being left: the server could not be reached at this URL. */
export type Unreached = { unreached: string; isPost: boolean }

/** OFF-1: the cache of visited pages, by path and language. */
export const KEPT_PAGES = 'kept-pages'
/** OFF-5: the cache of pages fetched on request. Visited pages do not evict them. */
export const KEPT_PACK = 'kept-pack'

/**
 * Information pages, the same for all visitors. Nothing else is ever stored, and nothing of a payment. Saved receipts are shown by the
 * offline page itself, which needs no other file.
 */
export const KEEPABLE =
  /^(?!\/on-this-phone\/receipts)\/(gethelp|storeLocator|store-locator|store_finder|table|about|contact-us|on-this-phone)(\/|$)/

/** OFF-5: a page of the pack: its compressed size in bytes, and a version that changes with its content. */
export type PackPage = { path: string; version: string; bytes: number }
export const packPath = (language: string): string => `/pack-${language}.json`
export const PACK_PAGES = ['/gethelp/all', '/storeLocator/all', '/table', '/gethelp/ussd', '/contact-us', '/on-this-phone'] as const

/** A page's message to the worker: fetch these, or (when empty) stop. The worker replies with each fetched path, and null after a cut. */
export type PackRequest = { pack: Pick<PackPage, 'path' | 'version'>[] }

/** The page of the pack that holds another page's content: all help, and all shops, are on one page each. */
export function pageInstead(path: string): string | null {
  const [, section, question] = /^\/(gethelp|store)(?:.*\/question\/(\d+))?/.exec(path) ?? []
  if (section === 'gethelp') return `/gethelp/all${question ? `#q${question}` : ''}`
  return section ? '/storeLocator/all' : null
}
