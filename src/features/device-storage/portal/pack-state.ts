import { KEPT_PACK, packPath, type PackPage } from '#portal/offline/offline-addresses.ts'

/**
 * Compares the fetched pack with the one that the portal offers: nothing yet, a part, partly outdated, or complete. Without a network
 * nothing is offered, and what is stored counts as complete.
 */
export type PackState = { name: 'none' | 'offer' | 'some' | 'renew' | 'whole'; count: number; missing: PackPage[]; bytes: number }

export function packState(offered: readonly PackPage[], kept: ReadonlyMap<string, string>): PackState {
  const missing = offered.filter(({ path, version }) => kept.get(path) !== version)
  const bytes = missing.reduce((sum, page) => sum + page.bytes, 0)
  return { name: stateName(offered, { missing, kept }), count: offered.length, missing, bytes }
}

type Compared = { missing: readonly PackPage[]; kept: ReadonlyMap<string, string> }

function stateName(offered: readonly PackPage[], { missing, kept }: Compared): PackState['name'] {
  if (offered.length === 0) return kept.size > 0 ? 'whole' : 'none'
  if (missing.length === 0) return 'whole'
  const known = offered.filter(({ path }) => kept.has(path))
  if (known.length === offered.length) return 'renew'
  return known.length > 0 ? 'some' : 'offer'
}

export async function readPack(language: string): Promise<PackPage[]> {
  const answer = await fetch(packPath(language)).catch(() => null)
  if (!answer?.ok) return []
  const { pages }: { pages?: PackPage[] } = await answer.json().catch(() => ({}))
  return pages ?? []
}

/** Path and version of the pages fetched in this language. Throws if the browser refuses storage. */
export async function keptVersions(language: string): Promise<Map<string, string>> {
  if (!(await caches.has(KEPT_PACK))) return new Map()
  const cache = await caches.open(KEPT_PACK)
  const names = (await cache.keys()).filter(({ url }) => new URL(url).search === `?${language}`)
  return new Map(
    await Promise.all(
      names.map(async (name) => [new URL(name.url).pathname, (await cache.match(name))?.headers.get('x-version') ?? ''] as const),
    ),
  )
}
