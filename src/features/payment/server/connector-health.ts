import {
  ProviderUnavailable,
  type ConnectorContext,
  type ConnectorInfo,
  type PaymentConnector,
} from '#payment-connectors/payment-connector.ts'
import type { Clock } from '#server/clock.ts'

/** So many starts in a row without an answer, and a method is shown as unavailable; after the pause somebody may try again. */
const SILENCES = 3
const PAUSE_MS = 30_000
/** How long a provider's own word about itself is believed. */
const WORD_MS = 20_000

type Health = { silences: number; silentSince: number; word: { isUp: boolean; at: number } | null; isAsking: boolean }

/** HUB-1: whether a way to pay works just now, from how its last starts went and from what the provider says of itself. */
export type ConnectorHealth = {
  isAvailable(id: ConnectorInfo['id']): boolean
  /** The connector, with every start noted. */
  watched(connector: PaymentConnector): PaymentConnector
}

export function openConnectorHealth({ clock, fetch }: { clock: Clock } & Pick<ConnectorContext, 'fetch'>): ConnectorHealth {
  const known = new Map<ConnectorInfo['id'], { health: Health; connector: PaymentConnector }>()
  const nowMs = () => clock.now().getTime()

  /** Nobody waits for it: the next visitor gets the answer. */
  function askAgain({ health, connector }: { health: Health; connector: PaymentConnector }): void {
    if (!connector.isUp || health.isAsking || (health.word && nowMs() - health.word.at < WORD_MS)) return
    health.isAsking = true
    void connector
      .isUp({ fetch, now: () => clock.now() })
      .catch(() => false)
      .then((isUp) => {
        health.word = { isUp, at: nowMs() }
        health.isAsking = false
      })
  }

  return {
    isAvailable(id) {
      const entry = known.get(id)
      if (!entry) return false
      askAgain(entry)
      const { silences, silentSince, word } = entry.health
      const isSilent = silences >= SILENCES && nowMs() - silentSince < PAUSE_MS
      return !isSilent && word?.isUp !== false
    },
    watched(connector) {
      const health: Health = { silences: 0, silentSince: 0, word: null, isAsking: false }
      known.set(connector.info.id, { health, connector })
      return {
        ...connector,
        async start(context, order) {
          try {
            const answer = await connector.start(context, order)
            health.silences = 0
            return answer
          } catch (error) {
            if (error instanceof ProviderUnavailable) {
              health.silences += 1
              health.silentSince = nowMs()
            }
            throw error
          }
        },
      }
    },
  }
}
