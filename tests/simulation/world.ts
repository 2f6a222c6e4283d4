import type { ATTEMPT_MOVES } from '#features/payment/engine/attempt-states.ts'
import type { createOrderChanger } from '#features/payment/engine/change-order.ts'
import type { ReceiptUsed, SubjectTaken } from '#features/payment/engine/payment-ports.ts'
import type { createPaymentEngine, PaymentEngine } from '#features/payment/engine/payment-engine.ts'
import type { excessOf, publicStatus } from '#features/payment/engine/public-status.ts'
import type { createPaymentWorker, PaymentWorker } from '#features/payment/engine/payment-worker.ts'
import type { ConnectorInfo, Webhook } from '#payment-connectors/payment-connector.ts'
import type { createDatabaseClock } from '#server/database-clock.ts'
import { chanceOf, type Chance } from './chance.ts'
import { SimulatedDatabase, simulatedStore, type Hooks } from './memory-store.ts'
import { Phones, type MessageCore } from './phones.ts'
import { Plagues } from './plagues.ts'
import { PretendDebts } from './pretend-debts.ts'
import { PretendOperator } from './pretend-operator.ts'
import { PretendProvider, type Weather } from './pretend-provider.ts'
import { PretendWallet } from './pretend-wallet.ts'
import { PlantedError, SimulatedProcess, type Fate, type WallClock } from './process.ts'
import { infoOf, PROVIDERS } from './providers.ts'
import type { StaffDesk } from '#features/staff-acts/staff-desk.ts'
import { deskStoreOf, StaffBooks, type StaffCore } from './staff-store.ts'
import { SubjectWitness } from './subject-witness.ts'
import { Timeline } from './timeline.ts'
import { Witness } from './witness.ts'

/** The core under test: the real one, or a copy with a planted bug. */
export type Core = {
  createPaymentEngine: typeof createPaymentEngine
  createOrderChanger: typeof createOrderChanger
  createPaymentWorker: typeof createPaymentWorker
  createDatabaseClock: typeof createDatabaseClock
  publicStatus: typeof publicStatus
  excessOf: typeof excessOf
  ATTEMPT_MOVES: typeof ATTEMPT_MOVES
  ReceiptUsed: typeof ReceiptUsed
  SubjectTaken: typeof SubjectTaken
} & MessageCore &
  StaffCore

/** One of our processes, as its users see it. */
export type Program = {
  process: SimulatedProcess
  engine: PaymentEngine
  store: ReturnType<typeof simulatedStore>
  worker: PaymentWorker
  desk: StaffDesk
}

const HOUR = 3_600_000
const PEOPLE_SEEDS = 5_000_000
const STORM_HOURS = 12
const LIFE_HOURS = 120
const SWEEP_MS = 5_000
/** Webhooks without a known order are retried less often here than in production. */
const NOTICES_MS = 20_000
const RIGHT_CLOCK: WallClock = { aheadMs: 0, isFrozen: false }
const WRONG_CLOCKS: readonly WallClock[] = [
  { aheadMs: 15 * 60_000, isFrozen: false },
  { aheadMs: -2 * HOUR, isFrozen: false },
  { aheadMs: 365 * 24 * HOUR, isFrozen: false },
  { aheadMs: 0, isFrozen: true },
]

/** One world: a few visitors, two workers, providers and an operator, and faults that end after half a day. */
export class World {
  readonly database = new SimulatedDatabase()
  readonly chance: Chance
  /** Payers and lines, from a separate random sequence that nothing else in a world depends on. */
  readonly people: Chance
  readonly timeline: Timeline
  readonly weather: Weather
  readonly operator: PretendOperator
  readonly debts: PretendDebts
  readonly subjects: SubjectWitness
  readonly providers: Map<ConnectorInfo['id'], PretendProvider>
  readonly core: Core
  readonly plagues: Plagues
  readonly phones: Phones
  readonly staff: StaffBooks
  /** No process dies or throws in this world. */
  readonly isCalm: boolean
  readonly orderIds: string[] = []
  readonly errors: string[] = []
  readonly witness: Witness
  private readonly fate: Fate
  private readonly sleepers = new Set<() => void>()
  private hasWrongClocks: boolean
  private ids = 0

  /** OPR-2: every third world sells in a currency with cents. */
  readonly prices: 'XOF' | 'CDF'

