import { xof } from '#shared/money.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import type { ConnectorInfo, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { freshOrder } from './fresh-order.ts'
import { createPaymentEngine, type PaymentEngine } from './payment-engine.ts'
import type { PaymentPorts } from './payment-ports.ts'
import type { Attempt, Order, PaymentState } from './records.ts'

/** One order, one connector and the real engine, all in memory. For tests only. */

export type PaymentWorld = {
  engine: PaymentEngine
  pay(payer?: { msisdn: string }): Promise<unknown>
  /** The attempt made last. */
  attempt(): Attempt
  /** Why a person must look. */
  review(): string | null
  /** Lets everything that can go on go on. */
  settle(): Promise<void>
}

export function aPaymentWorld({ id, ...calls }: { id: ConnectorInfo['id'] } & Partial<PaymentConnector>): PaymentWorld {
  let state = aPaymentState()
  let ids = 0
  const connector: PaymentConnector = {
    info: {
      id,
      paymentMode: 'MONEY',
      currencies: ['XOF'],
      wireExponent: { XOF: 0 },
      payerProof: 'none',
      resolves: ['query'],
      repeat: 'harmless',
      refund: 'none',
      queryLadderSeconds: [60],
    },
    start: () => Promise.reject(new Error('not part of this test')),
    ...calls,
  }
  const nextId = () => `id${(ids += 1)}`
  const store: Partial<PaymentPorts['store']> = {
    async change(_orderId, decide) {
      const { state: next, result } = decide(state)
      state = next
      return result
    },
    read: async () => state,
  }
  const engine = createPaymentEngine({
    store: store as PaymentPorts['store'],
    now: () => new Date('2026-11-15T12:00:00Z'),
    ids: { id: nextId, ref: nextId, correlationId: nextId },
    connector: () => connector,
    contextFor: () => ({ fetch, now: () => new Date('2026-11-15T12:00:00Z'), urls: { return: '', notify: '' } }),
    operator: { deliver: notPart, track: notPart },
    sendMessage: async () => true,
  })
  return {
    engine,
    pay: ({ msisdn } = { msisdn: '90000001' }) =>
      engine.pay('order', { connector: id, payer: { msisdn, email: null }, quote: null, description: '', language: 'fr' }),
    attempt() {
      const attempt = state.attempts.at(-1)
      if (!attempt) throw new Error('no attempt was made')
      return attempt
    },
    review: () => state.order.review,
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  }
}

function notPart(): Promise<never> {
  return Promise.reject(new Error('not part of this test'))
}

export function aPaymentState(changes: Partial<Order> = {}): PaymentState {
  const msisdn = '90000001'
  if (!isMobileNumber(msisdn)) throw new Error('unreachable')
  return {
    order: {
      ...freshOrder({
        id: 'order',
        reference: 'G1',
        delivery: { kind: 'airtime', msisdn, amount: xof(500) },
        amount: { minor: 500, currency: 'XOF' },
        wantedUntil: new Date('2026-11-16T12:00:00Z'),
        createdAt: new Date('2026-11-15T12:00:00Z'),
      }),
      ...changes,
    },
    attempts: [],
    refunds: [],
  }
}
