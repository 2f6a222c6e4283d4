import { createConcurrencyLimiter, NotStarted } from '#shared/concurrency-limiter.ts'
import { Problem } from '#shared/problem.ts'
import { countAsUpstreamWait } from '#outbound/upstream-wait.ts'
import type { ConnectorInfo } from '#payment-connectors/payment-connector.ts'
import type { StoredWebhook } from '../../engine/payment-ports.ts'
import type { ReceivedWebhook, WebhookSaveResult } from './webhook.store.ts'
import type { LimitedQueries } from './limited-queries.ts'
import type { PostgresPaymentStore } from '../orders/payment.store.ts'

export const NOTICE_OUTCOMES = [
  'kept',
  'repeated',
  'over-budget',
  'foreign',
  'unauthentic',
  'irrelevant',
  'turned-away',
] as const satisfies readonly (WebhookSaveResult['kind'] | 'unauthentic' | 'irrelevant' | 'turned-away')[]
export type WebhookOutcome = (typeof NOTICE_OUTCOMES)[number]
type CountWebhook = (connector: ConnectorInfo['id'], outcome: WebhookOutcome) => void

/** Receives webhooks. */
export type WebhookInbox = {
  /** Stores a webhook and starts its processing, without waiting for it. */
  receive(arrived: ReceivedWebhook): Promise<void>
  /** Counts a rejected one: not authentic, or not for us. */
  note: CountWebhook
}

type Deps = {
  store: Pick<PostgresPaymentStore, 'saveWebhook'>
  questions: LimitedQueries
  /** Starts processing a webhook that was just stored. */
  take: (kept: StoredWebhook) => void
  onWebhook: CountWebhook
  /** F67: a webhook could not be stored. */
  onMissed: () => void
  onError: (error: unknown) => void
}

/** Of ten connections to the database. A webhook uses one for a few milliseconds. */
const LIMITS = {
  marked: { maxConcurrent: 3, maxQueued: 400 },
  unmarked: { maxConcurrent: 2, maxQueued: 400 },
}

export function createWebhookInbox({ store, questions, take, onWebhook, onMissed, onError }: Deps): WebhookInbox {
  const marked = createConcurrencyLimiter(LIMITS.marked)
  const unmarked = createConcurrencyLimiter(LIMITS.unmarked)

  /** Signed webhooks never wait. All others wait in queues of their own: a flood of them blocks neither the database nor pages. */
  function keepInTurn(arrived: ReceivedWebhook): Promise<WebhookSaveResult> {
    if (arrived.webhook.trust === 'signed') return store.saveWebhook(arrived)
    const limiter = arrived.hasUrlToken ? marked : unmarked
    return countAsUpstreamWait(() => limiter.run(() => store.saveWebhook(arrived))).catch((error: unknown) => {
      if (!(error instanceof NotStarted)) throw error
      onWebhook(arrived.connector, 'turned-away')
      throw new Problem('unavailable', 'too many notices at once')
    })
  }

  return {
    note: onWebhook,
    async receive(arrived) {
      const keeping = await keepInTurn(arrived).catch((error: unknown) => {
        onMissed()
        throw error
      })
      onWebhook(arrived.connector, keeping.kind)
      if (keeping.kind === 'kept') take(keeping.kept)
      // A webhook that is not stored still causes a query, within the rate limit of queries.
      else if (keeping.kind !== 'foreign' && keeping.about)
        questions.ask(keeping.about, arrived.hasUrlToken ? 'marked' : 'unmarked').catch(onError)
    },
  }
}
