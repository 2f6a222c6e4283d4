import type { EncodedBody } from './encoded-body.ts'

/** A page as it leaves the house: ready to send, with the policy that allows its own scripts. */
export type FinishedPage = {
  status: number
  headers: Record<string, string>
  policy: string
  etag: string
  body: EncodedBody
}

export type PageCache = {
  get(key: string): FinishedPage | undefined
  set(key: string, page: FinishedPage): void
}

/** Bounded in count and in age; the page that was not asked for the longest goes first. */
export function createPageCache({ mostPages, lifetimeMs, now }: { mostPages: number; lifetimeMs: number; now: () => number }): PageCache {
  const pages = new Map<string, { page: FinishedPage; expires: number }>()
  return {
    get(key) {
      const kept = pages.get(key)
      if (!kept) return undefined
      pages.delete(key)
      if (kept.expires <= now()) return undefined
      pages.set(key, kept)
      return kept.page
    },
    set(key, page) {
      pages.delete(key)
      pages.set(key, { page, expires: now() + lifetimeMs })
      const oldest = pages.keys().next()
      if (pages.size > mostPages && !oldest.done) pages.delete(oldest.value)
    },
  }
}
