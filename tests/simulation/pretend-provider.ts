import {
  ProviderUnavailable,
  type AttemptRef,
  type ConnectorInfo,
  type Webhook,
  type Observation,
  type PaymentConnector,
  type PaymentOrder,
} from '#payment-connectors/payment-connector.ts'
import type { Money } from '#shared/money.ts'
import type { Chance } from './chance.ts'
import { RefusedStarts } from './refused-starts.ts'
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
  /** The provider's receipt number; some providers reuse one. */
  receipt: string
  /** Until then queries are answered as unpaid, whatever the webhooks say. */
  deniedUntil: number
  refunds: Map<string, { amount: number; state: 'pending' | 'done' }>
  /** It has acknowledged our report of the delivery. */
  isReported?: boolean
  /** A different amount was paid than requested, and the provider reports it. */
  saysOther?: boolean
  refusesReport?: boolean
}

export type Weather = { lost: number; refused: number; flaky: number; absurd: number }
export const SAID = { code: 'said', text: '' }
const HOUR = 3_600_000

export class PretendProvider {
  readonly payments: Payment[] = []
  readonly refused: RefusedStarts
  readonly info: ConnectorInfo
  protected readonly kind: ProviderKind
  protected readonly world: { timeline: Timeline; chance: Chance; weather: Weather }
  private readonly deliverWebhook: (webhook: Webhook, hasUrlToken: boolean) => void
  private webhooks = 0

  constructor(
    info: ConnectorInfo,
    kind: ProviderKind,
    world: { timeline: Timeline; chance: Chance; weather: Weather },
    deliverWebhook: (webhook: Webhook, hasUrlToken: boolean) => void,
  ) {
    this.info = info
    this.kind = kind
    this.world = world
    this.refused = new RefusedStarts(world.chance)
    this.deliverWebhook = deliverWebhook
  }

  /** The connector of one of our processes. */
  connector(moment: (most: number) => Promise<void>): PaymentConnector {
    return {
      info: this.info,
      start: (_context, order) => this.exchange(moment, () => this.start(order)),
      query: (_context, attempt) => this.exchange(moment, () => this.query(attempt)),
      ...(this.info.refund !== 'none' && {
        refund: async (_context: unknown, attempt: AttemptRef, refund: { ref: string; amount: Money }) => {
          const happen = () => this.refund(attempt, refund.ref, refund.amount.minor)
          await this.mayLinger(moment, happen)
          return this.exchange(moment, happen)
        },
      }),
      ...(this.kind === 'hint-card' || this.kind === 'signed-card'
        ? { reportDelivery: (_context: unknown, attempt: AttemptRef) => this.exchange(moment, () => this.takeNote(attempt)) }
        : {}),
      queryRefund: (_context, attempt, refundRef) => this.exchange(moment, () => this.queryRefund(attempt, refundRef)),
    }
  }

  /** A call over a network: the request or its response may be lost. */
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

  /** Some calls wait in the provider's queue and are executed long after our timeout. */
  protected async mayLinger(moment: (most: number) => Promise<void>, happen: () => unknown): Promise<void> {
    const { chance, weather, timeline } = this.world
    if (!chance.happens(weather.lost)) return
    timeline.after(chance.between(1_000, 240_000), happen)
    await moment(15_000)
    throw new ProviderUnavailable('lingers on the way there', true)
  }

  protected start(order: PaymentOrder): Awaited<ReturnType<PaymentConnector['start']>> {
    const { chance, timeline } = this.world
    if (chance.happens(0.05)) return { kind: 'rejected', reason: 'provider', provider: SAID }
    this.refused.maybe(this.world.weather.flaky > 0 ? 0.3 : 0, order.ref, timeline.now, () => this.begin(order))
    const payment = this.begin(order)
    const action =
      this.kind === 'push'
        ? ({ type: 'approve-on-phone', until: new Date(timeline.now + 60_000) } as const)
        : ({ type: 'redirect', url: 'https://pay.example' } as const)
    return { kind: 'accepted', providerRef: payment.providerRef, action }
  }

  private begin(order: PaymentOrder): Payment {
    const payment: Payment = {
      ref: order.ref,
      submission: 0,
      providerRef: `P-${this.info.id}-${this.payments.length}`,
      receipt: `T-${this.info.id}-${this.payments.length}`,
      deniedUntil: 0,
      asked: order.amount.minor,
      currency: order.amount.currency,
      state: 'open',
      captured: 0,
      refunds: new Map(),
    }
    payment.refusesReport = this.world.chance.happens(0.1)
    this.payments.push(payment)
    this.letPayerAct(payment)
    return payment
  }

  /** F65: some reports are refused permanently, others now and then while faults are injected. */
  private takeNote({ ref }: AttemptRef): void {
    const payment = this.payments.findLast((each) => each.ref === ref)
    if (!payment || payment.refusesReport || this.world.chance.happens(this.world.weather.flaky))
      throw new ProviderUnavailable('not taken', true)
    payment.isReported = true
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
    const { chance, timeline } = this.world
    payment.state = 'paid'
    const others = this.kind === 'push' ? [1, 250] : [-1, -1, 1, 250]
    payment.captured = payment.asked + (chance.happens(0.1) ? chance.pick(others) : 0)
    payment.saysOther = chance.happens(0.5) && this.kind !== 'push'
    const other = this.payments.find((each) => each !== payment && each.captured > 0)
    if (other && chance.happens(0.05)) payment.receipt = other.receipt
    const isTold = this.tell(payment)
    if (isTold && this.kind !== 'signed-card' && chance.happens(0.05)) payment.deniedUntil = timeline.now + chance.pick([0.2, 3, 20]) * HOUR
  }

