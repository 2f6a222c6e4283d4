import { isOpen } from '#features/payment/engine/attempt-states.ts'
import type { PaymentStore } from '#features/payment/engine/payment-ports.ts'
import type { OperatorDelivery } from '#features/payment/delivery.ts'
import type { Attempt, AttemptState, PaymentEvent, PaymentState } from '#features/payment/engine/records.ts'
import type { publicStatus } from '#features/payment/engine/public-status.ts'
import type { PaymentConnector } from '#payment-connectors/payment-connector.ts'
import type { SimulatedDatabase } from './memory-store.ts'
import type { Plagues } from './plagues.ts'
import type { PretendOperator } from './pretend-operator.ts'
import type { PretendProvider } from './pretend-provider.ts'
import { PlantedError } from './process.ts'
import { PROMPT_SECONDS } from './providers.ts'
import type { Timeline } from './timeline.ts'

const MONEY_MAY_BE_TAKEN: ReadonlySet<AttemptState> = new Set(['CREATED', 'UNKNOWN', 'PAID', 'REFUNDING'])
const HOUR = 3_600_000
/** I13: the maximum delay of a due job: twice the promised one, because workers poll less often here. */
const MAX_LATE_MS = 60_000
/** An order's attempts are queried one after another, and staff may ask for all of them again meanwhile. */
const MAX_QUERY_MS = 10_000
const START_LEASE_MS = 60_000

type Scene = {
  database: SimulatedDatabase
  timeline: Timeline
  plagues: Plagues
  operator: Pick<PretendOperator, 'credits'>
  core: { publicStatus: typeof publicStatus }
  errors: string[]
  providers: ReadonlyMap<string, Pick<PretendProvider, 'payments' | 'refused'>>
}

/** Checks a running world: invariants at every moment, and the delay of jobs. Injects the permanent faults of orders. */
export class Witness {
  private readonly world: Scene
  private readonly asked = new Map<string, number>()
  /** Queries that never came back, by order. */
  readonly hung = new Map<string, number>()

  /** Events are stored a moment after this witness sees them. */
  private closing: string | null = null

  constructor(world: Scene) {
    this.world = world
  }

  seeCommit(state: PaymentState, events: readonly PaymentEvent[]): void {
    this.closing = events.some(({ kind, to }) => kind === 'resolved' && to === 'not-paid') ? state.order.id : null
    this.readAloud(state)
    this.checkEnds(state, events)
    this.checkTimes(state)
    this.checkOpenAttempts(state)
    if (events.some(({ kind }) => kind === 'attempt-begun')) this.checkPhones(state)
  }

  private complain(problem: string): void {
    this.world.errors.push(problem)
  }

  /** At every moment, the text shown to the visitor must be true: no 'successful' before the operator has delivered. */
  private readAloud(state: PaymentState): void {
    const { operator, core } = this.world
    const isDelivered = operator.credits.some(({ reference, state: credit }) => reference === state.order.reference && credit === 'done')
    const { status, money } = core.publicStatus(state, new Date(this.world.timeline.now))
    if (status === 'SUCCESS' && !isDelivered) this.complain(`I6 ${state.order.id}: says successful before it is`)
    if (money === 'other-way' && state.attempts.some((attempt) => this.mayBeOpenElsewhere(attempt)))
      this.complain(`I20 ${state.order.id}: offers another way while a payment may be open`)
    if (money !== 'not-taken') return
    const mayBeTaken = state.attempts.some((attempt) => MONEY_MAY_BE_TAKEN.has(attempt.state))
    if (mayBeTaken) this.complain(`I6 ${state.order.id}: says that nothing was taken without knowing it`)
    if (!this.isClosedByPerson(state) && state.attempts.some((attempt) => this.isSaidToBePaid(attempt)))
      this.complain(`I14 ${state.order.id}: says that nothing was taken although the provider told us that it was`)
  }

  /** A person has seen in the provider's books that it was not paid. */
  private isClosedByPerson({ order }: PaymentState): boolean {
    const isClosed = this.world.database.events.some(
      ({ orderId, kind, to }) => orderId === order.id && kind === 'resolved' && to === 'not-paid',
    )
    return isClosed || this.closing === order.id
  }

