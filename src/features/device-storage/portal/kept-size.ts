/** An event: a part of the page has changed how much is stored. */
export const CHANGED_EVENT = 'guichet:phone-changed'

/** Measures, then shows. Of parallel runs only the last started one shows: an earlier result may have been erased since. */
export function lastLook<Seen>(look: () => Promise<Seen>, show: (seen: Seen) => void): () => Promise<void> {
  let last = 0
  return async () => {
    const mine = ++last
    const seen = await look()
    if (mine === last) show(seen)
  }
}

const KILOBYTE = 1000
/** A character in storage takes two bytes. */
const BYTES_OF_LETTER = 2

/** How many pages these caches hold, and how much they take. */
export async function keptSize(names: readonly string[]): Promise<{ count: number; bytes: number }> {
  const sizes = await Promise.all(names.map(async (name) => ((await caches.has(name)) ? sizesIn(await caches.open(name)) : [])))
  const all = sizes.flat()
  return { count: all.length, bytes: sum(all) }
}

async function sizesIn(cache: Cache): Promise<number[]> {
  const pages = await cache.matchAll()
  return Promise.all(pages.map(async (page) => (await page.blob()).size))
}

/** The content of local and session storage; nothing if the browser refuses it. */
export function storedBytes(): number {
  return sum([() => localStorage, () => sessionStorage].map(bytesIn))
}

function bytesIn(open: () => Storage): number {
  try {
    return sum(Object.entries(open()).map(([key, value]) => (key.length + String(value).length) * BYTES_OF_LETTER))
  } catch {
    return 0
  }
}

export function inKilobytes(bytes: number): number {
  return Math.ceil(bytes / KILOBYTE)
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0)
}
