import type { Clock } from '#server/clock.ts'

export type Remembered<Value> = {
  /** The remembered value, or what `fetch` brings; null is answered but not remembered. */
  read(key: string, fetch: () => Promise<Value | null>): Promise<Value | null>
}

/** Keeps answers of slow or costly services for a while; the one that was not asked for the longest goes first. */
export function rememberedFor<Value>({ clock, lifetimeMs, most }: { clock: Clock; lifetimeMs: number; most: number }): Remembered<Value> {
  const kept = new Map<string, { value: Value; expires: number }>()
  return {
    async read(key, fetch) {
      const now = clock.now().getTime()
      const entry = kept.get(key)
      kept.delete(key)
      if (entry && entry.expires > now) {
        kept.set(key, entry)
        return entry.value
      }
      const value = await fetch()
      if (value === null) return null
      kept.set(key, { value, expires: now + lifetimeMs })
      const oldest = kept.keys().next()
      if (kept.size > most && !oldest.done) kept.delete(oldest.value)
      return value
    },
  }
}
