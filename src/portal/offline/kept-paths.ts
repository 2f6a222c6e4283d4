import { KEPT_PACK, KEPT_PAGES, pageInstead } from './offline-addresses.ts'

/** The paths of all pages stored on this phone; none where the browser refuses storage. */
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

/** OFF-1, OFF-5: the stored page that the worker serves for this path without a network; null when there is none. */
export function keptAmong(paths: readonly string[], wanted: string): string | null {
  const instead = pageInstead(wanted)
  if (paths.includes(wanted)) return wanted
  return instead !== null && paths.includes(instead.replace(/#.*/, '')) ? instead : null
}
