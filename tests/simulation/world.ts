import { freshOrder } from '#features/payment/engine/fresh-order.ts'
import type { ATTEMPT_MOVES } from '#features/payment/engine/attempt-states.ts'
import type { createOrderChanger } from '#features/payment/engine/change-order.ts'
import type { createPaymentEngine, PaymentEngine } from '#features/payment/engine/payment-engine.ts'
import type { publicStatus } from '#features/payment/engine/public-status.ts'
import type { AttemptState, Order, PaymentState, Quote } from '#features/payment/engine/records.ts'
import type { ConnectorInfo, Notice } from '#payment-connectors/payment-connector.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { xof } from '#shared/money.ts'
import { chanceOf, type Chance } from './chance.ts'
import { SimulatedDatabase, simulatedStore } from './memory-store.ts'
import { PretendOperator } from './pretend-operator.ts'
import { PretendProvider, type ProviderKind, type Weather } from './pretend-provider.ts'
import { PretendWallet } from './pretend-wallet.ts'
import { SimulatedProcess } from './process.ts'
import { Timeline } from './timeline.ts'

/** The core under test: the real one, or a copy with a planted bug. */
export type Core = {
  createPaymentEngine: typeof createPaymentEngine
  createOrderChanger: typeof createOrderChanger
  publicStatus: typeof publicStatus
  ATTEMPT_MOVES: typeof ATTEMPT_MOVES
}

const PROVIDERS = [
  { id: 'paystack', kind: 'signed-card', repeat: 'harmless' },
  { id: 'dpo', kind: 'hint-card', repeat: 'harmless' },
  { id: 'money-push', kind: 'push', repeat: 'second-payment' },
  { id: 'money-pin', kind: 'pin', repeat: 'harmless' },
  { id: 'airtime', kind: 'instant', repeat: 'second-payment' },
] as const satisfies { id: ConnectorInfo['id']; kind: ProviderKind; repeat: ConnectorInfo['repeat'] }[]

const MONEY_MAY_BE_TAKEN: ReadonlySet<AttemptState> = new Set(['CREATED', 'UNKNOWN', 'PAID', 'REFUNDING'])

const HOUR = 3_600_000
const STORM_HOURS = 12
const LIFE_HOURS = 120
const SWEEP_MS = 15_000

/** One world: a few visitors, two workers, providers and an operator, and a storm that ends after half a day. */
export class World {
  readonly database = new SimulatedDatabase()
  readonly chance: Chance
  readonly timeline: Timeline
  readonly weather: Weather
  readonly operator: PretendOperator
  readonly providers: Map<ConnectorInfo['id'], PretendProvider>
  readonly core: Core
  readonly orderIds: string[] = []
  readonly errors: string[] = []
  private ids = 0
  private crashProbability: number

  constructor(seed: number, core: Core) {
    this.core = core
    this.chance = chanceOf(seed)
    this.timeline = new Timeline(this.chance)
    this.weather = {
      lost: this.chance.pick([0, 0.1, 0.3]),
      refused: this.chance.pick([0, 0.1, 0.4]),
      flaky: this.chance.pick([0, 0.1, 0.3]),
    }
    this.crashProbability = this.chance.pick([0, 0.01, 0.05])
    this.operator = new PretendOperator(this)
    this.providers = new Map(
      PROVIDERS.map(({ id, kind, repeat }) => [
        id,
        new (kind === 'pin' || kind === 'instant' ? PretendWallet : PretendProvider)(infoOf(id, kind, repeat), kind, this, (notice) =>
          this.receive(id, notice),
        ),
      ]),
    )
  }

  async live(): Promise<void> {
    for (let visitor = this.chance.between(1, 2); visitor > 0; visitor -= 1) this.watch(this.visit(visitor))
    this.watch(this.keepWorking())
    this.watch(this.keepWorking())
    this.timeline.after(STORM_HOURS * HOUR, () => {
      Object.assign(this.weather, { lost: 0, refused: 0, flaky: 0 })
      this.crashProbability = 0
    })
    await this.timeline.runUntil(this.timeline.now + LIFE_HOURS * HOUR)
  }

  /** A process with ports of its own. */
  private begin(): { process: SimulatedProcess; engine: PaymentEngine; store: ReturnType<typeof simulatedStore> } {
    const process = new SimulatedProcess(this.timeline, this.chance, () => this.crashProbability)
    const moment = (most: number) => process.moment(most)
    const store = simulatedStore(this.database, this.timeline, () => moment(20), {
      createOrderChanger: this.core.createOrderChanger,
      onCommit: (state) => this.readAloud(state),
    })
    const engine = this.core.createPaymentEngine({
      store,
      now: () => new Date(this.timeline.now),
      ids: { id: () => this.newId('i'), ref: () => this.newId('R'), correlationId: () => this.newId('c') },
      connector: (id) => this.provider(id).connector(moment),
      contextFor: () => ({ fetch, now: () => new Date(this.timeline.now), urls: { return: '', notify: '' } }),
      operator: this.operator.port(moment),
      sendMessage: async () => {
        await moment(500)
        return !this.chance.happens(this.weather.refused)
      },
    })
    return { process, engine, store }
  }

  /** At every moment, what the visitor could read must be true: nobody says 'successful' before the operator has done its part. */
  private readAloud(state: PaymentState): void {
    const isDelivered = this.operator.credits.some(
      ({ reference, state: credit }) => reference === state.order.reference && credit === 'done',
    )
    const { status, money } = this.core.publicStatus(state)
    if (status === 'SUCCESS' && !isDelivered) this.errors.push(`I6 ${state.order.id}: says successful before it is`)
    const mayBeTaken = state.attempts.some((attempt) => MONEY_MAY_BE_TAKEN.has(attempt.state))
    if (money === 'not-taken' && mayBeTaken) this.errors.push(`I6 ${state.order.id}: says that nothing was taken without knowing it`)
  }

