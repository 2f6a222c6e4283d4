import type { isUnasked, mayRing, Message, promisesSms } from '#features/payment/engine/messages.ts'
import type { MessageOutcome } from '#features/payment/engine/payment-ports.ts'
import type { Attempt, Order, PaymentState } from '#features/payment/engine/records.ts'
import { COUNTED_LIMITS } from '#server/limits/rate-limits.ts'
import { PROVIDERS } from './providers.ts'
import type { SimulatedDatabase } from './memory-store.ts'
import type { Plagues } from './plagues.ts'
import type { PretendOperator } from './pretend-operator.ts'
import type { PretendProvider } from './pretend-provider.ts'

/** The SMS limits, as the portal applies them before sending. */
export type MessageCore = { isUnasked: typeof isUnasked; mayRing: typeof mayRing; promisesSms: typeof promisesSms }

type Scene = {
  database: SimulatedDatabase
  plagues: Plagues
  operator: Pick<PretendOperator, 'credits'>
  providers: ReadonlyMap<string, Pick<PretendProvider, 'payments'>>
  /** No process dies or throws in this world. */
  isCalm: boolean
}

/** `isAccepted`: the SMS centre accepted it. Dropped messages reach no phone. */
type Ring = { orderId: string; kind: string; attemptId: string | null; to: string; at: number; isAccepted: boolean; isAgain: boolean }

const HOUR = 3_600_000
const MOST = { inHour: COUNTED_LIMITS.unaskedSms.most, inDay: COUNTED_LIMITS.unaskedSmsInDay.most }

/** The phones of a world: what was sent to which number, and what their payers were promised. */
export class Phones {
  readonly rings: Ring[] = []
  private readonly promises = new Map<string, number>()
  private readonly unasked = new Map<string, Date[]>()
  private readonly core: MessageCore

  constructor(core: MessageCore) {
    this.core = core
  }

  /** As in the portal: count, then send. */
  send(order: Order, message: Message, { now, isCentreAway }: { now: number; isCentreAway: boolean }): MessageOutcome {
    const to = (message.attempt ? message.attempt.payer.msisdn : order.delivery.msisdn) ?? ''
    const times = this.unasked.get(to) ?? []
    const isLimited = this.core.isUnasked(message)
    if (isLimited && !this.core.mayRing(times, new Date(now), MOST)) return 'dropped'
    this.rings.push({
      orderId: order.id,
      kind: message.kind,
      attemptId: message.attempt?.id ?? null,
      to,
      at: now,
      isAccepted: !isCentreAway,
      isAgain: message.isAgain === true,
    })
    if (isLimited && !isCentreAway) this.unasked.set(to, [...times, new Date(now)])
    return isCentreAway ? 'not-sent' : 'sent'
  }

  /** The state shown on a page at this moment. */
  hear(state: PaymentState, now: number): void {
    if (this.core.promisesSms(state, new Date(now))) this.promises.set(state.order.id, now)
  }

  /** MSG-1, MSG-2, I21, in a finished world. */
  broken(world: Scene): string[] {
    const states = new Map([...world.database.orders].map(([id, { state }]) => [id, state]))
    const strangers = this.rings.flatMap((ring) => {
      const state = states.get(ring.orderId)
      return state && isConcerned(world, state, ring)
        ? []
        : [`I21 ${ring.to} was told '${ring.kind}' of ${ring.orderId}, and had no part in it`]
    })
    const silent = world.isCalm ? [...states.values()].flatMap((state) => this.silences(world, state)) : []
    return [...strangers, ...this.floods(world, states), ...silent, ...(world.isCalm ? this.repeats() : []), ...this.receipts(world.isCalm)]
  }

  /** MSG-2: counted from the provider's ledger. */
  private floods(world: Scene, states: ReadonlyMap<string, PaymentState>): string[] {
    const unasked = this.rings.filter(({ orderId, attemptId, isAccepted }) => {
      const attempt = states.get(orderId)?.attempts.find(({ id }) => id === attemptId)
      return isAccepted && attempt !== undefined && kindOf(attempt) === 'push' && !hasCaptured(world, attempt)
    })
    return unasked.flatMap(({ to, at }) => {
      const within = (hours: number) => unasked.filter((each) => each.to === to && each.at >= at && each.at < at + hours * HOUR).length
      return within(1) > 3 || within(24) > 6 ? [`MSG-2 ${to}: ${within(1)} in an hour, ${within(24)} in a day`] : []
    })
  }