  constructor(seed: number, core: Core) {
    this.prices = seed % 3 === 0 ? 'CDF' : 'XOF'
    this.core = core
    this.chance = chanceOf(seed)
    this.people = chanceOf(seed + PEOPLE_SEEDS)
    this.timeline = new Timeline(this.chance)
    this.weather = {
      lost: this.chance.pick([0, 0.1, 0.3]),
      refused: this.chance.pick([0, 0.1, 0.4]),
      flaky: this.chance.pick([0, 0.1, 0.3]),
      absurd: this.chance.pick([0, 0.2]),
    }
    this.fate = { crashes: this.chance.pick([0, 0.01, 0.05]), throws: this.chance.pick([0, 0, 0.03]) }
    this.isCalm = this.fate.crashes === 0 && this.fate.throws === 0
    this.phones = new Phones(core)
    this.staff = new StaffBooks(seed)
    this.hasWrongClocks = this.chance.happens(0.3)
    this.plagues = new Plagues(this.chance)
    this.operator = new PretendOperator(this)
    this.debts = new PretendDebts(this, seed)
    this.witness = new Witness(this)
    this.subjects = new SubjectWitness(this)
    this.providers = new Map(
      PROVIDERS.map(({ id, kind, repeat }) => [
        id,
        new (kind === 'pin' || kind === 'instant' ? PretendWallet : PretendProvider)(
          infoOf({ id, kind, repeat, refund: this.staff.refundCalls(id) ? 'full' : 'none' }),
          kind,
          this,
          (webhook, hasUrlToken) => this.receive(id, webhook, hasUrlToken),
        ),
      ]),
    )
  }

  async live(visit: (world: World, visitor: number) => Promise<void>): Promise<void> {
    for (let visitor = this.chance.between(1, 2); visitor > 0; visitor -= 1) this.watch(visit(this, visitor))
    this.watch(this.keepWorking(() => RIGHT_CLOCK))
    this.watch(this.keepWorking(() => this.someClock()))
    this.timeline.after(STORM_HOURS * HOUR, () => {
      Object.assign(this.weather, { lost: 0, refused: 0, flaky: 0, absurd: 0 })
      Object.assign(this.fate, { crashes: 0, throws: 0 })
      this.hasWrongClocks = false
    })
    await this.timeline.runUntil(this.timeline.now + LIFE_HOURS * HOUR)
  }

  /** A process with ports of its own. */
  async begin(wall = this.someClock()): Promise<Program> {
    const { timeline, chance, fate, core } = this
    const process = new SimulatedProcess({ timeline, chance, fate, wall, createClock: core.createDatabaseClock })
    await process.clock.sync()
    const moment = (most: number) => process.moment(most)
    const now = () => process.clock.now()
    const hooks: Hooks = {
      createOrderChanger: core.createOrderChanger,
      refusals: core,
      now,
      onCommit: (state, events) => {
        this.witness.seeCommit(state, events)
        this.subjects.seeCommit(state, events)
        this.phones.hear(state, timeline.now)
      },
      onNewWork: () => this.sleepers.forEach((sleepAnew) => sleepAnew()),
      refuse: (item) =>
        this.plagues.refuse(
          item,
          (id) => this.orderOfNotice(id),
          (id) => this.hasAttempts(id),
        ),
    }
    const store = simulatedStore(this.database, timeline, () => moment(20), hooks)
    const ids = { id: () => this.newId('i'), ref: () => this.newId('R'), correlationId: () => this.newId('c') }
    const { refundCalls } = this.staff
    const deskStore = deskStoreOf({ database: this.database, books: this.staff, hooks, moment: () => moment(20) })
    const engine = core.createPaymentEngine({
      store,
      now,
      ids,
      isConnected: () => true,
      connector: (id) => this.connectorOf(id, moment),
      contextFor: () => ({ fetch, now, urls: { return: '', notify: '' } }),
      readSubject: (order) => this.debts.read(order, moment),
      operator: this.witness.plaguedOperator(this.operator.port(moment, (reference) => this.debts.takesNoDelivery(reference))),
      sendMessage: async (order, message) => {
        await moment(500)
        if (this.plagues.is(order.id, 'messages')) throw new PlantedError('plagued')
        return this.phones.send(order, message, { now: timeline.now, isCentreAway: this.chance.happens(this.weather.refused) })
      },
      pause: (milliseconds) => timeline.pause(milliseconds),
      onFailure: (_item, error) => this.noteUnlessPlanted(error),
    })
    const worker = core.createPaymentWorker({
      engine,
      store: this.witness.watchedStore(store),
      startTimer: (milliseconds, happen) => timeline.timer(milliseconds, happen),
      inContext: (work) => work(),
      mayWork: async () => true,
      catchUp: async () => {},
      onError: (error) => this.noteUnlessPlanted(error),
    })
    return { process, engine, store, worker, desk: core.createStaffDesk({ store: deskStore, now, ids, refundCalls }) }
  }

