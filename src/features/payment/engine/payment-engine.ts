import { LRUCache } from 'lru-cache'
import type { EncryptedSecret } from '#payment-connectors/payment-connector.ts'
import type { StartDecision } from './begin-attempt.ts'
import { enterSecret, type SecretEntry } from './enter-secret.ts'
import { applyWebhook, reportsMoneyMovement } from './apply-webhook.ts'
import { observe } from './observe.ts'
import { payOrder, type PayMethod } from './pay-order.ts'
import { UnknownPayment, type StoredWebhook, type PaymentPorts, type WorkItem } from './payment-ports.ts'
import { claimQuestion } from './plan-work.ts'
import { reasonOf } from './step-failures.ts'
import { createOrderWork } from './work-order.ts'

export type PaymentEngine = {
  /** Begins to pay an order by one method, or returns why not; null for an order that does not exist. */
  pay(orderId: string, method: PayMethod): Promise<StartDecision | null>
  /** Relays a PIN that was encrypted in the browser. */
  enterSecret(orderId: string, secret: EncryptedSecret): Promise<SecretEntry | null>
  /** Queries an attempt at the provider now, for example when the browser returns, and runs what follows. */
  queryNow(orderId: string, attemptId: string): Promise<void>
  /** Runs everything due for one order. `hasFailed`: the store has failures of it, which success clears. */
  work(orderId: string, hasFailed?: boolean): Promise<void>
  /** Processes a webhook that was just stored, or is still pending. */
  processWebhook(kept: StoredWebhook): Promise<void>
}

const EARLY_NOTICE_MS = 15 * 60_000
/**
 * Status of items in this process that the store does not know. Counted as a size, because `max` would allocate memory for all entries at
 * once.
 */
const REMEMBERED = { maxSize: 10_000, sizeCalculation: () => 1 }

/**
 * Moves payments along. Between two transactions there is at most one outbound call; a crash at any point loses nothing. I13: failures are
 * isolated: a failed step is recorded with its order, a failed order or webhook in the store. No processing function ever rejects because
 * of one.
 */
export function createPaymentEngine(ports: PaymentPorts): PaymentEngine {
  const { store, now } = ports
  const alone = isolating(ports)
  const { recordObservation, runSteps, queryAndRunSteps } = createOrderWork(ports)
  const closed = new LRUCache<string, true>(REMEMBERED)

  function aloneWithOrder(orderId: string, work: () => Promise<void>, hasFailed = false): Promise<void> {
    return alone({ kind: 'order', id: orderId }, hasFailed, work)
  }

  /** A signed webhook is believed only about money that moved; everything else, and every other source, only triggers a query. */
  async function processWebhook(kept: StoredWebhook): Promise<'closed' | 'too-early'> {
    const { webhook, receivedAt } = kept
    const found = await store.findOrder(kept.connector, webhook.attempt)
    // The webhook may name the payment by a reference that we learn only from the start's response, which is still in flight.
    if (!found && now().getTime() - receivedAt.getTime() < EARLY_NOTICE_MS) return 'too-early'
    // The address is known only to the provider of one of our payments, and money is concerned: it goes to review instead of being dropped.
    if (!found && kept.hasUrlToken && reportsMoneyMovement(webhook.seen)) throw new UnknownPayment()
    if (found) await applyToOrder(kept, found)
    await store.markWebhookDone(kept.id)
    return 'closed'
  }

  /** Once the observation is stored, a failure of the order is not a failure of the webhook. */
  async function applyToOrder(kept: StoredWebhook, { orderId, attemptId }: { orderId: string; attemptId: string }): Promise<void> {
    const { webhook } = kept
    const at = () => ({ now: now(), ids: ports.ids })
    if (webhook.trust === 'signed' && reportsMoneyMovement(webhook.seen)) {
      const plan = await recordObservation(orderId, attemptId, (state) => observe(state, attemptId, webhook.seen, 'notice', at()))
      await aloneWithOrder(orderId, () => runSteps(orderId, plan))
    } else {
      const attempt = await store.change(orderId, (state) => applyWebhook(state, attemptId, kept, at()))
      await aloneWithOrder(orderId, () => queryAndRunSteps(orderId, attempt))
    }
  }

  return {
    pay: (orderId, method) => payOrder(ports, orderId, method),
    enterSecret: (orderId, secret) => enterSecret(ports, orderId, secret),
    queryNow: (orderId, attemptId) =>
      aloneWithOrder(orderId, async () =>
        queryAndRunSteps(orderId, await store.change(orderId, (state) => claimQuestion(state, attemptId, now()))),
      ),
    work: (orderId, hasFailed) => aloneWithOrder(orderId, () => queryAndRunSteps(orderId, null), hasFailed),
    /** A sweep may have read a webhook as pending just before it was done: webhooks that this process finished are not processed again. */
    async processWebhook(kept) {
      if (closed.has(kept.id)) return
      await alone({ kind: 'notice', id: kept.id }, kept.hasFailed, async () => {
        if ((await processWebhook(kept)) === 'too-early') return
        closed.set(kept.id, true)
      })
    },
  }
}

/** I13: a failure is recorded with its item and goes no further. `hasFailed`: the store has failures of it, which success clears. */
function isolating({ store, onFailure }: Pick<PaymentPorts, 'store' | 'onFailure'>) {
  const failing = new LRUCache<string, true>(REMEMBERED)
  return async function alone(item: WorkItem, hasFailed: boolean, work: () => Promise<unknown>): Promise<void> {
    const key = `${item.kind} ${item.id}`
    try {
      await work()
      if (hasFailed || failing.delete(key)) await store.clearFailures(item)
    } catch (error) {
      onFailure(item, error)
      failing.set(key, true)
      // When even this cannot be written, the item simply stays due.
      await store.recordFailure(item, reasonOf(error)).catch((worse: unknown) => onFailure(item, worse))
    }
  }
}
