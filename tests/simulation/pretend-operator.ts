import type { DeliverySeen } from '#features/payment/delivery.ts'
import type { DeliveryPort } from '#features/payment/engine/payment-ports.ts'
import type { Chance } from './chance.ts'
import type { Weather } from './pretend-provider.ts'
import type { Timeline } from './timeline.ts'

const STUCK_MS = 20 * 60_000

type Credit = { reference: string; amount: number; state: 'pending' | 'done' | 'refused' }

/** The operator with its own books: it credits whatever arrives, however often it arrives. */
export class PretendOperator {
  readonly credits: Credit[] = []
  /** It takes a repeated reference for the same call, and says so. */
  private readonly isRepeatHarmless: boolean
  /** Until then most calls wait in a queue of its own. */
  private readonly isStuckUntil: number
  private readonly world: { timeline: Timeline; chance: Chance; weather: Weather }

  constructor(world: { timeline: Timeline; chance: Chance; weather: Weather }) {
    this.world = world
    this.isRepeatHarmless = world.chance.happens(0.5)
    this.isStuckUntil = world.chance.happens(0.25) ? world.timeline.now + STUCK_MS : 0
  }

  port(moment: (most: number) => Promise<void>): DeliveryPort {
    const { chance, weather, timeline } = this.world
    return {
      isRepeatHarmless: this.isRepeatHarmless,
      deliver: async (order, { reference }) => {
        await moment(2_000)
        if (chance.happens(weather.refused)) return { isGood: false, fault: { kind: 'unavailable' } }
        if (chance.happens(weather.lost / 2)) return { isGood: false, fault: { kind: 'unknown' } }
        // Some calls linger in a queue of theirs before they are carried out, while our side has long given up.
        const isStuck = timeline.now < this.isStuckUntil
        if (chance.happens(isStuck ? 0.9 : weather.lost / 2)) {
          timeline.after(isStuck ? chance.between(200_000, 480_000) : chance.between(1_000, 240_000), () =>
            this.credit(reference, order.amount),
          )
          await moment(15_000)
          return { isGood: false, fault: { kind: 'unknown' } }
        }
        const credit = this.credit(reference, order.amount)
        await moment(2_000)
        return chance.happens(weather.lost) ? { isGood: false, fault: { kind: 'unknown' } } : answerOf(credit)
      },
      track: async (_order, reference) => {
        await moment(2_000)
        if (chance.happens(weather.refused + weather.lost)) return { isGood: false, fault: { kind: 'unavailable' } }
        const credit = this.credits.findLast((each) => each.reference === reference)
        return credit ? answerOf(credit) : { isGood: true, value: { state: 'absent' } }
      },
    }
  }

  private credit(reference: string, amount: number): Credit {
    const { chance, timeline } = this.world
    const known = this.isRepeatHarmless ? this.credits.find((each) => each.reference === reference) : undefined
    if (known) return known
    const credit: Credit = { reference, amount, state: chance.pick(['done', 'done', 'done', 'pending', 'refused'] as const) }
    this.credits.push(credit)
    if (credit.state === 'pending')
      timeline.after(chance.between(500, 600_000), () => (credit.state = chance.happens(0.85) ? 'done' : 'refused'))
    return credit
  }
}

function answerOf(credit: Credit): DeliverySeen {
  if (credit.state === 'done') return { isGood: true, value: { state: 'done', operatorReference: `O-${credit.reference}` } }
  return credit.state === 'pending'
    ? { isGood: true, value: { state: 'pending', operatorReference: null } }
    : { isGood: true, value: { state: 'refused', reason: 'line-barred' } }
}
