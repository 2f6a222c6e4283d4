import { isOpen } from '#features/payment/engine/attempt-states.ts'
import type { StartDecision } from '#features/payment/engine/begin-attempt.ts'
import type { Attempt, Order, PaymentEvent, PaymentState } from '#features/payment/engine/records.ts'
import type { SimulatedDatabase } from './memory-store.ts'
import type { PretendDebts } from './pretend-debts.ts'
import type { PretendOperator } from './pretend-operator.ts'
import type { Timeline } from './timeline.ts'

/** Between a reading and what follows from it. */
const A_MOMENT = 30_000
const HOLD = 15 * 60_000

type Scene = {
  database: SimulatedDatabase
  timeline: Timeline
  operator: Pick<PretendOperator, 'credits' | 'neverReached'>
  debts: PretendDebts
  errors: string[]
  /** No process dies or throws in this world. */
  isCalm: boolean
}

/** I18: compares the core's decisions about a subject with its true state. */
export class SubjectWitness {
  private readonly world: Scene
  private readonly acceptedAt = new Map<string, number>()
  private readonly endedAt = new Map<string, number>()
  private readonly paidAt = new Map<string, number>()
  private readonly lastSendingAt = new Map<string, number>()
  private readonly refused = new Set<string>()

  constructor(world: Scene) {
    this.world = world
  }

  seeCommit(state: PaymentState, events: readonly PaymentEvent[]): void {
    if (!state.order.subject) return
    this.note(state)
    if (events.some(({ kind }) => kind === 'attempt-begun')) this.checkBeginning(state.order)
    const isCall = events.some(({ kind }) => kind === 'delivery-sent')
    // A process that dies may not have recorded that its call never left.
    const isFirstCall = state.order.sends === 1 || (this.world.isCalm && this.world.operator.neverReached.has(state.order.reference))
    if (isCall && isFirstCall && this.isPast(this.world.debts.settledSince(state.order)))
      this.complain(state.order, 'delivered although it is not owed')
    if (state.order.refusal === 'not-owed' && !this.refused.has(state.order.id)) this.checkRefusal(state.order)
  }

  private note({ order, attempts }: PaymentState): void {
    const { now } = this.world.timeline
    const first = (times: Map<string, number>, id: string) => times.has(id) || times.set(id, now)
    for (const { id, action, state } of attempts) {
      if (action) first(this.acceptedAt, id)
      if (!isOpen(state)) first(this.endedAt, id)
    }
    if (order.paidAt) first(this.paidAt, order.id)
    if (order.sends > 0) this.lastSendingAt.set(order.id, now)
  }

  private complain(order: Order, problem: string): void {
    this.world.errors.push(`I18 ${order.id}: ${problem}`)
  }

  private rivals({ id, subject }: Order): PaymentState[] {
    const states = [...this.world.database.orders.values()].map(({ state }) => state)
    return states.filter(({ order }) => order.id !== id && order.subject?.key === subject?.key)
  }

  private isPast(time: number | undefined | null): boolean {
    return time !== undefined && time !== null && time < this.world.timeline.now - A_MOMENT
  }

  private checkBeginning(order: Order): void {
    const { debts, timeline, database } = this.world
    if (this.isPast(debts.settledSince(order))) this.complain(order, 'begun for what is not owed')
    if (debts.isSilent(order) && this.isPast(debts.silence.from)) this.complain(order, 'begun although what is owed is unreadable')
    const rivals = this.rivals(order)
    if (rivals.some(({ order: { id, fulfilment } }) => this.isPast(this.paidAt.get(id)) && fulfilment !== 'REFUSED'))
      this.complain(order, 'begun although another has paid')
    const isHolding = ({ id, state, createdAt }: Attempt) =>
      isOpen(state) && this.isPast(this.acceptedAt.get(id)) && !database.left.has(id) && createdAt.getTime() + HOLD > timeline.now
    if (rivals.some(({ attempts }) => attempts.some(isHolding))) this.complain(order, 'begun while another is being paid')
  }

  /** A refund as not owed is only for a settled subject, and never after a delivery of the same order. */
  private checkRefusal(order: Order): void {
    this.refused.add(order.id)
    const credited = (reference: string) =>
      this.world.operator.credits.some((each) => each.reference === reference && each.state !== 'refused')
    if (credited(order.reference)) this.complain(order, 'given back although it was delivered')
    // A call that never left returns its order to the queue, perhaps just after another order saw it being sent.
    const isSending = ({ id, sends }: Order) => sends > 0 || !this.isPast(this.lastSendingAt.get(id) ?? 0)
    const isClaimed = this.rivals(order).some(
      ({ order: rival }) => isSending(rival) && rival.fulfilment !== 'REFUSED' && rival.subject?.debt === order.subject?.debt,
    )
    if (!isClaimed && this.world.debts.settledSince(order) === null) this.complain(order, 'given back as not owed while it is owed')
  }

  /** A refused start carries a reason, and the reason must be true. */
  checkAnswer(order: Order, beginning: StartDecision | null): void {
    if (beginning?.kind === 'resumed') this.checkResumed(order, beginning.attempt)
    if (beginning?.kind !== 'not-due') return
    const { kind } = beginning.standing
    const rivals = this.rivals(order)
    if (kind === 'held' && !rivals.some(({ attempts }) => attempts.some((attempt) => this.mayHold(attempt))))
      this.complain(order, 'kept out by those who pay nothing')
    const isPaid = rivals.some(({ order: { id } }) => this.paidAt.has(id))
    if (kind === 'not-owed' && !isPaid && this.world.debts.settledSince(order) === null) this.complain(order, 'refused although it is owed')
  }

  /** A return to an old payment page must not resume it for a subject that another order has paid. */
  private checkResumed(order: Order, { state, doubt, createdAt }: Attempt): void {
    const isOld = createdAt.getTime() + 60_000 + A_MOMENT < this.world.timeline.now
    const isPaid = this.rivals(order).some(({ order: { id, fulfilment } }) => this.isPast(this.paidAt.get(id)) && fulfilment !== 'REFUSED')
    if (isOld && isPaid && state === 'WAITING' && doubt === null) this.complain(order, 'led to its page again although another has paid')
  }

  private mayHold({ id, action, createdAt }: Attempt): boolean {
    const { timeline, database } = this.world
    const isOver = this.isPast(this.endedAt.get(id)) || this.isPast(database.left.get(id))
    return action !== null && !isOver && createdAt.getTime() + HOLD + A_MOMENT > timeline.now
  }

  /** At most one delivery for one debt, unless the operator refused the one before. */
  paidTwice(): string[] {
    const { database, operator } = this.world
    const delivered = new Map<string, number>()
    for (const { state } of database.orders.values()) {
      const { subject, reference } = state.order
      const credits = operator.credits.filter((credit) => credit.reference === reference && credit.state !== 'refused').length
      if (subject && credits > 0)
        delivered.set(`${subject.key} ${subject.debt}`, (delivered.get(`${subject.key} ${subject.debt}`) ?? 0) + credits)
    }
    return [...delivered].flatMap(([subject, count]) => (count > 1 ? [`I18 ${subject}: delivered ${count} times`] : []))
  }
}
