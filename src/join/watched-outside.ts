import type pg from 'pg'
import type { SmsOutcome, SmsSender } from '#features/one-time-code/server/sms-sender.ts'
import { CIRCUIT_STATES } from '#outbound/circuit.ts'
import { SYSTEM_STATES, type SystemState } from '#outbound/system-guard.ts'
import type { GuardedConnector } from '#payment-connectors/guard-connector.ts'
import type { Timekeeper } from '#server/database-clock.ts'
import type { WriteWatch } from '#server/database/write-watch.ts'
import { readReplication } from '#server/database/replication-figures.ts'
import type { MetricOf } from '#server/logging/metric-table.ts'
import { createMetrics, type Metrics } from '#server/logging/metrics.ts'
import type { Figure } from '#server/logging/sampled-figures.ts'

type Watched = { sms: SmsSender; health?: () => Record<string, SystemState>; timekeeper?: Timekeeper; writes?: WatchedWrites }
export type WatchedWrites = Pick<WriteWatch, 'isOpen' | 'beatSeconds'>

const READY_SECONDS = 5
const REPLICATION_SECONDS = 15

const SMS_OUTCOMES: readonly SmsOutcome['kind'][] = ['accepted', 'refused', 'unavailable', 'unknown']

/** Figures about this replica, its database and the systems outside; with the SMS sender that counts. */
export function watchOutside({ sms, health, timekeeper, writes }: Watched, pool: pg.Pool, checkReady: () => Promise<void>) {
  const metrics = createMetrics()
  if (timekeeper) metrics.watch(() => [{ name: 'guichet_clock_seconds_ahead', value: timekeeper.secondsAhead() }])
  if (writes) metrics.watch(() => writeFigures(writes))
  if (health) metrics.watch(() => systemFigures(health()))
  const readReady = async (): Promise<Figure[]> => [{ name: 'guichet_ready', value: await oneIf(checkReady) }]
  metrics.sample({ part: 'ready', everySeconds: READY_SECONDS, read: readReady })
  metrics.sample({ part: 'replication', everySeconds: REPLICATION_SECONDS, read: () => readReplication(pool) })
  return { metrics, sms: countedSms(sms, metrics) }
}

async function oneIf(check: () => Promise<void>): Promise<number> {
  return check().then(
    () => 1,
    () => 0,
  )
}

function writeFigures(writes: WatchedWrites): Figure[] {
  const seconds = writes.beatSeconds()
  const beat: Figure[] = seconds === null ? [] : [{ name: 'guichet_database_commit_seconds', value: seconds }]
  return [{ name: 'guichet_database_takes_writes', value: Number(writes.isOpen()) }, ...beat]
}

function systemFigures(systems: Record<string, SystemState>): Figure[] {
  const states = Object.entries(systems)
  return [
    { name: 'guichet_systems_down', value: states.filter(([, state]) => state === 'down').length },
    ...states.flatMap(([system, state]) => stateSet('guichet_system_state', { system }, SYSTEM_STATES, state)),
  ]
}

/** How each way to pay has been answering; nothing is called to find out. */
export function watchCircuits(metrics: Metrics, connectors: ReadonlyMap<string, Pick<GuardedConnector, 'circuits'>>): void {
  metrics.watch(() =>
    [...connectors].flatMap(([connector, { circuits }]) =>
      Object.entries(circuits()).flatMap(([room, state]) =>
        stateSet('guichet_provider_circuit', { connector, room }, CIRCUIT_STATES, state),
      ),
    ),
  )
}

/** One figure for every state there is, so that a rule finds it before it first happens. */
function stateSet(name: MetricOf<'gauge'>, labels: Record<string, string>, states: readonly string[], current: string): Figure[] {
  return states.map((state) => ({ name, labels: { ...labels, state }, value: Number(state === current) }))
}

/** Whoever sends, what the SMS centre said is counted. */
function countedSms(sms: SmsSender, metrics: Metrics): SmsSender {
  for (const outcome of SMS_OUTCOMES) metrics.count('guichet_sms_total', { outcome }, 0)
  return {
    async send(message) {
      try {
        const outcome = await sms.send(message)
        metrics.count('guichet_sms_total', { outcome: outcome.kind })
        return outcome
      } catch (error) {
        // It may have been sent.
        metrics.count('guichet_sms_total', { outcome: 'unknown' })
        throw error
      }
    },
  }
}
