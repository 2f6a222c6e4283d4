import type { AttemptRef, Observation, PaymentConnector, PaymentOrder } from '#payment-connectors/payment-connector.ts'
import type { Money } from '#shared/money.ts'
import { PretendProvider, SAID, type Payment } from './pretend-provider.ts'

const STILL_ON_ITS_WAY_MS = 15 * 60_000
const TRIES = 5

/** A wallet that pays at once: by a PIN entered on our page, or from a line's airtime. */
export class PretendWallet extends PretendProvider {
  private wrongPins = 0

  override connector(moment: (most: number) => Promise<void>): PaymentConnector {
    const hosted = super.connector(moment)
    if (this.kind === 'instant')
      return {
        ...hosted,
        start: async (_context, order) => {
          const happen = () => this.pay(order.ref, 0, order.amount)
          await this.mayLinger(moment, happen)
          return this.exchange(moment, () => ({ kind: 'settled' as const, providerRef: null, seen: happen() }))
        },
      }
    return {
      ...hosted,
      submitSecret: async (_context, attempt) => {
        const happen = () => this.tryPin(attempt)
        await this.mayLinger(moment, happen)
        return this.exchange(moment, happen)
      },
    }
  }

  protected override start(_order: PaymentOrder): Awaited<ReturnType<PaymentConnector['start']>> {
    const key = { kid: 'k', spki: '' }
    return { kind: 'accepted', providerRef: null, action: { type: 'enter-pin', digits: 4, attemptsLeft: TRIES - this.wrongPins, key } }
  }

  /** A PIN with a repeated reference gets the first answer; with a new reference it pays again. */
  private tryPin({ ref, secretsSent, amount }: AttemptRef): Observation {
    const known = this.payments.find((payment) => payment.ref === ref && payment.submission === secretsSent)
    if (known) return this.see(known)
    if (this.wrongPins >= TRIES) return { state: 'declined', final: true, reason: 'pin_locked', provider: SAID }
    if (this.world.chance.happens(0.35)) {
      this.wrongPins += 1
      this.payments.push({ ...this.newPayment(ref, secretsSent, amount), state: 'wrong-pin' })
      return this.wrong()
    }
    return this.pay(ref, secretsSent, amount)
  }

  private wrong(): Observation {
    return { state: 'declined', final: false, reason: 'wrong_pin', attemptsLeft: TRIES - this.wrongPins, provider: SAID }
  }

  private pay(ref: string, submission: number, amount: Money): Observation {
    if (this.world.chance.happens(0.15)) return { state: 'declined', final: true, reason: 'insufficient_funds', provider: SAID }
    const payment = this.newPayment(ref, submission, amount)
    this.payments.push(payment)
    this.capture(payment)
    return this.see(payment)
  }

  private newPayment(ref: string, submission: number, { minor: asked, currency }: Money): Payment {
    const providerRef = `P-${this.info.id}-${this.payments.length}`
    const receipt = `T-${this.info.id}-${this.payments.length}`
    return { ref, submission, providerRef, receipt, deniedUntil: 0, asked, currency, state: 'open', captured: 0, refunds: new Map() }
  }

  protected override see(payment: Payment): Observation {
    return payment.state === 'wrong-pin' ? this.wrong() : super.see(payment)
  }

  protected override query(attempt: AttemptRef): Observation {
    const { chance, weather, timeline } = this.world
    if (chance.happens(weather.flaky)) return { state: 'unrecognised', provider: SAID }
    const payment = this.payments.findLast(({ ref, submission }) => ref === attempt.ref && submission === attempt.secretsSent)
    if (payment && timeline.now < payment.deniedUntil) return { state: 'declined', final: true, reason: 'other', provider: SAID }
    if (payment) return this.see(payment)
    const isOld = timeline.now - attempt.createdAt.getTime() > STILL_ON_ITS_WAY_MS
    if (isOld) return { state: 'expired', provider: SAID }
    return { state: this.kind === 'pin' && attempt.secretsSent === 0 ? 'pending' : 'unrecognised', provider: SAID }
  }
}
