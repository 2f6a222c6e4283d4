import {
  ProviderUnavailable,
  type AttemptRef,
  type ConnectorInfo,
  type Notice,
  type Observation,
  type PaymentConnector,
  type PaymentOrder,
} from '#payment-connectors/payment-connector.ts'
import type { Chance } from './chance.ts'
import type { Timeline } from './timeline.ts'

export type ProviderKind = 'signed-card' | 'hint-card' | 'push' | 'pin' | 'instant'

export type Payment = {
  ref: string
  /** Which PIN of the attempt made it; 0 where none is needed. */
  submission: number
  providerRef: string
  asked: number
  currency: string
  state: 'open' | 'paid' | 'declined' | 'cancelled' | 'expired' | 'wrong-pin'
  captured: number
  refunds: Map<string, { amount: number; state: 'pending' | 'done' }>
}

/** How unkind this world is; all zero once the storm is over. */
export type Weather = { lost: number; refused: number; flaky: number }

export const SAID = { code: 'said', text: '' }
const HOUR = 3_600_000

/** A payment provider with its own books, seen only through answers that may be lost, late, repeated or stale. */
export class PretendProvider {
  readonly payments: Payment[] = []
  readonly info: ConnectorInfo
  protected readonly kind: ProviderKind
  protected readonly world: { timeline: Timeline; chance: Chance; weather: Weather }
  private readonly deliverNotice: (notice: Notice) => void
  private notices = 0

  constructor(
    info: ConnectorInfo,
    kind: ProviderKind,
    world: { timeline: Timeline; chance: Chance; weather: Weather },
    deliverNotice: (notice: Notice) => void,
  ) {
    this.info = info
    this.kind = kind
    this.world = world
    this.deliverNotice = deliverNotice
  }

  /** The connector as one of our processes holds it. */
  connector(moment: (most: number) => Promise<void>): PaymentConnector {
    return {
      info: this.info,
      start: (_context, order) => this.exchange(moment, () => this.start(order)),
      query: (_context, attempt) => this.exchange(moment, () => this.query(attempt)),
      refund: async (_context, attempt, refund) => {
        const happen = () => this.refund(attempt, refund.ref, refund.amount.minor)
        await this.mayLinger(moment, happen)
        return this.exchange(moment, happen)
      },
      queryRefund: (_context, attempt, refundRef) => this.exchange(moment, () => this.queryRefund(attempt, refundRef)),
    }
  }

  /** A call over a network: it may never arrive, or arrive and its answer be lost. */
  protected async exchange<Answer>(moment: (most: number) => Promise<void>, happen: () => Answer): Promise<Answer> {
    const { chance, weather } = this.world
    await moment(2_000)
    if (chance.happens(weather.refused)) throw new ProviderUnavailable('connection refused', false)
    if (chance.happens(weather.lost / 2)) throw new ProviderUnavailable('lost on the way there', true)
    const answer = happen()
    await moment(2_000)
    if (chance.happens(weather.lost)) throw new ProviderUnavailable('lost on the way back', true)
    return answer
  }

  /** Some calls wait in a queue of theirs and are carried out when our side has long given up. */
  protected async mayLinger(moment: (most: number) => Promise<void>, happen: () => unknown): Promise<void> {
    const { chance, weather, timeline } = this.world
    if (!chance.happens(weather.lost / 2)) return
    timeline.after(chance.between(1_000, 240_000), happen)
    await moment(15_000)
    throw new ProviderUnavailable('lingers on the way there', true)
  }

  protected start(order: PaymentOrder): Awaited<ReturnType<PaymentConnector['start']>> {
    const { chance, timeline } = this.world
    if (chance.happens(0.05)) return { kind: 'rejected', reason: 'provider', provider: SAID }
    const payment: Payment = {
      ref: order.ref,
      submission: 0,
      providerRef: `P-${this.info.id}-${this.payments.length}`,
      asked: order.amount.minor,
      currency: order.amount.currency,
      state: 'open',
      captured: 0,
      refunds: new Map(),
    }
    this.payments.push(payment)
    this.letPayerAct(payment)
    const action =
      this.kind === 'push'
        ? ({ type: 'approve-on-phone', until: new Date(timeline.now + 60_000) } as const)
        : ({ type: 'redirect', url: 'https://pay.example' } as const)
    return { kind: 'accepted', providerRef: payment.providerRef, action }
  }

