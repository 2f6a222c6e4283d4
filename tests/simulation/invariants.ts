import { addMoney, money, type Money } from '#shared/money.ts'
import type { Attempt, PaymentState, Refund } from '#features/payment/engine/records.ts'
import type { PretendProvider } from './pretend-provider.ts'
import type { World } from './world.ts'

/** Violations in a finished world, in sentences; empty when there are none. */
export function brokenInvariants(world: World): string[] {
  return world.orderIds
    .flatMap((orderId) => {
      const state = world.database.orders.get(orderId)?.state
      if (!state) return [`${orderId}: lost`]
      // A failed order is a dead letter that a person reviews: it is reported, and no other invariant applies.
      if (world.database.isResting({ kind: 'order', id: orderId })) return []
      return [...booksOf(world, state), ...wordsOf(world, state), ...restOf(world, state), ...reportsOf(world, state)]
    })
    .concat(
      world.errors,
      neverRested(world),
      illegalMoves(world),
      refundsBeyondCaptures(world),
      sumsOf(world),
      guessedFailures(world),
      world.phones.broken(world),
    )
}

type Paid = { attempt: Attempt; asked: number; captured: number; refunded: number }

function paymentsOf(world: World, state: PaymentState): Paid[] {
  return state.attempts.flatMap((attempt) => {
    const payments = [...world.providers.values()]
      .flatMap((provider: PretendProvider) => provider.payments)
      .filter((payment) => payment.ref === attempt.ref)
    return payments
      .filter((payment) => payment.captured > 0)
      .map((payment) => ({
        attempt,
        asked: payment.asked,
        captured: payment.captured,
        refunded: [...payment.refunds.values()].reduce((sum, refund) => sum + refund.amount, 0),
      }))
  })
}

/** I1 to I4, I9: captured money is delivered or refunded, once. */
function booksOf(world: World, state: PaymentState): string[] {
  const { order } = state
  const credits = world.operator.credits.filter((credit) => credit.reference === order.reference && credit.state !== 'refused')
  const kept = paymentsOf(world, state).filter((payment) => payment.refunded === 0)
  const problems: string[] = []
  if (credits.length > 1) problems.push(`I2 ${order.id}: credited ${credits.length} times`)
  if (credits.some((credit) => !isSame(credit.amount, order.amount))) problems.push(`I4 ${order.id}: credited another amount`)
  const isLate = order.paidAt !== null && order.paidAt > order.wantedUntil
  if (isLate && credits.length > 0) problems.push(`I3 ${order.id}: delivered although it was no longer wanted`)
  if (state.refunds.some((refund) => isInAnotherCurrency(refund, state))) problems.push(`I8 ${order.id}: given back in another currency`)
  const isAsAsked = paymentsOf(world, state).every(({ attempt, captured }) => captured === attempt.asked.minor)
  if (order.review === 'paid-another-amount' && isAsAsked) problems.push(`I9 ${order.id}: a person was called although the amount is right`)
  if (paymentsOf(world, state).some(({ attempt, asked }) => asked !== attempt.asked.minor))
    problems.push(`I9 ${order.id}: the payer was asked for another amount`)
  const excess = world.core.excessOf(state)?.excess.minor ?? 0
  const paidBeyond = kept
    .filter(({ attempt }) => attempt.isWinner && attempt.state === 'PAID' && !isAmountless(attempt))
    .reduce((sum, { attempt, captured }) => sum + captured - attempt.asked.minor, 0)
  if (paidBeyond > 0 && (order.review === null || excess !== paidBeyond))
    problems.push(`I17 ${order.id}: ${paidBeyond} too much, says ${excess}`)
  if (order.review !== null) return problems
  if (kept.length > 1) problems.push(`I1 ${order.id}: ${kept.length} payments kept`)
  if (kept.length > 0 && credits.length === 0) problems.push(`I3 ${order.id}: paid, neither delivered nor given back nor looked at`)
  if (credits.length > 0 && kept.length === 0 && !isWaived(world, state))
    problems.push(`I4 ${order.id}: delivered without a payment that was kept`)
  const isOther = kept.some(({ attempt, captured }) => captured !== attempt.asked.minor && isKnowable(world, attempt, captured))
  if (isOther && !isDifferenceSeen(world, order.id)) problems.push(`I9 ${order.id}: another amount was taken`)
  return problems
}

/** A person has closed the review of answers that differ. */
function isDifferenceSeen({ database }: World, id: string): boolean {
  return database.events.some(({ orderId, kind, from }) => orderId === id && kind === 'resolved' && from === 'answer-differs')
}

/** I4, I10: two people let a delivered payment be refunded, and the ledger says why. */
function isWaived(world: World, { order, attempts, refunds }: PaymentState): boolean {
  const winner = attempts.find(({ isWinner }) => isWinner)
  const isDecided = refunds.some(({ attemptId, cause }) => attemptId === winner?.id && (cause === 'goodwill' || cause === 'reversed'))
  return isDecided && order.fulfilment === 'DONE' && isInLedger(world, order.id, 'delivery-waived')
}