  /** Recipients are notified, and every promised SMS is sent, as far as the SMS centre accepts it. */
  private silences(world: Scene, state: PaymentState): string[] {
    const { order, attempts } = state
    if (order.review !== null || order.troubles.length > 0 || world.plagues.struck.has(order.id)) return []
    const rings = this.rings.filter(({ orderId }) => orderId === order.id)
    const problems: string[] = []
    const isDelivered = order.fulfilment === 'DONE'
    if (isDelivered && !rings.some(({ kind }) => kind === 'delivered')) problems.push(`MSG-1 ${order.id}: delivered in silence`)
    const winner = attempts.find(({ isWinner }) => isWinner)
    const payer = winner && !isCard(winner) ? winner.payer.msisdn : null
    if (isDelivered && payer !== null && !rings.some(({ to }) => to === payer)) problems.push(`MSG-1 ${order.id}: its payer heard nothing`)
    for (const { attemptId, state: refund } of state.refunds) {
      const attempt = attempts.find(({ id }) => id === attemptId)
      const isSilent = refund === 'DONE' && attempt !== undefined && !isCard(attempt) && !rings.some((ring) => ring.attemptId === attemptId)
      if (isSilent) problems.push(`MSG-1 ${order.id}: the payer of ${attempt.ref} got the money back in silence`)
    }
    problems.push(...unheardFailures(state, rings))
    const promisedAt = this.promises.get(order.id) ?? Infinity
    // A PIN that was never sent is requested again, and the page has said so since.
    const isWithdrawn = world.database.events.some(
      ({ orderId, kind, at }) => orderId === order.id && kind === 'secret-not-sent' && at >= promisedAt,
    )
    const isPaidOtherwise = winner !== undefined && payer === null
    if (promisedAt < Infinity && !isWithdrawn && !isPaidOtherwise && !rings.some(({ at }) => at >= promisedAt))
      problems.push(`MSG-1 ${order.id}: an SMS was promised and none was sent`)
    return problems
  }

  /** CON-5: a receipt goes out again only to the number that had it, three times a day. */
  private receipts(isCalm: boolean): string[] {
    const again = this.rings.filter(({ isAgain, isAccepted }) => isAgain && isAccepted)
    return again.flatMap(({ orderId, kind, to, at }) => {
      const isKnown = this.rings.some((each) => each.orderId === orderId && each.kind === kind && each.to === to && !each.isAgain)
      const inDay = again.filter((each) => each.orderId === orderId && each.at >= at && each.at < at + 24 * HOUR).length
      return [
        ...(isKnown ? [] : [`CON-5 ${orderId}: a receipt went to ${to}, which had none`]),
        // A process that dies after sending sends once more.
        ...(inDay > 3 && isCalm ? [`CON-5 ${orderId}: ${inDay} receipts in a day`] : []),
      ]
    })
  }

  private repeats(): string[] {
    const names = this.rings
      .filter(({ isAccepted, isAgain }) => isAccepted && !isAgain)
      .map(({ orderId, kind, attemptId, to }) => [orderId, kind, attemptId, to].join(' '))
    return names.filter((name, position) => names.indexOf(name) !== position).map((name) => `I21 told twice: ${name}`)
  }
}

/** Every number that approved a payment without being charged gets an SMS about it at the end. */
function unheardFailures({ order, attempts }: PaymentState, rings: readonly Ring[]): string[] {
  const isUnpaid = ({ state, doubt }: Attempt) => doubt === null && (state === 'DECLINED' || state === 'EXPIRED' || state === 'CANCELLED')
  if (!attempts.every(isUnpaid)) return []
  const acted = attempts.filter((attempt) => (attempt.secretsSent > 0 || kindOf(attempt) === 'instant') && attempt.state !== 'CANCELLED')
  const numbers = new Set(acted.map(({ payer }) => payer.msisdn))
  const unheard = [...numbers].filter((number) => !rings.some(({ kind, to }) => kind === 'failed' && to === number))
  return unheard.map((number) => `MSG-1 ${order.id}: ${number} was refused, and heard nothing`)
}

function kindOf({ connector }: Attempt): string {
  return PROVIDERS.find(({ id }) => id === connector)?.kind ?? ''
}

function isCard(attempt: Attempt): boolean {
  return kindOf(attempt).endsWith('card')
}

function hasCaptured(world: Scene, { ref }: Attempt): boolean {
  return [...world.providers.values()].some(({ payments }) => payments.some((payment) => payment.ref === ref && payment.captured > 0))
}

/** From the ledgers of operator and providers: the line received something, the payer paid or got a prompt. */
function isConcerned(world: Scene, { order, attempts }: PaymentState, { kind, attemptId, to }: Ring): boolean {
  if (kind === 'delivered')
    return (
      to === order.delivery.msisdn && world.operator.credits.some((each) => each.reference === order.reference && each.state === 'done')
    )
  const attempt = attempts.find(({ id }) => id === attemptId)
  if (!attempt || isCard(attempt) || attempt.payer.msisdn !== to) return false
  return kind === 'failed' || hasCaptured(world, attempt)
}
