/**
 * The one rule for every address from outside or from an editor. It checks its own result, because the parser's view of the input is not
 * enough: 'new URL("/.//elsewhere", ours)' stays on our origin, and its path '//elsewhere' leaves it when followed. The function is
 * idempotent: its result is returned unchanged.
 */

const ANY_ORIGIN = 'https://portal.invalid'
const MAX_PATH = 2000
const MAX_LINK = 300

/** Browsers and parsers drop these characters anywhere: the parsed text then differs from the written one. */
const CONTROLS = /\p{Cc}/u

/**
 * Segments that are not empty. Dots, slashes, backslashes, percent signs and controls in disguise ('%2e', '%2f', '%5c', '%252f', '%09')
 * have no place in a path of ours: a client or proxy that decodes twice would follow them.
 */
const OWN_PATH = /^(?:\/(?:[A-Za-z0-9_~.!$&'()*+,;=:@-]|%(?!0|1|25|2[EF]|5C|7F)[0-9A-F]{2})+)*\/?$/i

/** The given address as a path of this portal with its query, or the home page. */
export function pathInsidePortal(text: string): string {
  return insidePath(text) ?? '/'
}

/** A link of an editor: a page of the portal, an https URL, a phone number or a mail address; null for any other. */
export function editorLink(text: string): string | null {
  if (text.length > MAX_LINK || CONTROLS.test(text)) return null
  if (text.startsWith('/')) return insidePath(text)
  if (/^tel:\+?[0-9]{2,15}$/.test(text)) return text
  if (/^mailto:[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(text)) return text
  // The host must directly follow the slashes: 'https://portal@elsewhere.test' shows one name and leads to another.
  if (!/^https:\/\/[a-z0-9.-]+(?::[0-9]{1,5})?(?:[/?#][^\s\\<>"]*)?$/i.test(text)) return null
  const href = URL.parse(text)?.href ?? null
  return href !== null && href.length <= MAX_LINK ? href : null
}

/**
 * The gateway's page that the visitor is sent to, when its origin is one of that gateway's pay pages; null otherwise. The address comes
 * from a response and is not trusted: it must not be able to send visitors elsewhere.
 */
export function gatewayPage(address: string, origins: readonly string[]): string | null {
  const url = CONTROLS.test(address) ? null : URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  return origins.includes(url.origin) ? url.href : null
}

function insidePath(text: string): string | null {
  if (!text.startsWith('/') || text.length > MAX_PATH || CONTROLS.test(text) || /^[^?#]*\\/.test(text)) return null
  const url = URL.parse(text, ANY_ORIGIN)
  if (url?.origin !== ANY_ORIGIN || !OWN_PATH.test(url.pathname) || !isDecodable(url.pathname)) return null
  const path = url.pathname + url.search
  // Escaping makes a query longer: a result that the next check would refuse is refused now.
  return path.length <= MAX_PATH ? path : null
}

/** '%c0%af' is invalid text, and a slash to a lenient decoder. */
function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}
