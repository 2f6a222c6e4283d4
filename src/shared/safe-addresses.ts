/**
 * The one rule for every address that comes from outside or from an editor. It is kept by its result and not by what the parser says about the
 * input: 'new URL("/.//elsewhere", ours)' stays on our origin, and its path '//elsewhere' leaves it when followed. Fed in again, a result is itself.
 */

const ANY_ORIGIN = 'https://portal.invalid'
const LONGEST_PATH = 2000
const LONGEST_LINK = 300

/** Browsers and parsers drop these where they stand: what is read is then not what was written. */
const CONTROLS = /\p{Cc}/u

/**
 * Segments that are not empty. Dots, slashes, backslashes, percent signs and controls in disguise ('%2e', '%2f', '%5c', '%252f', '%09') have no
 * place in a path of ours, and whoever decodes once too often would follow them.
 */
const OWN_PATH = /^(?:\/(?:[A-Za-z0-9_~.!$&'()*+,;=:@-]|%(?!0|1|25|2[EF]|5C|7F)[0-9A-F]{2})+)*\/?$/i

/** The given address as a path of this portal with its query, or the home page. */
export function pathInsidePortal(text: string): string {
  return insidePath(text) ?? '/'
}

/** A link of an editor: a place of the portal, an https address, a number to call or a mail address; null for anything else. */
export function editorLink(text: string): string | null {
  if (text.length > LONGEST_LINK || CONTROLS.test(text)) return null
  if (text.startsWith('/')) return insidePath(text)
  if (/^tel:\+?[0-9]{2,15}$/.test(text)) return text
  if (/^mailto:[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(text)) return text
  // The host stands plainly after the slashes: 'https://portal@elsewhere.test' shows one name and leads to another.
  if (!/^https:\/\/[a-z0-9.-]+(?::[0-9]{1,5})?(?:[/?#][^\s\\<>"]*)?$/i.test(text)) return null
  const href = URL.parse(text)?.href ?? null
  return href !== null && href.length <= LONGEST_LINK ? href : null
}

/**
 * The page of a gateway that the visitor is sent to, when it lies where that gateway's pages lie; null otherwise. An address in an answer is a
 * stranger's word: it must not be able to send visitors elsewhere.
 */
export function gatewayPage(address: string, origins: readonly string[]): string | null {
  const url = CONTROLS.test(address) ? null : URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  return origins.includes(url.origin) ? url.href : null
}

function insidePath(text: string): string | null {
  if (!text.startsWith('/') || text.length > LONGEST_PATH || CONTROLS.test(text) || /^[^?#]*\\/.test(text)) return null
  const url = URL.parse(text, ANY_ORIGIN)
  if (url?.origin !== ANY_ORIGIN || !OWN_PATH.test(url.pathname) || !isDecodable(url.pathname)) return null
  const path = url.pathname + url.search
  // Escaping makes a query longer: what would be refused the next time is refused now.
  return path.length <= LONGEST_PATH ? path : null
}

/** '%c0%af' is no text, and a slash to whoever reads it carelessly. */
function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}
