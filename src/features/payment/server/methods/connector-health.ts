import type { GuardedConnector } from '#payment-connectors/guard-connector.ts'
import type { CallContext, ConnectorInfo } from '#payment-connectors/payment-connector.ts'
import { startStopwatch, type Stopwatch } from '#shared/stopwatch.ts'

/** Cache TTL of a provider's health check. */
const WORD_MS = 20_000

export type ConnectorHealth = {
  /** HUB-1: whether a method works now, from the circuit breaker and the provider's health check. */
  isAvailable(id: ConnectorInfo['id']): boolean
  /** It responds again after a silence, or its bulkhead is full: a payer who chooses it may wait. */
  isSlow(id: ConnectorInfo['id']): boolean
  /** What a new payment by this method would meet now. */
  availability(id: ConnectorInfo['id']): ReturnType<GuardedConnector['availability']>
  /** I20: until when it accepts no further start; null when it gave no time. */
  busyUntil(id: ConnectorInfo['id']): Date | null
}

type Watched = { guarded: GuardedConnector; word: { isUp: boolean; sinceSaid: Stopwatch } | null; isAsking: boolean }

export function createConnectorHealth({
  connectors,
  context,
}: {
  connectors: ReadonlyMap<ConnectorInfo['id'], GuardedConnector>
  context: CallContext
}): ConnectorHealth {
  const known = new Map([...connectors].map(([id, guarded]): [string, Watched] => [id, { guarded, word: null, isAsking: false }]))

  /** Runs in the background: the next visitor gets the result. */
  function askAgain(watched: Watched): void {
    const { connector } = watched.guarded
    if (!connector.isUp || watched.isAsking || (watched.word && !watched.word.sinceSaid.hasPassed(WORD_MS))) return
    watched.isAsking = true
    void connector
      .isUp({ ...context })
      .catch(() => false)
      .then((isUp) => {
        watched.word = { isUp, sinceSaid: startStopwatch(context.now) }
        watched.isAsking = false
      })
  }

  return {
    isAvailable(id) {
      const watched = known.get(id)
      if (!watched) return false
      askAgain(watched)
      const state = watched.guarded.circuit()
      return state !== 'open' && state !== 'probing' && watched.word?.isUp !== false && watched.guarded.busyUntil() === null
    },
    isSlow(id) {
      const guarded = known.get(id)?.guarded
      return guarded !== undefined && (guarded.circuit() === 'half-open' || guarded.availability() === 'full')
    },
    availability: (id) => known.get(id)?.guarded.availability() ?? 'accepting',
    busyUntil: (id) => known.get(id)?.guarded.busyUntil() ?? null,
  }
}
