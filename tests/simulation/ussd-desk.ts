import { createHash } from 'node:crypto'
import english from '#content/en/ussd-translation.json' with { type: 'json' }
import { freshOrder, type PaymentState } from '#features/payment/engine/records.ts'
import { AT_HOME, type MenuState } from '#features/ussd/menu-engine.ts'
import type { Place, View } from '#features/ussd/places.ts'
import { meaningOf, SESSION_MS, type KnownSession } from '#features/ussd/session-rules.ts'
import { walkMenu, type Walked } from '#features/ussd/walk-menu.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { fromMajor, toMajor } from '#shared/money.ts'
import type { Program, World } from './world.ts'

const LEASE_MS = 10_000
const SAME_WISH_MS = 10 * 60_000
const OTHERS_MS = 1_850
const HOUR = 3_600_000
const MIN = 100
const MAX = 5_000

type Session = KnownSession & { gatewayId: string; number: string; menu: MenuState | null; version: number }
type Step = { claimedAt: number; hash: Buffer; answer: string | null }
type Wish = { number: string; fingerprint: string; orderId: string; at: number }

export type Request = { gatewayId: string; number: string; inputs: readonly string[] }

/** The portal's USSD endpoint with its tables in memory: the real session and menu code, on processes that may die at any await. */
export class UssdDesk {
  readonly orderIds: string[] = []
  private readonly sessions: Session[] = []
  private readonly steps = new Map<string, Step>()
  private readonly purchases = new Map<string, number>()
  private readonly wishes = new Map<string, Wish>()
  private readonly world: World

  constructor(world: World) {
    this.world = world
  }

  /** Handles one message of the gateway, in a process that may die at any await. */
  async hear(request: Request): Promise<string> {
    const program = await this.world.begin()
    const moment = () => program.process.moment(20)
    const step = request.inputs.length
    const hash = hashOf(request, step)
    await moment()
    const { session, isReplay } = this.sessionFor(request)
    await moment()
    const key = `${session.id} ${step}`
    if (!this.claim(key, hash)) return this.answerOfOther(key, moment)
    await moment()
    const { menu, version } = session
    const from = session.step < step ? session.step : step
    const opening = menu === null ? this.openingFor(request, session.id) : AT_HOME
    const walked = await walkMenu(this.portsFor(program, request.number), {
      menu,
      opening,
      inputs: request.inputs.slice(from),
      language: 'en',
      isReplay,
    })
    await moment()
    const answer = `${walked.screen.isEnd ? 'END' : 'CON'} ${walked.screen.text}`
    this.move(session, { version, step, hash, walked })
    const claimed = this.steps.get(key)
    if (claimed) claimed.answer ??= answer
    await moment()
    return answer
  }

  /** One statement in the real store, so it is atomic here too. */
  private sessionFor(request: Request): { session: Session; isReplay: boolean } {
    const now = new Date(this.world.timeline.now)
    const known = this.sessions.filter(({ gatewayId, number }) => gatewayId === request.gatewayId && number === request.number).toReversed()
    const asked = known.map((session) => ({ ...session, stepHash: this.steps.get(`${session.id} ${request.inputs.length}`)?.hash ?? null }))
    const hashes = Array.from({ length: request.inputs.length + 1 }, (_none, count) => hashOf(request, count))
    const meaning = meaningOf(asked, { kind: 'all', hashes }, now)
    const found = meaning.kind === 'fresh' ? undefined : this.sessions.find(({ id }) => id === meaning.session.id)
    if (found) return { session: found, isReplay: meaning.kind === 'next' && meaning.isReplay }
    const { gatewayId, number } = request
    const zero = hashOf(request, 0)
    const heard = { step: 0, heardHash: zero, heardAt: now, endedAt: null, stepHash: null, foundStep: null }
    const fresh: Session = { id: this.sessions.length + 1, gatewayId, number, ...heard, menu: null, version: 0 }
    this.sessions.push(fresh)
    return { session: fresh, isReplay: false }
  }

  private claim(key: string, hash: Buffer): boolean {
    const { now } = this.world.timeline
    const known = this.steps.get(key)
    if (known && (known.answer !== null || known.claimedAt > now - LEASE_MS)) return false
    this.steps.set(key, { claimedAt: now, hash, answer: null })
    return true
  }

  private async answerOfOther(key: string, moment: () => Promise<void>): Promise<string> {
    for (let waited = 0; waited < OTHERS_MS; waited += 100) {
      await moment()
      const answer = this.steps.get(key)?.answer
      if (answer) return answer
      await this.world.timeline.pause(100)
    }
    return 'END late'
  }

  private openingFor({ gatewayId, number, inputs }: Request, id: number) {
    const last = this.sessions.findLast((each) => each.number === number && each.id !== id && each.menu !== null)
    const isOpen =
      last && last.gatewayId !== gatewayId && last.endedAt === null && last.heardAt.getTime() > this.world.timeline.now - SESSION_MS
    const trail = isOpen && inputs.length === 0 ? last.menu?.trail : null
    return trail && trail.length > 1 ? { trail: [{ at: 'resume' as const, trail }], page: 0, note: null } : AT_HOME
  }