function isInLedger({ database }: World, orderId: string, kind: string): boolean {
  return database.events.some((event) => event.orderId === orderId && event.kind === kind)
}

/** Its answers name no amount (I19). */
function isAmountless({ connector }: Attempt): boolean {
  return connector === 'money-push'
}

/** Whether the captured amount is knowable, from answers or from a received webhook. */
function isKnowable(world: World, attempt: Attempt, captured: number): boolean {
  const isTold = [...world.database.webhooks.values()].some(
    ({ webhook: { seen, attempt: about }, hasUrlToken }) =>
      hasUrlToken && about.value === attempt.ref && seen.state === 'paid' && seen.amount.minor === captured,
  )
  return !isAmountless(attempt) || isTold
}

function isSame(one: Money, other: Money): boolean {
  return one.minor === other.minor && one.currency === other.currency
}

/** A refund must use the currency of its payment. */
function isInAnotherCurrency({ attemptId, amount }: Refund, { attempts }: PaymentState): boolean {
  return amount.currency !== attempts.find(({ id }) => id === attemptId)?.asked.currency
}

/** I6: the text shown to the visitor is true. */
function wordsOf(world: World, state: PaymentState): string[] {
  const { status, money } = world.core.publicStatus(state, new Date(world.timeline.now))
  const credits = world.operator.credits.filter((credit) => credit.reference === state.order.reference && credit.state === 'done')
  const isMoneyKept = paymentsOf(world, state).some((payment) => payment.refunded === 0)
  const problems: string[] = []
  if (status === 'SUCCESS' && credits.length !== 1) problems.push(`I6 ${state.order.id}: says successful, credits ${credits.length}`)
  // When queries are impossible and a person reviews the order, the shown text may be outdated.
  const isBlind = world.plagues.struck.has(state.order.id) && state.order.review !== null
  if ((money === 'not-taken' || money === 'given-back') && isMoneyKept && !isBlind)
    problems.push(`I6 ${state.order.id}: says ${money} while money is kept`)
  if (status === 'FAILED' && isMoneyKept && state.order.review === null)
    problems.push(`I6 ${state.order.id}: says failed while money is kept`)
  if (credits.length === 1 && isMoneyKept && status !== 'SUCCESS' && state.order.review === null)
    problems.push(`I6 ${state.order.id}: delivered and paid, yet says ${status}`)
  return problems
}

/** I5: days after the faults end no order is open, unless a person reviews it. */
function restOf(world: World, { order, attempts, refunds }: PaymentState): string[] {
  const due = world.database.nextWork.get(order.id)
  const isForgotten = due && due.getTime() < world.timeline.now - 60_000
  const problems = isForgotten ? [`I13 ${order.id}: due, and not processed`] : []
  if (order.review !== null) return problems
  if (order.fulfilment === 'QUEUED' || order.fulfilment === 'SENDING' || order.fulfilment === 'TRACKING')
    problems.push(`I5 ${order.id}: delivery still ${order.fulfilment}`)
  // A refund of a payment that is kept was withdrawn.
  const isPaid = ({ attemptId }: Refund) => attempts.some(({ id, state }) => id === attemptId && state === 'PAID')
  if (refunds.some((refund) => refund.state !== 'DONE' && !isPaid(refund))) problems.push(`I5 ${order.id}: a refund is still open`)
  if (attempts.some((attempt) => attempt.state === 'CREATED' || attempt.state === 'UNKNOWN' || attempt.state === 'WAITING'))
    problems.push(`I5 ${order.id}: an attempt is still open`)
  if (attempts.some((attempt) => attempt.doubt !== null)) problems.push(`I14 ${order.id}: in doubt for days, and not under review`)
  return problems
}

/** F65: a delivery is acknowledged to providers that require it, or a person reviews it. */
function reportsOf(world: World, { order, attempts }: PaymentState): string[] {
  const winner = attempts.find((attempt) => attempt.isWinner && attempt.state === 'PAID')
  if (!winner || order.fulfilment !== 'DONE' || (winner.connector !== 'paystack' && winner.connector !== 'dpo')) return []
  const isReported = world.providers.get(winner.connector)?.payments.some(({ ref, isReported: is }) => ref === winner.ref && is) === true
  if (winner.isDeliveryReported && !isReported) return [`F65 ${order.id}: the report counts as taken, and was not`]
  return isReported || order.review !== null
    ? []
    : [`F65 ${order.id}: the delivery was not acknowledged at the provider, and is not under review`]
}

/** After the last recorded failure: a few may hang when processes die before detecting it. */
const MAX_UNNOTED_QUERIES = 16

/** Each time staff ask, every attempt is queried once more. */
function askedByStaff({ database }: World, orderId: string): number {
  const asked = database.events.filter((event) => event.orderId === orderId && event.kind === 'asked-again').length
  return asked * (database.orders.get(orderId)?.state.attempts.length ?? 0)
}