  private provider(id: ConnectorInfo['id']): PretendProvider {
    const provider = this.providers.get(id)
    if (!provider) throw new Error(`no provider ${id}`)
    return provider
  }

  private newId(prefix: string): string {
    this.ids += 1
    return `${prefix}${this.ids}`
  }

  /** Somebody pays, impatiently: twice at once, by another method, coming back, giving up. */
  private async visit(visitor: number): Promise<void> {
    const { engine, store } = this.begin()
    const order = anOrder(this.newId('order'), this.timeline.now, this.chance)
    const { orderId } = await store.createOrder(order, { clientKey: `key${visitor}`, requestHash: 'same' })
    this.orderIds.push(orderId)
    for (let tries = this.chance.between(1, 3); tries > 0; tries -= 1) {
      const connector = this.chance.pick(PROVIDERS).id
      const method = {
        connector,
        payer: { msisdn: '90000001', email: null },
        quote: aQuote(this.chance),
        description: '',
        language: 'fr' as const,
      }
      if (this.chance.happens(0.3)) this.watch(this.begin().engine.pay(orderId, method))
      const beginning = await engine.pay(orderId, method)
      if (connector === 'money-pin' && beginning && 'attempt' in beginning) await this.enterPins(engine, orderId, beginning.attempt.id)
      await this.timeline.pause(this.chance.between(0, 300_000))
      if (beginning?.kind === 'begun' && this.chance.happens(0.5)) await engine.askNow(orderId, beginning.attempt.id)
    }
  }

  /** A few PINs, some of them pressed twice, in two tabs, or while the one before is still on its way. */
  private async enterPins(engine: PaymentEngine, orderId: string, attemptId: string): Promise<void> {
    const pin = { kid: 'k', ciphertext: '' }
    for (let tries = this.chance.between(0, 4); tries > 0; tries -= 1) {
      if (this.chance.happens(0.6)) this.watch(this.begin().engine.askNow(orderId, attemptId))
      if (this.chance.happens(0.3)) this.watch(this.begin().engine.enterSecret(orderId, pin))
      const entry = await engine.enterSecret(orderId, pin)
      await this.timeline.pause(this.chance.between(0, this.chance.pick([500, 90_000])))
      if (entry?.kind === 'taken' && this.chance.happens(0.8)) return
    }
  }

  private async keepWorking(): Promise<never> {
    for (;;) {
      const { process, engine } = this.begin()
      while (process.isAlive) {
        await this.timeline.pause(this.idleMilliseconds() + this.chance.between(0, 5_000))
        await Promise.race([this.sweep(engine), process.death])
      }
    }
  }

  private async sweep(engine: PaymentEngine): Promise<void> {
    await engine.workNotices(20)
    await engine.workDue(20)
  }

  /** A worker looks every quarter of a minute; hours in which nothing is due are passed over, or a world would take minutes. */
  private idleMilliseconds(): number {
    const due = [...this.database.nextWork.values()].filter((time) => time !== null).map((time) => time.getTime())
    const hasOpenNotice = [...this.database.notices.values()].some((notice) => notice.isOpen)
    const soonest = Math.min(...due) - this.timeline.now
    return hasOpenNotice || soonest < SWEEP_MS ? SWEEP_MS : Math.min(soonest, HOUR)
  }

  private receive(connector: ConnectorInfo['id'], notice: Notice): void {
    const keepAndWork = async () => {
      const { store, engine } = this.begin()
      const kept = await store.keepNotice(connector, notice)
      if (kept) await engine.workNotice(kept)
    }
    this.watch(keepAndWork())
  }

  /** The core asserts what can never happen: an error is as bad as a broken book. */
  private watch(running: Promise<unknown>): void {
    running.catch((error: unknown) => this.errors.push(String(error)))
  }
}

function infoOf(id: ConnectorInfo['id'], kind: ProviderKind, repeat: ConnectorInfo['repeat']): ConnectorInfo {
  return {
    id,
    paymentMode: kind === 'push' ? 'MONEY_PUSH' : 'PAYMENT_GATEWAY',
    currencies: ['XOF', 'USD', 'CDF'],
    wireExponent: { XOF: 0, USD: 2, CDF: 2 },
    payerProof: 'none',
    resolves: ['query', 'notice'],
    repeat,
    refund: 'full',
    queryLadderSeconds: kind === 'push' ? [15, 30, 60, 300, 1800, 21_600] : [60, 300, 1800, 21_600],
  }
}

/** Some pay in another currency, at a rate of that moment: more than the price in figures, or less. */
function aQuote(chance: Chance): Quote | null {
  if (!chance.happens(0.3)) return null
  return { asked: { minor: chance.between(50, 20_000), currency: chance.pick(['USD', 'CDF']) }, rate: '1.5' }
}

function anOrder(id: string, now: number, chance: Chance): Order {
  const msisdn = '90000001'
  if (!isMobileNumber(msisdn)) throw new Error('unreachable')
  const amount = xof(chance.between(100, 5_000))
  return freshOrder({
    id,
    reference: `G-${id}`,
    delivery: { kind: 'airtime', msisdn, amount },
    amount: { minor: amount, currency: 'XOF' },
    wantedUntil: new Date(now + chance.pick([2, 24]) * HOUR),
    createdAt: new Date(now),
  })
}
