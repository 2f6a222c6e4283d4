/** What stands behind an address in a message or a sentence. */
const TRAILING = /(?:[.,;:!?)\]}>'"»”]|%(?:29|5D|3E|22|27|C2%BB|E2%80%9D))+$/i

/**
 * ROUTE-1: the address of a page that was written in other letters, or copied with the sign behind it; null when no page is meant. Parts
 * that name something, such as a link, stay as they are.
 */
export function knownSpelling(paths: readonly string[], pathname: string): string | null {
  const asked = (pathname.replace(TRAILING, '') || '/').split('/')
  for (const path of paths) {
    const parts = path.split('/')
    if (path.endsWith('*') || parts.length !== asked.length) continue
    const isSame = parts.every((part, at) => part.startsWith(':') || part.toLowerCase() === asked[at]?.toLowerCase())
    const known = parts.map((part, at) => (part.startsWith(':') ? asked[at] : part)).join('/')
    if (isSame && known !== pathname) return known
  }
  return null
}