/** I13: permanent failures are reviewed by a person. */
function neverRested(world: World): string[] {
  const open = [...world.database.webhooks.values()].filter(({ isOpen, id }) => isOpen && !world.database.isResting({ kind: 'notice', id }))
  const hung = [...world.witness.hung].filter(
    ([orderId, count]) => count > MAX_UNNOTED_QUERIES + askedByStaff(world, orderId) && !world.database.failures.has(`order ${orderId}`),
  )
  return [
    ...open.map(({ id }) => `I13 notice ${id}: neither worked nor resting`),
    ...hung.map(([orderId, count]) => `I13 ${orderId}: ${count} queries hung, and no failure was recorded`),
  ]
}

/** I7: final states change only by late proof of payment or a refund. */
function illegalMoves(world: World): string[] {
  return world.database.events.flatMap(({ kind, from, to, orderId }) => {
    if (!kind.startsWith('seen-') || from === to || from === null) return []
    const moves: Partial<Record<string, readonly string[]>> = world.core.ATTEMPT_MOVES
    return moves[from]?.includes(to ?? '') ? [] : [`I7 ${orderId}: an attempt went from ${from} to ${to}`]
  })
}

/** I8 */
function refundsBeyondCaptures(world: World): string[] {
  return [...world.providers.values()]
    .flatMap((provider) => provider.payments)
    .flatMap((payment) => {
      const refunded = [...payment.refunds.values()].reduce((sum, refund) => sum + refund.amount, 0)
      return refunded > payment.captured ? [`I8 ${payment.ref}: refunded ${refunded} of ${payment.captured}`] : []
    })
}

/**
 * OPR-2: what the operator credited is, in each currency, what the delivered orders cost; what our records call given back, the providers
 * gave back in that currency.
 */
function sumsOf(world: World): string[] {
  const states = [...world.database.orders.values()].map(({ state }) => state)
  const delivered = states.filter(({ order }) => order.fulfilment === 'DONE').map(({ order }) => order)
  const references = new Set(delivered.map(({ reference }) => reference))
  const credits = world.operator.credits.filter(({ reference, state }) => references.has(reference) && state === 'done')
  const recorded = states.flatMap(({ refunds }) => refunds.filter(({ state }) => state === 'DONE').map(({ amount }) => amount))
  const given = [...world.providers.values()].flatMap(({ payments }) =>
    payments.flatMap(({ currency, refunds }) => [...refunds.values()].map(({ amount: minor }) => ({ minor, currency }))),
  )
  const [sold, credited, back, returned] = [delivered, credits]
    .map((all) => sums(all.map(({ amount }) => amount)))
    .concat(sums(recorded), sums(given))
  return CURRENCIES.flatMap((currency) => [
    ...(sold?.get(currency) === credited?.get(currency)
      ? []
      : [`OPR-2 ${currency}: delivered ${sold?.get(currency)}, credited ${credited?.get(currency)}`]),
    ...((back?.get(currency) ?? 0) <= (returned?.get(currency) ?? 0) ? [] : [`OPR-2 ${currency}: more is called given back than was`]),
  ])
}

const CURRENCIES = ['XOF', 'CDF', 'USD']

function sums(amounts: readonly Money[]): Map<string, number> {
  const found = new Map<string, Money>()
  for (const amount of amounts) found.set(amount.currency, addMoney(found.get(amount.currency) ?? money(0, amount.currency), amount))
  return new Map([...found].map(([currency, { minor }]) => [currency, minor]))
}

/** After 'nothing was sent' the provider's ledger must have no payment. */
function guessedFailures(world: World): string[] {
  const guesses = world.database.events.filter(({ kind, code }) => kind === 'seen-declined' && code === 'unreachable')
  const known = new Set([...world.providers.values()].flatMap((provider) => provider.payments).map((payment) => payment.ref))
  const refs = [...world.database.orders.values()]
    .flatMap(({ state }) => state.attempts)
    .filter(({ id }) => guesses.some(({ attemptId }) => attemptId === id))
  return refs.filter(({ ref }) => known.has(ref)).map(({ ref }) => `I6 ${ref}: called unsent, yet the provider has it`)
}

/** The event log of a simulated world, to debug a broken one. */
export function storyOf(world: World): string {
  const events = world.database.events.map(
    ({ at, orderId, kind, source, from, to }) => `${new Date(at).toISOString()} ${orderId} ${source} ${kind} ${from ?? ''}→${to ?? ''}`,
  )
  const payments = [...world.providers.values()]
    .flatMap((provider) => provider.payments)
    .map(
      (payment) => `${payment.ref} ${payment.state} captured ${payment.captured} refunds ${JSON.stringify([...payment.refunds.values()])}`,
    )
  const orders = [...world.database.orders.values()].map(({ state: { order, attempts, refunds } }) =>
    JSON.stringify({ ...order, attempts: attempts.map(({ ref, state, isWinner }) => ({ ref, state, isWinner })), refunds }),
  )
  return [...events, ...payments, ...world.operator.credits.map((credit) => JSON.stringify(credit)), ...orders].join('\n')
}
