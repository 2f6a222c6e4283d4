import type { Order } from '#features/payment/engine/records.ts'
import type { SubjectSeen } from '#features/payment/engine/subjects.ts'
import { chanceOf, type Chance } from './chance.ts'
import type { SimulatedDatabase } from './memory-store.ts'
import type { PretendOperator } from './pretend-operator.ts'
import type { Weather } from './pretend-provider.ts'
import type { Timeline } from './timeline.ts'

const HOUR = 3_600_000
const DEBT_SEEDS = 5_000_000
const OUTAGE_SEEDS = 9_000_000
const LINK_SEEDS = 7_000_000
const BILL = 'bill'
const LINK = 'link:1'

type Scene = { timeline: Timeline; weather: Weather; database: SimulatedDatabase; operator: Pick<PretendOperator, 'credits'> }

/**
 * I18: debts at the operator. One bill that several visitors want to pay, also in a shop; at times its state is unknown. A link is known to
 * our own orders alone: at the operator it is always owed.
 */
export class PretendDebts {
  readonly chance: Chance
  /** The interval in which queries about the debt get no answer. */
  readonly silence: { from: number; until: number }
  /** The interval in which the operator accepts no delivery call for it. */
  private readonly outage: { from: number; until: number }
  private debt = 'as chosen'
  private shopAt: number | null = null
  /** How long after our payment the operator still reports it as owed. */
  private readonly lagMs: number
  /** The subject that all of them want to pay. */
  readonly subject: NonNullable<Order['subject']>
  private readonly world: Scene

  constructor(world: Scene, seed: number) {
    this.world = world
    // A separate random sequence, so that worlds without a subject do not change.
    this.chance = chanceOf(seed + DEBT_SEEDS)
    const { chance } = this
    const from = world.timeline.now + chance.pick([0, 60_000, 600_000])
    this.silence = { from, until: chance.happens(0.3) ? from + chance.pick([120_000, HOUR, 8 * HOUR]) : from }
    this.lagMs = chance.pick([0, 1_000, 120_000])
    this.subject = chanceOf(seed + LINK_SEEDS).happens(0.35) ? { key: LINK, debt: '' } : { key: BILL, debt: 'as chosen' }
    if (chance.happens(0.4)) world.timeline.after(chance.pick([1_000, 20_000, 120_000, 900_000]), () => (this.shopAt = world.timeline.now))
    if (chance.happens(0.3)) world.timeline.after(chance.pick([1_000, 30_000, 900_000]), () => (this.debt = 'a part was paid'))
    const ofOutage = chanceOf(seed + OUTAGE_SEEDS)
    const outageMs = ofOutage.happens(0.3) ? ofOutage.pick([1_200_000, HOUR]) : 0
    this.outage = { from: world.timeline.now, until: world.timeline.now + outageMs }
    // It is paid in a shop while our delivery waits for the operator.
    if (outageMs > 0 && ofOutage.happens(0.6)) world.timeline.after(outageMs - 60_000, () => (this.shopAt ??= world.timeline.now))
  }

  takesNoDelivery(reference: string): boolean {
    const { timeline, database } = this.world
    const isAway = this.outage.from <= timeline.now && timeline.now < this.outage.until
    return isAway && [...database.orders.values()].some(({ state: { order } }) => order.subject !== null && order.reference === reference)
  }

  /** Since when the operator reports nothing owed; null while something is. */
  settledSince(order: Order): number | null {
    if (isLink(order)) return null
    const { database, operator } = this.world
    const references = new Set(
      [...database.orders.values()].filter(({ state }) => state.order.subject?.key === BILL).map(({ state }) => state.order.reference),
    )
    const paid = operator.credits.flatMap(({ reference, doneAt }) =>
      doneAt !== null && references.has(reference) ? [doneAt + this.lagMs] : [],
    )
    const since = Math.min(...paid, this.shopAt ?? Number.POSITIVE_INFINITY)
    return since <= this.world.timeline.now ? since : null
  }

  isSilent(order: Order): boolean {
    const { now } = this.world.timeline
    return !isLink(order) && this.silence.from <= now && now < this.silence.until
  }

  async read(order: Order, moment: (most: number) => Promise<void>): Promise<SubjectSeen> {
    const { weather } = this.world
    if (isLink(order)) return { state: 'owed', debt: order.subject?.debt ?? '', due: null }
    await moment(2_000)
    if (this.isSilent(order) || this.chance.happens((weather.refused + weather.lost) / 2)) return { state: 'unreadable' }
    const seen: SubjectSeen = this.settledSince(order) === null ? { state: 'owed', debt: this.debt, due: 500 } : { state: 'not-owed' }
    await moment(500)
    return seen
  }
}

function isLink({ subject }: Order): boolean {
  return subject?.key === LINK
}
