import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { breakOff, endWhenSilent, endWhenUnreplicated, makeReadOnly } from './connection-care.ts'

/**
 * Whether the database accepts writes. With synchronous standbys a primary that has lost them all still reads, but every commit waits
 * without end; PostgreSQL has no timeout for that wait. So one connection writes a heartbeat every second, and no other query has to
 * discover the outage.
 */
export type WriteWatch = {
  /** False while the last heartbeat is late: then connections are read-only, and writes fail at once. */
  isOpen(): boolean
  /** How long the last heartbeat took to commit, or has been waiting; null before the first. */
  beatSeconds(): number | null
  stop(): Promise<void>
}

type Pace = { everyMs: number; lateMs: number; lostMs: number }
type Beat = { beganMs: number; tookMs: number | null }
type Watched = { pool: pg.Pool; databaseUrl: string; onChange?: (isOpen: boolean) => void; pace?: Partial<Pace> }

/**
 * A healthy commit takes milliseconds; three seconds are more than a busy disk needs. A heartbeat is abandoned when its connection must be
 * closed.
 */
const PACE: Pace = { everyMs: 1_000, lateMs: 3_000, lostMs: 60_000 }

/** The shorter interval while writes fail: all writes wait for the first heartbeat that commits. */
const EAGERNESS = 4

/** A message in the write-ahead log that is in no table and has no reader: the smallest write whose commit waits for the standby. */
const BEAT = `select pg_logical_emit_message(true, 'guichet', ''), current_setting('transaction_read_only') = 'on' as is_read_only`

/** The server answers, and refuses every change of a row. */
export class TakesNoWrites extends Error {}

/**
 * Commits one heartbeat, or throws. PostgreSQL accepts the message in read-only transactions too, so the query also returns their state.
 */
export async function writeOnce(database: pg.Client | pg.Pool): Promise<void> {
  const { rows } = await database.query<{ is_read_only: boolean }>(BEAT)
  if (rows[0]?.is_read_only) throw new TakesNoWrites('the database takes no writes')
}

export function watchWrites({ pool, databaseUrl, onChange = () => {}, pace = {} }: Watched): WriteWatch {
  const { everyMs, lateMs, lostMs } = { ...PACE, ...pace }
  const ending = new AbortController()
  let isOpen = true
  let client: pg.Client | null = null
  let beat: Beat | null = null
  const gate = guardPool(pool, () => isOpen)

  function turn(isNowOpen: boolean): void {
    if (isOpen === isNowOpen || ending.signal.aborted) return
    isOpen = isNowOpen
    if (!isOpen) gate.breakOffWaiting()
    onChange(isOpen)
  }

  async function connected(): Promise<pg.Client> {
    if (client) return client
    const fresh = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: lateMs, application_name: 'guichet beat' })
    client = fresh
    fresh.on('error', () => (client = null))
    await fresh.connect()
    endWhenSilent(fresh, lostMs)
    endWhenUnreplicated(fresh)
    return fresh
  }

  async function writeBeat(): Promise<void> {
    const begun: Beat = { beganMs: performance.now(), tookMs: null }
    beat = begun
    const late = setTimeout(() => turn(false), lateMs)
    try {
      await writeOnce(await connected())
      begun.tookMs = performance.now() - begun.beganMs
      turn(true)
    } catch {
      turn(false)
      void client?.end().catch(() => {})
      client = null
    } finally {
      clearTimeout(late)
    }
  }

  async function beatOn(): Promise<void> {
    while (!ending.signal.aborted) {
      await writeBeat()
      await pause(isOpen ? everyMs : everyMs / EAGERNESS, undefined, { signal: ending.signal, ref: false }).catch(() => {})
    }
  }
  void beatOn()

  return {
    isOpen: () => isOpen,
    beatSeconds: () => beat && (beat.tookMs ?? performance.now() - beat.beganMs) / 1000,
    async stop() {
      ending.abort()
      // A pending heartbeat would wait on: its socket is closed.
      if (client) breakOff(client)
    },
  }
}

/** While writes are blocked, every connection is read-only: a clear error from the database itself, before anything is begun. */
function guardPool(pool: pg.Pool, isOpen: () => boolean): { breakOffWaiting(): void } {
  const inUse = new Set<pg.PoolClient>()
  // A new connection accepts no query before it is handed over, hence it is handled separately.
  pool.options.onConnect = (client) => makeReadOnly(client, !isOpen())
  pool.on('acquire', (client) => {
    inUse.add(client)
    void makeReadOnly(client, !isOpen())
  })
  pool.on('release', (_error, client) => inUse.delete(client))
  pool.on('remove', (client) => inUse.delete(client))
  return {
    // Connections in use may be waiting for the standby: the pool would stay empty for reads.
    breakOffWaiting() {
      for (const client of inUse) breakOff(client)
    },
  }
}
