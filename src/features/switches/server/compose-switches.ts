import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { isConnectorId, isOffered, type ConnectorId } from '#shared/connector-table.ts'
import { createClosedWays } from './closed-ways.ts'
import { reopenDue } from './reopen-due.ts'
import { createSwitchDesk } from './switch-desk.ts'

type Deps = { db: Database; clock: Clock; connectors: ReadonlyMap<string, unknown> }

/** CON-8: ways to pay that staff close for a time. */
export function composeSwitches({ db, clock, connectors }: Deps) {
  const offered: ConnectorId[] = [...connectors.keys()].filter(isConnectorId).filter((id) => isOffered(id))
  return {
    closedWays: createClosedWays({ db, clock }),
    switchDesk: createSwitchDesk({ db, clock, offered }),
    offered,
    /** Opens what has reached its end; every replica calls it again and again. */
    reopenDue: (answers: (id: ConnectorId) => boolean) => reopenDue({ db, clock, answers }),
  }
}
