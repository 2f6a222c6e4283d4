/** A path of the console with its query: nothing that a browser could take for another host. '/' for anything else. */
export function safePath(given: unknown): string {
  if (typeof given !== 'string' || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,600}$/.test(given)) return '/'
  const base = 'http://console.invalid'
  const url = URL.parse(given, base)
  return url?.origin === base ? url.pathname + url.search : '/'
}
