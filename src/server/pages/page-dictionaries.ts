import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { FinishedPage } from './page-cache.ts'

type Dictionary = { bytes: Buffer; digest: Buffer }

/**
 * RFC 9842: a page that a browser has read is the dictionary of the next ones, which then hold only what is different. Only pages that are the
 * same for everybody come here, as dictionary and as what is compressed: where nothing is secret, the length of an answer tells nothing.
 */
export type PageDictionaries = {
  /** What all of these pages carry. */
  headers: Readonly<Record<string, string>>
  /** Names the dictionary that this browser has and that shortens this page; null where there is none. */
  nameFor(headers: IncomingHttpHeaders, page: FinishedPage): string | null
  shorten(page: FinishedPage, name: string): Promise<Buffer>
  /** The page may be a dictionary from now on: what says so to the browser. */
  offer(page: FinishedPage): Promise<Readonly<Record<string, string>>>
}

/** The pages of the portal in both languages, some of them as they were before a change. */
const MOST_DICTIONARIES = 200
/**
 * Each costs the processor two milliseconds, once while the page is kept, which is a minute; whoever comes with yet another dictionary gets the
 * page as everybody does.
 */
const MOST_FOR_A_PAGE = 10
const LEVEL = 12
/** Before the frame of zstd: a frame to be skipped, which holds the digest of the dictionary. */
const DCZ_HEAD = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0x00, 0x00, 0x00])

const compress = promisify(zstdCompress)

/** Null where dictionaries live no time at all: then nothing of them is said. */
export function openPageDictionaries(lifetimeSeconds: number): PageDictionaries | null {
  if (lifetimeSeconds === 0) return null
  const known = new Map<string, Dictionary>()
  const shortened = new WeakMap<FinishedPage, Map<string, Promise<Buffer>>>()

  function keptFor(page: FinishedPage): Map<string, Promise<Buffer>> {
    const kept = shortened.get(page) ?? new Map<string, Promise<Buffer>>()
    shortened.set(page, kept)
    return kept
  }

  return {
    // A dictionary lives as long as its page may be shown. Browsers ask anew for pages all the same, and for every other cookie.
    headers: {
      vary: 'accept-encoding, available-dictionary, cookie',
      'cache-control': `private, max-age=0, stale-while-revalidate=${lifetimeSeconds}`,
    },
    nameFor(headers, page) {
      const name = headers['available-dictionary']
      if (typeof name !== 'string' || !known.has(name) || !/\bdcz\b/.test(String(headers['accept-encoding']))) return null
      const kept = keptFor(page)
      return kept.has(name) || kept.size < MOST_FOR_A_PAGE ? name : null
    },
    shorten(page, name) {
      const kept = keptFor(page)
      const bytes = kept.get(name) ?? compressed(page, known.get(name))
      kept.set(name, bytes)
      return bytes
    },
    async offer(page) {
      const { bytes } = await page.body.encode('')
      const digest = createHash('sha256').update(bytes).digest()
      const name = `:${digest.toString('base64')}:`
      known.delete(name)
      known.set(name, { bytes, digest })
      const [oldest] = known.keys()
      if (known.size > MOST_DICTIONARIES && oldest !== undefined) known.delete(oldest)
      return { 'use-as-dictionary': 'match="/*", match-dest=("document")' }
    },
  }
}

async function compressed(page: FinishedPage, dictionary: Dictionary | undefined): Promise<Buffer> {
  if (!dictionary) throw new Error('a dictionary was forgotten while a page was compressed')
  const { bytes } = await page.body.encode('')
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL }
  const frame = await compress(bytes, { dictionary: dictionary.bytes, params })
  return Buffer.concat([DCZ_HEAD, dictionary.digest, frame])
}
