import { KEPT_PACK, KEPT_PAGES, pageInstead } from './offline-addresses.ts'

/** The paths of all pages that this phone keeps; none where the browser keeps nothing. */
export async function keptPaths(): Promise<string[]> {
  try {
    const kept = await Promise.all(
      [KEPT_PAGES, KEPT_PACK].map(async (name) => ((await caches.has(name)) ? (await caches.open(name)).keys() : [])),
    )
    return kept.flat().map(({ url }) => new URL(url).pathname)
  } catch {
    return []
  }
}

/** OFF-1, OFF-5: where the worker leads when this page is wanted without a network; null when nothing is kept for it. */
export function keptAmong(paths: readonly string[], wanted: string): string | null {
  const instead = pageInstead(wanted)
  if (paths.includes(wanted)) return wanted
  return instead !== null && paths.includes(instead.replace(/#.*/, '')) ? instead : null
}
