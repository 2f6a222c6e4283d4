import type { DeliveryState, OperatorDelivery } from '#features/payment/delivery.ts'
import type { OperatorResult } from '#shared/operator-answer.ts'
import type { Money } from '#shared/money.ts'
import type { Chance } from './chance.ts'
import type { Weather } from './pretend-provider.ts'
import type { Timeline } from './timeline.ts'

const STUCK_MS = 20 * 60_000

type Credit = { reference: string; amount: Money; state: 'pending' | 'done' | 'refused'; doneAt: number | null }

/** The operator with its own ledger: it credits every call that arrives, also repeated ones. */
export class PretendOperator {
  readonly credits: Credit[] = []
  /** References of calls that were sent and never arrived. */
  readonly neverReached = new Set<string>()
  private readonly reached = new Set<string>()
  /** It recognises a repeated reference and answers so. */
  private readonly isRepeatHarmless: boolean
  /** Until then most calls wait in the operator's queue. */
  private readonly isStuckUntil: number
  private readonly world: { timeline: Timeline; chance: Chance; weather: Weather }

  constructor(world: { timeline: Timeline; chance: Chance; weather: Weather }) {
    this.world = world
    this.isRepeatHarmless = world.chance.happens(0.5)
    this.isStuckUntil = world.chance.happens(0.25) ? world.timeline.now + STUCK_MS : 0
  }

  port(moment: (most: number) => Promise<void>, takesNone: (reference: string) => boolean = () => false): OperatorDelivery {
    const { chance, weather, timeline } = this.world
    return {
      isRepeatHarmless: this.isRepeatHarmless,
      deliver: async (order, { reference }) => {
        await moment(2_000)
        if (chance.happens(weather.refused) || takesNone(reference)) {
          if (!this.reached.has(reference)) this.neverReached.add(reference)
          return { ok: false, fault: { kind: 'unavailable' } }
        }
        this.reached.add(reference)
        this.neverReached.delete(reference)
        if (chance.happens(weather.lost / 2)) return { ok: false, fault: { kind: 'unknown' } }
        // Some calls wait in the operator's queue and are executed long after our timeout.
        const isStuck = timeline.now < this.isStuckUntil
        if (chance.happens(isStuck ? 0.9 : weather.lost / 2)) {
          timeline.after(isStuck ? chance.between(200_000, 480_000) : chance.between(1_000, 240_000), () =>
            this.credit(reference, order.amount),
          )
          await moment(15_000)
          return { ok: false, fault: { kind: 'unknown' } }
        }
        const credit = this.credit(reference, order.amount)
        await moment(2_000)
        return chance.happens(weather.lost) ? { ok: false, fault: { kind: 'unknown' } } : answerOf(credit)
      },
      track: async (_order, reference) => {
        await moment(2_000)
        if (chance.happens(weather.refused + weather.lost)) return { ok: false, fault: { kind: 'unavailable' } }
        const credit = this.credits.findLast((each) => each.reference === reference)
        return credit ? answerOf(credit) : { ok: true, value: { state: 'absent' } }
      },
    }
  }

  private credit(reference: string, amount: Money): Credit {
    const { chance, timeline } = this.world
    const known = this.isRepeatHarmless ? this.credits.find((each) => each.reference === reference) : undefined
    if (known) return known
    const state = chance.pick(['done', 'done', 'done', 'pending', 'refused'] as const)
    const credit: Credit = { reference, amount, state, doneAt: state === 'done' ? timeline.now : null }
    this.credits.push(credit)
    if (state === 'pending')
      timeline.after(chance.between(500, 600_000), () => {
        credit.state = chance.happens(0.85) ? 'done' : 'refused'
        credit.doneAt = credit.state === 'done' ? timeline.now : null
      })
    return credit
  }
}

function answerOf(credit: Credit): OperatorResult<DeliveryState> {
  if (credit.state === 'done') return { ok: true, value: { state: 'done', operatorReference: `O-${credit.reference}` } }
  return credit.state === 'pending'
    ? { ok: true, value: { state: 'pending', operatorReference: null } }
    : { ok: true, value: { state: 'refused', reason: 'line-barred' } }
}
