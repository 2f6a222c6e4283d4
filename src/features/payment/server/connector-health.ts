import type { GuardedConnector } from '#payment-connectors/guard-connector.ts'
import type { CallContext, ConnectorInfo } from '#payment-connectors/payment-connector.ts'
import { startStopwatch, type Stopwatch } from '#shared/stopwatch.ts'

/** How long a provider's own word about itself is believed. */
const WORD_MS = 20_000

export type ConnectorHealth = {
  /** HUB-1: whether a way to pay works just now, from how it has been answering and from what the provider says of itself. */
  isAvailable(id: ConnectorInfo['id']): boolean
  /** It answers again after a silence, or all its places are taken: whoever chooses it may wait. */
  isSlow(id: ConnectorInfo['id']): boolean
  /** What somebody who wants to pay this way now would meet. */
  admission(id: ConnectorInfo['id']): ReturnType<GuardedConnector['admission']>
}

type Watched = { guarded: GuardedConnector; word: { isUp: boolean; sinceSaid: Stopwatch } | null; isAsking: boolean }

export function openConnectorHealth({
  connectors,
  context,
}: {
  connectors: ReadonlyMap<ConnectorInfo['id'], GuardedConnector>
  context: CallContext
}): ConnectorHealth {
  const known = new Map([...connectors].map(([id, guarded]): [string, Watched] => [id, { guarded, word: null, isAsking: false }]))

  /** Nobody waits for it: the next visitor gets the answer. */
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
      return state !== 'resting' && state !== 'tried' && watched.word?.isUp !== false
    },
    isSlow(id) {
      const guarded = known.get(id)?.guarded
      return guarded !== undefined && (guarded.circuit() === 'waking' || guarded.admission() === 'busy')
    },
    admission: (id) => known.get(id)?.guarded.admission() ?? 'open',
  }
}
