import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { breakOff, endWhenSilent, endWhenUnreplicated, makeReadOnly } from './connection-care.ts'

/**
 * Whether the database takes writes. With synchronous standbys a primary that has lost them all still reads, but keeps every commit waiting
 * without end; nothing in PostgreSQL bounds that wait. So one connection writes a beat every second, and nobody else finds out the hard way.
 */
export type WriteWatch = {
  /** False while the last beat is late: then connections are read-only, and whoever would write is refused at once. */
  isOpen(): boolean
  /** How long the last beat took to be kept, or has been waiting; null before the first. */
  beatSeconds(): number | null
  stop(): Promise<void>
}

type Pace = { everyMs: number; lateMs: number; lostMs: number }
type Beat = { beganMs: number; tookMs: number | null }
type Watched = { pool: pg.Pool; databaseUrl: string; onChange?: (isOpen: boolean) => void; pace?: Partial<Pace> }

/** A healthy commit takes milliseconds; what takes three seconds is no disk that is merely busy. A beat is lost when its connection must be. */
const PACE: Pace = { everyMs: 1_000, lateMs: 3_000, lostMs: 60_000 }

/** While nothing can be written, so much more often: everybody waits for the first beat that is kept. */
const EAGERNESS = 4

/** A message in the journal that no table holds and nobody reads: the smallest thing whose commit waits for the standby. */
const BEAT = `select pg_logical_emit_message(true, 'guichet', '')`

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
      await (await connected()).query(BEAT)
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
      // One that still waits would wait on: its socket is closed under it.
      if (client) breakOff(client)
    },
  }
}

/** While the gate is closed, everybody's connection refuses to write: a clear answer from the database itself, before anything is begun. */
function guardPool(pool: pg.Pool, isOpen: () => boolean): { breakOffWaiting(): void } {
  const inUse = new Set<pg.PoolClient>()
  // A new connection takes no question before it is handed over, hence apart from the others.
  pool.options.onConnect = (client) => makeReadOnly(client, !isOpen())
  pool.on('acquire', (client) => {
    inUse.add(client)
    void makeReadOnly(client, !isOpen())
  })
  pool.on('release', (_error, client) => inUse.delete(client))
  pool.on('remove', (client) => inUse.delete(client))
  return {
    // What is in use now may be waiting for the standby: the pool would stay empty for those who only read.
    breakOffWaiting() {
      for (const client of inUse) breakOff(client)
    },
  }
}
