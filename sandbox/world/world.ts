import { createAccounts, type Accounts } from './accounts.ts'
import { createChanges, type Changes } from './changes.ts'
import { createClock, type Clock } from './clock.ts'
import { createDialects, type Dialects } from '../simulators/dialects.ts'
import { createFaultRules, type FaultRules } from '../simulators/fault-rules.ts'
import { DAY_MS } from './days.ts'
import { carryFixtureDates } from './fixture-dates.ts'
import { createInbox, type Inbox } from './inbox.ts'
import { createStore, type Store } from './journal-store.ts'
import { createLines, type Lines } from './lines.ts'
import { createMovements, type Movements } from './movements.ts'
import { createNotices, type Notices } from './notices.ts'
import { createPortalAddresses, type PortalAddresses } from './portal-addresses.ts'
import { createPrompts, type Prompts } from './prompts.ts'
import { createReservations, type Reservations } from './reservations.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'
import { createWallets, type Wallets } from './wallets.ts'

/** Everything that simulators share. A simulator stores its own records in `store.collection('<face>.<what>')`. */
export type World = {
  store: Store
  clock: Clock
  scheduler: Scheduler
  changes: Changes
  lines: Lines
  wallets: Wallets
  accounts: Accounts
  reservations: Reservations
  money: Movements
  inbox: Inbox
  prompts: Prompts
  notices: Notices
  portal: PortalAddresses
  faults: FaultRules
  dialects: Dialects
  /** Resets to the agreed identities: all data is removed, and the clock runs with real time again. */
  reset(): void
  close(): Promise<void>
}

export type WorldOptions = {
  /** The folder of the journal; undefined keeps the world in memory only. */
  folder: string | undefined
  realNow?: () => number
  portalUrl?: string
  onError: (error: unknown, kind: string) => void
}

export function createWorld({ folder, realNow = Date.now, portalUrl = 'http://localhost:3000', onError }: WorldOptions): World {
  const store = createStore(folder)
  const clock = createClock({ store, realNow })
  const changes = createChanges()
  const scheduler = createScheduler({ store, clock, onError })
  const lines = createLines({ store, clock, changes })
  const wallets = createWallets({ store, changes })
  const accounts = createAccounts({ store, clock, changes })
  const reservations = createReservations({ store, clock, changes })
  const money = createMovements({ store, clock, lines, wallets, reservations, changes })
  const inbox = createInbox({ store, clock, changes })
  const prompts = createPrompts({ store, clock, scheduler, wallets, changes })
  const notices = createNotices({ clock, scheduler, changes })
  const portal = createPortalAddresses({ store, portalUrl })
  const steering = { faults: createFaultRules({ store, changes }), dialects: createDialects({ store, changes }) }
  const births = store.collection<{ realTime: number }>('births')

  function seed(): void {
    lines.seed()
    wallets.seed()
    accounts.seed()
    births.put('world', { realTime: realNow() })
  }

  function reset(): void {
    store.together(() => {
      store.clear()
      seed()
    })
    changes.announce()
  }

  const birth = births.get('world')
  if (!birth) reset()
  else {
    const days = Math.floor((realNow() - birth.realTime) / DAY_MS)
    if (days > 0) {
      store.together(() => {
        carryFixtureDates({ lines, accounts, days })
        births.put('world', { realTime: birth.realTime + days * DAY_MS })
      })
    }
  }

  async function close(): Promise<void> {
    notices.stop()
    clock.stop()
    await scheduler.stop()
    store.close()
  }

  return {
    store,
    clock,
    scheduler,
    changes,
    lines,
    wallets,
    accounts,
    reservations,
    money,
    inbox,
    prompts,
    notices,
    portal,
    ...steering,
    reset,
    close,
  }
}
