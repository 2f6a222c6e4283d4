import { appendAudit } from '#features/audit/server/audit-log.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import type { ConsoleRequest, FullNumberTarget } from '../console-request.ts'
import * as store from './session.store.ts'
import type { ConsoleSession } from './sessions.ts'

export const FULL_NUMBER_SECONDS = 60

type Deps = Pick<ConsoleDeps, 'db' | 'clock'> & { session: Pick<ConsoleSession, 'id' | 'staff'> }

/** CON-10: full numbers for one minute, for one session, with a reason, on record; and whether this page shows one. */
export function watchFullNumbers({ db, clock, session }: Deps): {
  ask: Pick<ConsoleRequest, 'fullNumberUntil' | 'showFullNumber'>
  /** The earliest end of what this page shows; null when everything is masked. */
  endsAt(): Date | null
} {
  const ends: number[] = []
  return {
    endsAt: () => (ends.length > 0 ? new Date(Math.min(...ends)) : null),
    ask: {
      async fullNumberUntil(target) {
        const until = await store.fullNumberUntil(db, { sessionId: session.id, target }, clock.now())
        if (until) ends.push(until.getTime())
        return until
      },
      showFullNumber: (target, reason) =>
        db.transaction().execute(async (tx) => {
          const endsAt = new Date(clock.now().getTime() + FULL_NUMBER_SECONDS * 1000)
          await store.showFullNumber(tx, { sessionId: session.id, target }, endsAt)
          await appendAudit(tx, entryOf(session, target, reason))
        }),
    },
  }
}

function entryOf({ staff }: Deps['session'], target: FullNumberTarget, reason: string) {
  return { actor: staff, act: 'see-number', outcome: 'done', target, detail: { reason, seconds: FULL_NUMBER_SECONDS } } as const
}