  /** The payer pays, refuses, walks away; soon, or very late. */
  private letPayerAct(payment: Payment): void {
    const { chance, timeline } = this.world
    const delay = chance.happens(0.15) ? chance.between(HOUR, 40 * HOUR) : chance.between(100, 180_000)
    const outcome = chance.pick(['paid', 'paid', 'paid', 'declined', 'cancelled', 'expired', 'declined-then-paid'] as const)
    timeline.after(delay, () => {
      if (outcome === 'paid') this.capture(payment)
      else payment.state = outcome === 'declined-then-paid' ? 'declined' : outcome
      if (outcome !== 'paid') this.tell(payment)
    })
    if (outcome === 'declined-then-paid') timeline.after(delay + chance.between(1_000, 6 * HOUR), () => this.capture(payment))
  }

  protected capture(payment: Payment): void {
    const { chance } = this.world
    payment.state = 'paid'
    payment.captured = chance.happens(0.02) ? payment.asked - 1 : payment.asked
    this.tell(payment)
  }

  /** None, one or several notices, now or much later; unsigned ones may also be somebody's lie. */
  protected tell(payment: Payment): void {
    const { chance, timeline } = this.world
    this.notices += 1
    const dedupeKey = `${payment.providerRef}-${this.notices}`
    const notice: Notice = {
      trust: this.kind === 'signed-card' ? 'signed' : 'hint',
      dedupeKey,
      attempt: this.kind === 'push' ? { by: 'providerRef', value: payment.providerRef } : { by: 'ref', value: payment.ref },
      seen: this.see(payment),
    }
    for (let copy = chance.between(0, 3); copy > 0; copy -= 1)
      timeline.after(chance.between(0, chance.happens(0.2) ? 5 * HOUR : 3_000), () => this.deliverNotice(notice))
    if (this.kind !== 'signed-card' && chance.happens(0.3)) {
      const lie: Notice = {
        ...notice,
        trust: 'hint',
        dedupeKey: `${dedupeKey}-lie`,
        seen: { state: 'paid', amount: { minor: payment.asked, currency: payment.currency }, providerTxnId: 'forged', provider: SAID },
      }
      timeline.after(chance.between(0, 60_000), () => this.deliverNotice(lie))
    }
  }

  protected see(payment: Payment): Observation {
    switch (payment.state) {
      case 'wrong-pin':
      case 'open':
        return { state: 'pending', provider: SAID }
      case 'paid': {
        const refunded = [...payment.refunds.values()]
          .filter((refund) => refund.state === 'done')
          .reduce((sum, refund) => sum + refund.amount, 0)
        if (refunded > 0) return { state: 'refunded', amount: { minor: refunded, currency: payment.currency }, provider: SAID }
        return {
          state: 'paid',
          amount: { minor: payment.captured, currency: payment.currency },
          providerTxnId: payment.providerRef,
          provider: SAID,
        }
      }
      case 'declined':
        return { state: 'declined', final: true, reason: 'card_declined', provider: SAID }
      case 'cancelled':
      case 'expired':
        return { state: payment.state, provider: SAID }
    }
  }

  protected query(attempt: AttemptRef): Observation {
    const { chance, weather } = this.world
    if (chance.happens(weather.flaky)) return { state: 'unrecognised', provider: SAID }
    const payment = this.payments.findLast((each) => each.ref === attempt.ref)
    if (!payment) return { state: 'unrecognised', provider: SAID }
    return chance.happens(weather.flaky) ? { state: 'pending', provider: SAID } : this.see(payment)
  }

  private refund(attempt: AttemptRef, ref: string, amount: number): Observation {
    const { chance, timeline } = this.world
    const payment = this.payments.findLast((each) => each.ref === attempt.ref && each.captured > 0)
    if (!payment) return { state: 'declined', final: true, reason: 'other', provider: SAID }
    // This provider does not protect us: whatever refund is asked for under a new name is paid out.
    const known = payment.refunds.get(ref)
    const refund = known ?? { amount, state: 'pending' as 'pending' | 'done' }
    if (known) known.amount += amount
    payment.refunds.set(ref, refund)
    if (chance.happens(0.5)) refund.state = 'done'
    else timeline.after(chance.between(1_000, 3 * HOUR), () => (refund.state = 'done'))
    return refund.state === 'done'
      ? { state: 'refunded', amount: { minor: amount, currency: payment.currency }, provider: SAID }
      : { state: 'refunding', provider: SAID }
  }

  private queryRefund(attempt: AttemptRef, ref: string): Observation | { state: 'absent' } {
    const payment = this.payments.findLast((each) => each.ref === attempt.ref && each.captured > 0)
    const refund = payment?.refunds.get(ref)
    if (!payment || !refund) return { state: 'absent' }
    return refund.state === 'done'
      ? { state: 'refunded', amount: { minor: refund.amount, currency: payment.currency }, provider: SAID }
      : { state: 'refunding', provider: SAID }
  }
}