  /** I20: a payer must not get a second push while the first prompt may still be on the phone. */
  private checkPhones({ order, attempts }: PaymentState): void {
    const isRinging = attempts.some((attempt) => attempt.isPush && this.mayBeOpenElsewhere(attempt))
    if (isRinging) this.complain(`I20 ${order.id}: another way was begun while a prompt may be on the phone`)
  }

  /** The start was not answered in full, or a prompt may have rung, and the provider has a payment that is neither paid nor refused. */
  private mayBeOpenElsewhere({ connector, ref, state, isPush }: Attempt): boolean {
    const provider = this.world.providers.get(connector)
    const isOpenThere = provider?.payments.some((payment) => payment.ref === ref && payment.state === 'open')
    if (state !== 'UNKNOWN' || !isOpenThere) return false
    const refused = provider?.refused.byRef.get(ref)
    if (!refused?.isWhole) return true
    return isPush && refused.mayRing && this.world.timeline.now - refused.at < PROMPT_SECONDS * 1000
  }

  /** I14: only an answer to us ends an attempt without money. */
  private checkEnds({ order }: PaymentState, events: readonly PaymentEvent[]): void {
    const ends = events.filter(({ to, from }) => to !== from && (to === 'DECLINED' || to === 'CANCELLED' || to === 'EXPIRED'))
    if (ends.some(({ source }) => source === 'notice')) this.complain(`I14 ${order.id}: ended by an unverified webhook`)
  }

  /** A webhook of the provider itself reports it, and was processed. */
  private isSaidToBePaid({ ref, providerRef }: Attempt): boolean {
    return [...this.world.database.webhooks.values()].some(
      ({ webhook, hasUrlToken, isOpen: isStillOpen }) =>
        hasUrlToken &&
        !isStillOpen &&
        webhook.seen.state === 'paid' &&
        (webhook.attempt.by === 'ref' ? ref : providerRef) === webhook.attempt.value,
    )
  }

  /** I15: timeouts depend on the true time, not on the clock of the process. */
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

  /** I13: the worker never finds a job that has been due for long. */
  watchedStore(store: PaymentStore): PaymentStore {
    return {
      ...store,
      dueOrders: async (limit) => {
        const due = await store.dueOrders(limit)
        for (const { orderId } of due) {
          const dueAt = this.world.database.nextWork.get(orderId)?.getTime() ?? Number.POSITIVE_INFINITY
          const attempts = this.world.database.orders.get(orderId)?.state.attempts.length ?? 0
          const soonest = this.world.timeline.now - MAX_LATE_MS - attempts * MAX_QUERY_MS
          const isLate = dueAt < soonest && this.lastTriedAgain(orderId) < soonest
          if (isLate && !this.world.plagues.struck.has(orderId) && !this.world.database.failures.has(`order ${orderId}`))
            this.complain(`I13 ${orderId}: due for ${Math.round((this.world.timeline.now - dueAt) / 1000)} s`)
        }
        return due
      },
      recordFailure: (item, reason) => {
        if (item.kind === 'order') this.hung.delete(item.id)
        return store.recordFailure(item, reason)
      },
    }
  }

  /** A dead letter keeps its time; when a person lets it be tried again, it is due from then. */
  private lastTriedAgain(orderId: string): number {
    const isTrial = ({ orderId: id, kind }: { orderId: string; kind: string }) =>
      id === orderId && (kind === 'retried' || kind === 'resolved')
    return this.world.database.events.findLast(isTrial)?.at ?? 0
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
        if (orderId !== undefined && plagues.is(orderId, 'questions-hang')) {
          this.hung.set(orderId, (this.hung.get(orderId) ?? 0) + 1)
          return new Promise(() => {})
        }
        if (plagues.is(orderId, 'questions')) throw new PlantedError('plagued')
        if (!connector.query) throw new Error('every provider can be asked')
        return connector.query(context, attempt)
      },
    }
  }

  /** F61: independent of the number of returns and webhooks. */
  private checkQuestions(ref: string): void {
    const { now } = this.world.timeline
    const before = this.asked.get(ref)
    if (before !== undefined && now - before < 4_900) this.complain(`F61 ${ref}: asked twice within ${now - before} ms`)
    this.asked.set(ref, now)
  }

  plaguedOperator(port: OperatorDelivery): OperatorDelivery {
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
