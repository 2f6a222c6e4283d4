import type { EncodedBody } from './encoded-body.ts'
import type { ReadyAnswer } from './front-door.ts'

/** A page as it leaves the house: ready to send, with the policy that allows its own scripts. */
export type FinishedPage = {
  status: number
  headers: Record<string, string>
  policy: string
  etag: string
  body: EncodedBody
  /** As it was sent already, see front-door.ts. */
  answers: Map<string, ReadyAnswer>
}

export type PageCache = {
  get(key: string): FinishedPage | undefined
  set(key: string, page: FinishedPage): void
}

/** Bounded in count and in age; the page that was not asked for the longest goes first. */
export function createPageCache({ mostPages, lifetimeMs, now }: { mostPages: number; lifetimeMs: number; now: () => number }): PageCache {
  const pages = new Map<string, { page: FinishedPage; expires: number; lastAsked: number }>()
  let asked = 0

  function forgetOne(): void {
    const [oldest] = [...pages].toSorted(([, one], [, other]) => one.lastAsked - other.lastAsked)
    if (oldest) pages.delete(oldest[0])
  }

  return {
    get(key) {
      const kept = pages.get(key)
      if (!kept) return undefined
      if (kept.expires <= now()) {
        pages.delete(key)
        return undefined
      }
      // Asking is far more frequent than keeping: the order is found out when one must go.
      kept.lastAsked = asked += 1
      return kept.page
    },
    set(key, page) {
      pages.set(key, { page, expires: now() + lifetimeMs, lastAsked: (asked += 1) })
      if (pages.size > mostPages) forgetOne()
    },
  }
}
