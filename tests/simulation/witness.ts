import { isOpen } from '#features/payment/engine/attempt-states.ts'
import type { DeliveryPort, PaymentStore } from '#features/payment/engine/payment-ports.ts'
import type { Attempt, AttemptState, PaymentEvent, PaymentState } from '#features/payment/engine/records.ts'
import type { publicStatus } from '#features/payment/engine/public-status.ts'
import type { PaymentConnector } from '#payment-connectors/payment-connector.ts'
import type { SimulatedDatabase } from './memory-store.ts'
import type { Plagues } from './plagues.ts'
import type { PretendOperator } from './pretend-operator.ts'
import { PlantedError } from './process.ts'
import type { Timeline } from './timeline.ts'

const MONEY_MAY_BE_TAKEN: ReadonlySet<AttemptState> = new Set(['CREATED', 'UNKNOWN', 'PAID', 'REFUNDING'])
const HOUR = 3_600_000
/** I13: so late may an item be looked at whose time has come. Half as much again as promised, for workers look less often here. */
const MOST_LATE_MS = 45_000
const START_LEASE_MS = 60_000

type Scene = {
  database: SimulatedDatabase
  timeline: Timeline
  plagues: Plagues
  operator: Pick<PretendOperator, 'credits'>
  core: { publicStatus: typeof publicStatus }
  errors: string[]
}

/** Watches a world while it lives: what must be true at every moment, and how late work is done. Strikes orders with their plagues. */
export class Witness {
  private readonly world: Scene
  private readonly asked = new Map<string, number>()

  constructor(world: Scene) {
    this.world = world
  }

  seeCommit(state: PaymentState, events: readonly PaymentEvent[]): void {
    this.readAloud(state)
    this.checkEnds(state, events)
    this.checkTimes(state)
    this.checkOpenAttempts(state)
  }

  private complain(problem: string): void {
    this.world.errors.push(problem)
  }

  /** At every moment, what the visitor could read must be true: nobody says 'successful' before the operator has done its part. */
  private readAloud(state: PaymentState): void {
    const { operator, core } = this.world
    const isDelivered = operator.credits.some(({ reference, state: credit }) => reference === state.order.reference && credit === 'done')
    const { status, money } = core.publicStatus(state)
    if (status === 'SUCCESS' && !isDelivered) this.complain(`I6 ${state.order.id}: says successful before it is`)
    if (money !== 'not-taken') return
    const mayBeTaken = state.attempts.some((attempt) => MONEY_MAY_BE_TAKEN.has(attempt.state))
    if (mayBeTaken) this.complain(`I6 ${state.order.id}: says that nothing was taken without knowing it`)
    if (state.attempts.some((attempt) => this.isSaidToBePaid(attempt)))
      this.complain(`I14 ${state.order.id}: says that nothing was taken although the provider told us that it was`)
  }

  /** I14: only an answer to us ends an attempt without money. */
  private checkEnds({ order }: PaymentState, events: readonly PaymentEvent[]): void {
    const ends = events.filter(({ to, from }) => to !== from && (to === 'DECLINED' || to === 'CANCELLED' || to === 'EXPIRED'))
    if (ends.some(({ source }) => source === 'notice')) this.complain(`I14 ${order.id}: ended by a notice that nobody asked about`)
  }

  /** A notice of the provider itself says so, and was worked. */
  private isSaidToBePaid({ ref, providerRef }: Attempt): boolean {
    return [...this.world.database.notices.values()].some(
      ({ notice, isMarked, isOpen: isStillOpen }) =>
        isMarked &&
        !isStillOpen &&
        notice.seen.state === 'paid' &&
        (notice.attempt.by === 'ref' ? ref : providerRef) === notice.attempt.value,
    )
  }

  /** I15: what depends on time depends on the true time, whatever the machine of the process says. */
  private checkTimes({ order, attempts, refunds }: PaymentState): void {
    const { now } = this.world.timeline
    const isOldEnough = attempts.some(({ createdAt }) => now - createdAt.getTime() >= 47 * HOUR)
    if (order.review === 'open-too-long' && !isOldEnough) this.complain(`I15 ${order.id}: called a person two days early`)
    const isEarly = refunds.some(({ cause }) => cause === 'late') && now < order.wantedUntil.getTime()
    if (isEarly) this.complain(`I15 ${order.id}: given back as late before its time was over`)
    const times = [
      order.nextFulfilmentAt,
      ...attempts.map(({ nextQueryAt }) => nextQueryAt),
      ...refunds.map(({ nextWorkAt }) => nextWorkAt),
    ]
    if (times.some((time) => time !== null && time.getTime() > now + 49 * HOUR)) this.complain(`I15 ${order.id}: put off for days`)
  }

  /** I16 */
  private checkOpenAttempts({ order, attempts }: PaymentState): void {
    const { now } = this.world.timeline
    const isFresh = ({ createdAt }: Attempt) => now - createdAt.getTime() < START_LEASE_MS
    const underWay = attempts.filter((each) => isOpen(each.state) && (each.action !== null || (each.state === 'CREATED' && isFresh(each))))
    const methods = underWay.map(({ connector, asked }) => `${connector} ${asked.minor} ${asked.currency}`)
    if (new Set(methods).size < methods.length) this.complain(`I16 ${order.id}: two open attempts of one method`)
  }

  /** I13: whoever looks for work finds nothing that has waited for long. */
  watchedStore(store: PaymentStore): PaymentStore {
    return {
      ...store,
      dueOrders: async (limit) => {
        const due = await store.dueOrders(limit)
        for (const { orderId } of due) {
          const dueAt = this.world.database.nextWork.get(orderId)?.getTime() ?? Number.POSITIVE_INFINITY
          const isLate = this.world.timeline.now - dueAt > MOST_LATE_MS
          if (isLate && !this.world.plagues.struck.has(orderId) && !this.world.database.failures.has(`order ${orderId}`))
            this.complain(`I13 ${orderId}: due for ${Math.round((this.world.timeline.now - dueAt) / 1000)} s`)
        }
        return due
      },
    }
  }

  plaguedConnector(connector: PaymentConnector): PaymentConnector {
    const { plagues } = this.world
    const orderOf = (ref: string) =>
      [...this.world.database.orders].find(([, { state }]) => state.attempts.some((attempt) => attempt.ref === ref))?.[0]
    return {
      ...connector,
      query: async (context, attempt) => {
        const orderId = orderOf(attempt.ref)
        this.checkQuestions(attempt.ref)
        if (plagues.is(orderId, 'questions-hang')) return new Promise(() => {})
        if (plagues.is(orderId, 'questions')) throw new PlantedError('plagued')
        if (!connector.query) throw new Error('every provider can be asked')
        return connector.query(context, attempt)
      },
    }
  }

  /** F61: however many come back or tell us something. */
  private checkQuestions(ref: string): void {
    const { now } = this.world.timeline
    const before = this.asked.get(ref)
    if (before !== undefined && now - before < 4_900) this.complain(`F61 ${ref}: asked twice within ${now - before} ms`)
    this.asked.set(ref, now)
  }

  plaguedOperator(port: DeliveryPort): DeliveryPort {
    const isStruck = (reference: string) => this.world.plagues.is(reference.replace(/^G-/, ''), 'delivery')
    return {
      ...port,
      deliver: async (order, paid) => {
        if (isStruck(paid.reference)) throw new PlantedError('plagued')
        return port.deliver(order, paid)
      },
      track: async (order, reference) => {
        if (isStruck(reference)) throw new PlantedError('plagued')
        return port.track(order, reference)
      },
    }
  }
}
