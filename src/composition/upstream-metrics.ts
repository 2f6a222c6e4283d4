import type pg from 'pg'
import type { SmsOutcome, SmsSender } from '#features/one-time-code/server/sms-sender.ts'
import { CIRCUIT_STATES } from '#outbound/circuit-breaker.ts'
import { SYSTEM_STATES, type SystemState } from '#outbound/system-guard.ts'
import type { GuardedConnector } from '#payment-connectors/guard-connector.ts'
import type { Timekeeper } from '#server/database-clock.ts'
import type { WriteWatch } from '#server/database/write-watch.ts'
import { readReplication } from '#server/database/replication-metrics.ts'
import type { MetricOf } from '#server/logging/metric-table.ts'
import { createMetrics, type Metrics } from '#server/logging/metrics.ts'
import type { MetricSample } from '#server/logging/metric-sampler.ts'

type Watched = { sms: SmsSender; health?: () => Record<string, SystemState>; timekeeper?: Timekeeper; writes?: WatchedWrites }
export type WatchedWrites = Pick<WriteWatch, 'isOpen' | 'beatSeconds'>

const READY_SECONDS = 5
const REPLICATION_SECONDS = 15

const SMS_OUTCOMES: readonly SmsOutcome['kind'][] = ['accepted', 'refused', 'unavailable', 'unknown']

/** Metrics about this replica, its database and the upstreams; with the SMS sender that counts. */
export function collectUpstreamMetrics({ sms, health, timekeeper, writes }: Watched, pool: pg.Pool, checkReady: () => Promise<void>) {
  const metrics = createMetrics()
  if (timekeeper) metrics.watch(() => [{ name: 'guichet_clock_seconds_ahead', value: timekeeper.secondsAhead() }])
  if (writes) metrics.watch(() => writeSamples(writes))
  if (health) metrics.watch(() => systemSamples(health()))
  const readReady = async (): Promise<MetricSample[]> => [{ name: 'guichet_ready', value: await oneIf(checkReady) }]
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

function writeSamples(writes: WatchedWrites): MetricSample[] {
  const seconds = writes.beatSeconds()
  const beat: MetricSample[] = seconds === null ? [] : [{ name: 'guichet_database_commit_seconds', value: seconds }]
  return [{ name: 'guichet_database_takes_writes', value: Number(writes.isOpen()) }, ...beat]
}

function systemSamples(systems: Record<string, SystemState>): MetricSample[] {
  const states = Object.entries(systems)
  return [
    { name: 'guichet_systems_down', value: states.filter(([, state]) => state === 'down').length },
    ...states.flatMap(([system, state]) => stateSet('guichet_system_state', { system }, SYSTEM_STATES, state)),
  ]
}

/** The recent health of each payment method; no call is made to find out. */
export function watchCircuits(metrics: Metrics, connectors: ReadonlyMap<string, Pick<GuardedConnector, 'circuits'>>): void {
  metrics.watch(() =>
    [...connectors].flatMap(([connector, { circuits }]) =>
      Object.entries(circuits()).flatMap(([room, state]) =>
        stateSet('guichet_provider_circuit', { connector, room }, CIRCUIT_STATES, state),
      ),
    ),
  )
}

/** One series for every possible state, so that a rule finds it before it first happens. */
function stateSet(name: MetricOf<'gauge'>, labels: Record<string, string>, states: readonly string[], current: string): MetricSample[] {
  return states.map((state) => ({ name, labels: { ...labels, state }, value: Number(state === current) }))
}

/** The SMS centre's responses are counted for every sender. */
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
