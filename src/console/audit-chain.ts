import { verifyAudit, type AuditVerdict } from '#features/audit/server/audit-log.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'

/** The last check of the whole chain, and when it ended. */
export type ChainVerdict = AuditVerdict & { at: Date }

export type AuditChain = {
  /** Starts a check when the last one is old, and waits for it a moment; null while the first one runs. */
  verdict(): Promise<ChainVerdict | null>
}

const CHECKED_MS = 10 * 60_000
const WAIT_MS = 1_500

/** The whole log is read for a check: all readers share one. */
export function createAuditChain({ db, clock }: { db: Database; clock: Clock }): AuditChain {
  let last: ChainVerdict | null = null
  let running: Promise<void> | null = null

  async function check(): Promise<void> {
    const verdict = await verifyAudit(db)
    last = { ...verdict, at: clock.now() }
  }

  return {
    async verdict() {
      const isOld = last === null || clock.now().getTime() - last.at.getTime() > CHECKED_MS
      if (isOld) running ??= check().finally(() => (running = null))
      if (running) await Promise.race([running, new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS).unref())])
      return last
    },
  }
}