  /** None, one or several webhooks, now or much later; unsigned ones may be forged. Returns whether one comes at once. */
  protected tell(payment: Payment): boolean {
    const { chance, timeline } = this.world
    this.webhooks += 1
    const dedupeKey = `${payment.providerRef}-${this.webhooks}`
    const webhook: Webhook = {
      trust: this.kind === 'signed-card' ? 'signed' : 'hint',
      dedupeKey,
      attempt: { by: 'ref', value: payment.ref },
      seen: this.see(payment, false),
    }
    const copies = chance.between(0, 3)
    for (let copy = copies; copy > 0; copy -= 1)
      timeline.after(chance.between(0, chance.happens(0.2) ? 5 * HOUR : 3_000), () => this.deliverWebhook(webhook, true))
    if (chance.happens(this.world.weather.absurd)) this.tellAbsurdly(webhook, payment)
    if (this.kind !== 'signed-card' && chance.happens(0.3)) {
      const lie: Webhook = {
        ...webhook,
        trust: 'hint',
        attempt: { by: 'providerRef', value: payment.providerRef },
        dedupeKey: `${dedupeKey}-lie`,
        seen: { state: 'paid', amount: { minor: payment.asked, currency: payment.currency }, providerTxnId: 'forged', provider: SAID },
      }
      timeline.after(chance.between(0, 60_000), () => this.deliverWebhook(lie, false))
    }
    return copies > 0
  }

  /** Correctly signed, or on the URL with the token, and nonsense: impossible amounts, the opposite of the truth, an unknown payment. */
  private tellAbsurdly(webhook: Webhook, payment: Payment): void {
    const { chance, timeline } = this.world
    const paid = (minor: number, currency = payment.currency) => ({
      state: 'paid' as const,
      amount: { minor, currency },
      providerTxnId: payment.receipt,
      provider: SAID,
    })
    const seen = chance.pick<Observation>([
      { state: 'declined', final: true, reason: 'other', provider: SAID },
      { state: 'expired', provider: SAID },
      // The provider itself reports another amount than requested: I19 alone does not catch these.
      ...[0, -payment.asked, Number.NaN, 1e300].map((minor): Observation => ({ ...paid(minor), isOtherAmount: true })),
      { state: 'unrecognised', saysPaid: true, provider: SAID },
      // Signed webhooks are trusted: the engine cannot protect against a provider that signs false data.
      ...(webhook.trust === 'hint' ? [paid(payment.asked)] : []),
    ])
    const attempt = chance.happens(0.2) ? ({ by: 'ref', value: 'nobody' } as const) : webhook.attempt
    const absurd = { ...webhook, attempt, dedupeKey: `${webhook.dedupeKey}-absurd`, seen }
    timeline.after(chance.between(0, 600_000), () => this.deliverWebhook(absurd, true))
  }

  /** `isAnswer`: a response to a query; else a webhook. */
  protected see(payment: Payment, isAnswer = true): Observation {
    switch (payment.state) {
      case 'wrong-pin':
      case 'open':
        return { state: 'pending', provider: SAID }
      case 'paid': {
        const refunded = [...payment.refunds.values()]
          .filter((refund) => refund.state === 'done')
          .reduce((sum, refund) => sum + refund.amount, 0)
        if (refunded > 0) return { state: 'refunded', amount: { minor: refunded, currency: payment.currency }, provider: SAID }
        const seen = { state: 'paid', providerTxnId: payment.receipt, provider: SAID } as const
        // A query response of the push has no amount: only its webhooks do.
        if (isAnswer && this.kind === 'push')
          return { ...seen, amount: { minor: payment.asked, currency: payment.currency }, namesNoAmount: true }
        return {
          ...seen,
          amount: { minor: payment.captured, currency: payment.currency },
          ...(payment.captured !== payment.asked && payment.saysOther && { isOtherAmount: true as const }),
        }
      }
      case 'declined':
        return { state: 'declined', final: true, reason: 'card_declined', provider: SAID }
      case 'cancelled':
      case 'expired':
        return { state: payment.state, provider: SAID }
    }
  }

  /** I19: a well-formed answer about something other than the query. */
  private seeOther({ asked, currency }: Payment): Observation {
    const { chance } = this.world
    const paid = (minor: number, unit = currency): Observation => ({
      state: 'paid',
      amount: { minor, currency: unit },
      providerTxnId: `T-${this.info.id}-of-another`,
      provider: SAID,
    })
    return chance.pick<Observation>([
      paid(1),
      paid(asked * 100),
      paid(asked, currency === 'XOF' ? 'USD' : 'XOF'),
      { state: 'unrecognised', saysPaid: true, namesOther: true, provider: SAID },
    ])
  }

  protected query(attempt: AttemptRef): Observation {
    const { chance, weather } = this.world
    if (chance.happens(weather.flaky)) return { state: 'unrecognised', provider: SAID }
    const payment = this.payments.findLast((each) => each.ref === attempt.ref)
    if (!payment) return { state: 'unrecognised', provider: SAID }
    if (chance.happens(weather.absurd / 2)) return this.seeOther(payment)
    if (this.world.timeline.now < payment.deniedUntil) return { state: 'declined', final: true, reason: 'other', provider: SAID }
    return chance.happens(weather.flaky) ? { state: 'pending', provider: SAID } : this.see(payment)
  }

  private refund(attempt: AttemptRef, ref: string, amount: number): Observation {
    const { chance, timeline } = this.world
    const payment = this.payments.findLast((each) => each.ref === attempt.ref && each.captured > 0)
    if (!payment) return { state: 'declined', final: true, reason: 'other', provider: SAID }
    // This provider does not deduplicate: every refund with a new reference is paid out.
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
