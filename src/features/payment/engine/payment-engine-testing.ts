import { isMobileNumber } from '#shared/mobile-number.ts'
import type { ConnectorInfo, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { freshOrder, type Attempt, type Order, type PaymentState } from './records.ts'
import type { OperatorResult } from '#shared/operator-answer.ts'
import type { DeliveryState } from '../delivery.ts'
import { createPaymentEngine, type PaymentEngine } from './payment-engine.ts'
import type { TimeoutClass, PaymentPorts } from './payment-ports.ts'

/** One order, one connector and the real engine, all in memory. For tests only. */

export type PaymentWorld = {
  engine: PaymentEngine
  pay(payer?: { msisdn: string }): Promise<unknown>
  /** The latest attempt. */
  attempt(): Attempt
  /** The reason for the review. */
  review(): string | null
  /** How long each provider call waited for its response. */
  timeoutClass: TimeoutClass[]
  passMinutes(minutes: number): void
  /** Runs everything that is due. */
  settle(): Promise<void>
}

export function aPaymentWorld({ id, ...calls }: { id: ConnectorInfo['id'] } & Partial<PaymentConnector>): PaymentWorld {
  let state = aPaymentState()
  let ids = 0
  let nowMs = Date.parse('2026-11-15T12:00:00Z')
  const now = () => new Date(nowMs)
  const timeoutClass: TimeoutClass[] = []
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
      pollScheduleSeconds: [60],
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
    now,
    ids: { id: nextId, ref: nextId, correlationId: nextId },
    connector: () => connector,
    contextFor(_attempt, waits) {
      timeoutClass.push(waits)
      return { fetch, now, urls: { return: '', notify: '' } }
    },
    readSubject: async () => ({ state: 'owed', debt: '', due: null }),
    operator: { isRepeatHarmless: false, deliver: delivered, track: delivered },
    sendMessage: async () => 'sent',
    isConnected: () => true,
    pause: async () => {},
    onFailure: () => {},
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
    timeoutClass,
    passMinutes(minutes) {
      nowMs += minutes * 60_000
    },
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  }
}

async function delivered(): Promise<OperatorResult<DeliveryState>> {
  return { ok: true, value: { state: 'done', operatorReference: 'O1' } }
}

export function aPaymentState(changes: Partial<Order> = {}): PaymentState {
  const msisdn = '90000001'
  if (!isMobileNumber(msisdn)) throw new Error('unreachable')
  return {
    order: {
      ...freshOrder({
        id: 'order',
        reference: 'G1',
        delivery: { kind: 'airtime', msisdn },
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