  private move(session: Session, { version, step, hash, walked }: { version: number; step: number; hash: Buffer; walked: Walked }): void {
    if (session.version !== version) return
    const now = new Date(this.world.timeline.now)
    Object.assign(session, {
      version: version + 1,
      step,
      heardHash: hash,
      heardAt: now,
      endedAt: walked.screen.isEnd ? now : null,
      menu: walked.menu,
    })
  }

  private portsFor(program: Program, number: string) {
    return {
      view: (place: Place) => this.view(program, place, number),
      words: async () => ({ texts: english, language: 'en' as const }),
      watch: () => {},
      onError: (error: unknown) => this.world.noteUnlessPlanted(error),
    }
  }

  private async view(program: Program, place: Place, number: string): Promise<View> {
    if (!isMobileNumber(number)) throw new Error('unreachable')
    await program.process.moment(20)
    switch (place.at) {
      case 'resume':
        return { at: 'resume', service: 'recharge', trail: place.trail }
      case 'recharge':
        return { at: 'whose-line', service: 'recharge', own: number }
      case 'recharge-amount':
        return { at: 'type-amount', kind: 'airtime', msisdn: number, min: MIN, max: MAX }
      case 'confirm': {
        const amount = place.goods.kind === 'airtime' ? place.goods.amount : MIN
        const purchaseId = place.purchaseId ?? this.world.newId('purchase')
        this.purchases.set(purchaseId, amount)
        return { at: 'confirm', goods: place.goods, purchaseId, name: '', amount, ways: ['money', 'airtime'] }
      }
      case 'pay':
        return this.pay(program, place, number)
      default:
        return { at: 'home', services: ['recharge', 'bundles'] }
    }
  }

  /** As pay-from-menu.ts does it: the order, the claim, then the money. */
  private async pay({ engine, store }: Program, place: Place & { at: 'pay' }, number: string): Promise<View> {
    const { purchaseId, amount, way } = place
    const order = this.orderOf(amount, number)
    const { orderId } = await store.createOrder(order, { clientKey: purchaseId, requestHash: 'same' })
    const first = this.claimWish(place, { number, fingerprint: `airtime ${amount}`, orderId, at: this.world.timeline.now })
    if (first) return { at: 'twice', state: await this.stateOf(store, first.orderId), minutes: 1, pay: { ...place, isRepeat: true } }
    if (!this.orderIds.includes(orderId)) {
      this.orderIds.push(orderId)
      this.world.orderIds.push(orderId)
    }
    const connector = way === 'airtime' ? 'airtime' : 'money-push'
    await engine.pay(orderId, { connector, payer: { msisdn: '90000001', email: null }, quote: null, description: '', language: 'fr' })
    return { at: 'asked', state: await this.stateOf(store, orderId) }
  }

  /** A transaction of the real store. */
  private claimWish({ purchaseId, isRepeat }: Place & { at: 'pay' }, wish: Wish): Wish | null {
    if (this.wishes.has(purchaseId)) return null
    const same = [...this.wishes.values()].find(
      (each) =>
        each.number === wish.number && each.fingerprint === wish.fingerprint && each.at > wish.at - SAME_WISH_MS && this.mayHavePaid(each),
    )
    if (same && !isRepeat) return same
    this.wishes.set(purchaseId, wish)
    return null
  }

  private mayHavePaid({ orderId }: Wish): boolean {
    const attempts = this.world.database.orders.get(orderId)?.state.attempts ?? []
    return (
      attempts.length === 0 || attempts.some(({ state, doubt }) => !['DECLINED', 'CANCELLED', 'EXPIRED'].includes(state) || doubt !== null)
    )
  }

  private async stateOf(store: Program['store'], orderId: string) {
    const state: PaymentState | null = await store.read(orderId)
    if (!state) throw new Error('an order went away')
    const { amount, reference } = state.order
    return {
      amount: toMajor(amount),
      reference,
      money: this.world.core.publicStatus(state, new Date(this.world.timeline.now)).money,
      number: '90000001',
    }
  }

  private orderOf(amount: number, number: string) {
    if (!isMobileNumber(number)) throw new Error('unreachable')
    const { now } = this.world.timeline
    const id = this.world.newId('order')
    const price = fromMajor(amount)
    const wantedUntil = new Date(now + 24 * HOUR)
    return freshOrder({
      id,
      reference: `G-${id}`,
      delivery: { kind: 'airtime', msisdn: number },
      amount: price,
      wantedUntil,
      createdAt: new Date(now),
    })
  }
}

function hashOf({ gatewayId, number, inputs }: Request, count: number): Buffer {
  return createHash('sha256')
    .update([gatewayId, number, count, ...inputs.slice(0, count)].join('\n'))
    .digest()
}
