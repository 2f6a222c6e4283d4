const ANY_ORIGIN = 'https://portal.invalid'

/**
 * The given address as a path of this portal, or the home page. '//elsewhere', '/\elsewhere' and whole addresses would leave
 * it: they are resolved as a browser resolves them and refused when the origin changes.
 */
export function pathInsidePortal(text: string): string {
  if (!text.startsWith('/') || text.length > 2000) return '/'
  try {
    const url = new URL(text, ANY_ORIGIN)
    return url.origin === ANY_ORIGIN ? url.pathname + url.search : '/'
  } catch {
    return '/'
  }
}
