import type { SealedSecret } from '#payment-connectors/payment-connector.ts'
import type { Beginning } from './begin-attempt.ts'
import { enterSecret, type SecretEntry } from './enter-secret.ts'
import { hearNotice, isMoneyNews } from './hear-notice.ts'
import { createIsolation } from './isolate-work.ts'
import { observe } from './observe.ts'
import { payOrder, type PayMethod } from './pay-order.ts'
import { UnknownPayment, type KeptNotice, type PaymentPorts } from './payment-ports.ts'
import { claimQuestion } from './plan-work.ts'
import { createOrderWork } from './work-order.ts'

export type PaymentEngine = {
  /** Begins to pay an order by one method, or says why not; null for an order that does not exist. */
  pay(orderId: string, method: PayMethod): Promise<Beginning | null>
  /** Relays a PIN that was sealed in the browser. */
  enterSecret(orderId: string, secret: SealedSecret): Promise<SecretEntry | null>
  /** Asks the provider about an attempt now, for example when the browser comes back, and does what follows. */
  askNow(orderId: string, attemptId: string): Promise<void>
  /** Does all that is due for one order. `hasFailed`: the store has failures of it, which are forgotten when it goes well. */
  work(orderId: string, hasFailed?: boolean): Promise<void>
  /** Works a notice that has just been kept, or that was left. */
  workNotice(kept: KeptNotice): Promise<void>
}

const EARLY_NOTICE_MS = 15 * 60_000
const MOST_REMEMBERED = 10_000

/**
 * Moves payments along. Between two transactions there is at most one call to the outside; a crash anywhere loses nothing.
 * I13: whatever fails, fails alone: a part of an order is noted with the order, an order or a notice as a whole in the store, and none of the
 * working functions ever rejects because of it.
 */
export function createPaymentEngine(ports: PaymentPorts): PaymentEngine {
  const { store, now } = ports
  const alone = createIsolation(ports)
  const { hear, goOn, askAndGoOn } = createOrderWork(ports)
  const closed = new Set<string>()

  function aloneWithOrder(orderId: string, work: () => Promise<void>, hasFailed = false): Promise<void> {
    return alone({ kind: 'order', id: orderId }, hasFailed, work)
  }

  /** Only that money moved is believed of a signed notice; anything else, and anybody else, only makes us ask. */
  async function workNotice(kept: KeptNotice): Promise<'closed' | 'too-early'> {
    const { notice, receivedAt } = kept
    const found = await store.findOrder(kept.connector, notice.attempt)
    // It may know the payment by a name that we learn only with the answer to our start, which is still on its way.
    if (!found && now().getTime() - receivedAt.getTime() < EARLY_NOTICE_MS) return 'too-early'
    // On an address that only the provider of one of our payments knows, and about money: a person looks rather than nobody.
    if (!found && kept.isMarked && isMoneyNews(notice.seen)) throw new UnknownPayment()
    if (found) await takeNews(kept, found)
    await store.closeNotice(kept.id)
    return 'closed'
  }

  /** Once the news is heard, what becomes of the order is not the notice's trouble. */
  async function takeNews(kept: KeptNotice, { orderId, attemptId }: { orderId: string; attemptId: string }): Promise<void> {
    const { notice } = kept
    const at = () => ({ now: now(), ids: ports.ids })
    if (notice.trust === 'signed' && isMoneyNews(notice.seen)) {
      const plan = await hear(orderId, attemptId, (state) => observe(state, attemptId, notice.seen, 'notice', at()))
      await aloneWithOrder(orderId, () => goOn(orderId, plan))
    } else {
      const attempt = await store.change(orderId, (state) => hearNotice(state, attemptId, kept, at()))
      await aloneWithOrder(orderId, () => askAndGoOn(orderId, attempt))
    }
  }

  return {
    pay: (orderId, method) => payOrder(ports, orderId, method),
    enterSecret: (orderId, secret) => enterSecret(ports, orderId, secret),
    askNow: (orderId, attemptId) =>
      aloneWithOrder(orderId, async () =>
        askAndGoOn(orderId, await store.change(orderId, (state) => claimQuestion(state, attemptId, now()))),
      ),
    work: (orderId, hasFailed) => aloneWithOrder(orderId, () => askAndGoOn(orderId, null), hasFailed),
    /** A sweep may have read a notice as open just before it was closed: what this process has closed is not done again. */
    async workNotice(kept) {
      if (closed.has(kept.id)) return
      await alone({ kind: 'notice', id: kept.id }, kept.hasFailed, async () => {
        if ((await workNotice(kept)) === 'too-early') return
        if (closed.size >= MOST_REMEMBERED) closed.clear()
        closed.add(kept.id)
      })
    },
  }
}
