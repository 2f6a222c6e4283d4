import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Language } from '#shared/language.ts'
import type { CountedAction } from '../actions.ts'
import { COUNTRY } from '#shared/operator.ts'
import { addCounts } from './analytics.store.ts'

export type EventCounter = {
  /** The result of a payment is counted without a visitor's request, so its language is `-`. */
  count(action: CountedAction, language: Language): void
  /** Writes the counts since the last write. */
  flush(): Promise<void>
}

/** Actions are counted for the portal as a whole: only views carry a page. */
const ACTIONS_PAGE = `${COUNTRY.code.toLowerCase()}_cw_portal`

const FLUSH_MS = 5_000

/**
 * API-7: counts in memory and writes a few rows every few seconds, so counting never slows visitors down. A process that dies loses its
 * unwritten counts, which does no harm.
 */
export function createEventCounter({ db, clock }: { db: Database; clock: Clock }): EventCounter {
  let counted = new Map<string, { action: CountedAction; language: Language; count: number }>()
  let timer: ReturnType<typeof setTimeout> | null = null

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    const rows = [...counted.values()]
    counted = new Map()
    const day = clock.now().toISOString().slice(0, 10)
    for (const language of new Set(rows.map((row) => row.language))) {
      const events = rows.filter((row) => row.language === language).map(({ action, count }) => ({ page: ACTIONS_PAGE, action, count }))
      await addCounts(db, { day, language, events })
    }
  }

  return {
    count(action, language) {
      const key = `${action} ${language}`
      const known = counted.get(key)
      if (known) known.count += 1
      else counted.set(key, { action, language, count: 1 })
      timer ??= setTimeout(() => void flush().catch(() => {}), FLUSH_MS).unref()
    },
    flush,
  }
}