  /** While faults are injected, visitors may be served by a machine with a wrong clock. */
  private someClock(): WallClock {
    return this.hasWrongClocks && this.chance.happens(0.3) ? this.chance.pick(WRONG_CLOCKS) : RIGHT_CLOCK
  }

  private connectorOf(id: ConnectorInfo['id'], moment: (most: number) => Promise<void>) {
    const provider = this.providers.get(id)
    if (!provider) throw new Error(`no provider ${id}`)
    return this.witness.plaguedConnector(provider.connector(moment))
  }

  newId(prefix: string): string {
    this.ids += 1
    return `${prefix}${this.ids}`
  }

  /** Workers poll less often here than in production, and idle hours are skipped, or a world would take minutes. */
  private async keepWorking(wall: () => WallClock): Promise<never> {
    for (;;) {
      const { process, worker } = await this.begin(wall())
      while (process.isAlive) {
        await this.idle()
        await process.clock.sync()
        if (!process.clock.isInStep()) {
          await this.timeline.pause(HOUR)
          break
        }
        await this.atMost(SWEEP_MS, Promise.race([worker.sweep(), process.death]))
      }
    }
  }

  /** The next sweep does not wait for the last item of this one. */
  private async atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
    const late = Promise.withResolvers<void>()
    const cancel = this.timeline.timer(milliseconds, late.resolve)
    await Promise.race([work.catch((error: unknown) => this.noteUnlessPlanted(error)), late.promise])
    cancel()
  }

  private idle(): Promise<void> {
    return new Promise((resolve) => {
      let cancel = () => {}
      const sleep = () => {
        cancel()
        cancel = this.timeline.timer(this.idleMilliseconds(), () => {
          this.sleepers.delete(sleep)
          resolve()
        })
      }
      this.sleepers.add(sleep)
      sleep()
    })
  }

  private idleMilliseconds(): number {
    const { now } = this.timeline
    let soonest = Number.POSITIVE_INFINITY
    for (const [id, at] of this.database.nextWork)
      if (at !== null && !this.database.isResting({ kind: 'order', id })) soonest = Math.min(soonest, at.getTime() - now)
    for (const webhook of this.database.webhooks.values())
      if (webhook.isOpen && !this.database.isResting({ kind: 'notice', id: webhook.id })) soonest = Math.min(soonest, NOTICES_MS)
    return Math.min(Math.max(soonest, SWEEP_MS), HOUR) + this.chance.between(0, 500)
  }

  private receive(connector: ConnectorInfo['id'], webhook: Webhook, hasUrlToken: boolean): void {
    const keepAndWork = async () => {
      const { store, worker } = await this.begin()
      const kept = await store.saveWebhook(connector, webhook, hasUrlToken)
      if (kept) worker.handleWebhook(kept)
    }
    this.watch(keepAndWork())
  }

  private orderOfNotice(noticeId: string): string | undefined {
    const attempt = this.database.webhooks.get(noticeId)?.webhook.attempt
    for (const [orderId, { state }] of this.database.orders)
      if (state.attempts.some(({ ref, providerRef }) => (attempt?.by === 'ref' ? ref : providerRef) === attempt?.value)) return orderId
    return undefined
  }

  private hasAttempts(orderId: string): boolean {
    return (this.database.orders.get(orderId)?.state.attempts.length ?? 0) > 0
  }

  /** The core's assertions never fail: an error counts like a tampered ledger. */
  watch(running: Promise<unknown>): void {
    running.catch((error: unknown) => this.noteUnlessPlanted(error))
  }

  noteUnlessPlanted(error: unknown): void {
    const name = error instanceof Error ? error.name : ''
    const isExpected = error instanceof PlantedError || name === 'ReceiptUsed' || name === 'UnknownPayment'
    if (!isExpected) this.errors.push(String(error))
  }
}
