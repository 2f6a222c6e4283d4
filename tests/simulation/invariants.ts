import type { Attempt, PaymentState, Refund } from '#features/payment/engine/records.ts'
import type { PretendProvider } from './pretend-provider.ts'
import type { World } from './world.ts'

/** What is wrong in a world that has come to rest, in sentences; an empty list is a good world. */
export function brokenInvariants(world: World): string[] {
  return world.orderIds
    .flatMap((orderId) => {
      const state = world.database.orders.get(orderId)?.state
      if (!state) return [`${orderId}: lost`]
      // What failed as a whole rests before a person, who has it all: it is said so, and nothing more can be asked of it.
      if (world.database.isResting({ kind: 'order', id: orderId })) return []
      return [...booksOf(world, state), ...wordsOf(world, state), ...restOf(world, state)]
    })
    .concat(world.errors, neverRested(world), illegalMoves(world), refundsBeyondCaptures(world), guessedFailures(world))
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

/** I1 to I4, I9: money taken is money delivered or given back, once. */
function booksOf(world: World, state: PaymentState): string[] {
  const { order } = state
  const credits = world.operator.credits.filter((credit) => credit.reference === order.reference && credit.state !== 'refused')
  const kept = paymentsOf(world, state).filter((payment) => payment.refunded === 0)
  const problems: string[] = []
  if (credits.length > 1) problems.push(`I2 ${order.id}: credited ${credits.length} times`)
  if (credits.some((credit) => credit.amount !== order.amount.minor)) problems.push(`I4 ${order.id}: credited another amount`)
  const isLate = order.paidAt !== null && order.paidAt > order.wantedUntil
  if (isLate && credits.length > 0) problems.push(`I3 ${order.id}: delivered although nobody wanted it any more`)
  if (state.refunds.some((refund) => isInAnotherCurrency(refund, state))) problems.push(`I8 ${order.id}: given back in another currency`)
  const isAsAsked = paymentsOf(world, state).every(({ attempt, captured }) => captured === attempt.asked.minor)
  if (order.review === 'paid-another-amount' && isAsAsked) problems.push(`I9 ${order.id}: a person was called although the amount is right`)
  if (paymentsOf(world, state).some(({ attempt, asked }) => asked !== attempt.asked.minor))
    problems.push(`I9 ${order.id}: the payer was asked for another amount`)
  const excess = world.core.excessOf(state)?.excess.minor ?? 0
  const paidBeyond = kept
    .filter(({ attempt }) => attempt.isWinner && attempt.state === 'PAID')
    .reduce((sum, { attempt, captured }) => sum + captured - attempt.asked.minor, 0)
  if (paidBeyond > 0 && (order.review === null || excess !== paidBeyond))
    problems.push(`I17 ${order.id}: ${paidBeyond} too much, says ${excess}`)
  if (order.review !== null) return problems
  if (kept.length > 1) problems.push(`I1 ${order.id}: ${kept.length} payments kept`)
  if (kept.length > 0 && credits.length === 0) problems.push(`I3 ${order.id}: paid, neither delivered nor given back nor looked at`)
  if (credits.length > 0 && kept.length === 0) problems.push(`I4 ${order.id}: delivered without a payment that was kept`)
  if (kept.some(({ attempt, captured }) => captured !== attempt.asked.minor)) problems.push(`I9 ${order.id}: another amount was taken`)
  return problems
}

/** What was paid goes back as it came. */
function isInAnotherCurrency({ attemptId, amount }: Refund, { attempts }: PaymentState): boolean {
  return amount.currency !== attempts.find(({ id }) => id === attemptId)?.asked.currency
}

/** I6: what the visitor reads is true. */
function wordsOf(world: World, state: PaymentState): string[] {
  const { status, money } = world.core.publicStatus(state)
  const credits = world.operator.credits.filter((credit) => credit.reference === state.order.reference && credit.state === 'done')
  const isMoneyKept = paymentsOf(world, state).some((payment) => payment.refunded === 0)
  const problems: string[] = []
  if (status === 'SUCCESS' && credits.length !== 1) problems.push(`I6 ${state.order.id}: says successful, credits ${credits.length}`)
  // Where no question can be asked any more, and a person was told so, what was true when it was said may have changed since.
  const isBlind = world.plagues.struck.has(state.order.id) && state.order.review !== null
  if ((money === 'not-taken' || money === 'given-back') && isMoneyKept && !isBlind)
    problems.push(`I6 ${state.order.id}: says ${money} while money is kept`)
  if (status === 'FAILED' && isMoneyKept && state.order.review === null)
    problems.push(`I6 ${state.order.id}: says failed while money is kept`)
  if (credits.length === 1 && isMoneyKept && status !== 'SUCCESS' && state.order.review === null)
    problems.push(`I6 ${state.order.id}: delivered and paid, yet says ${status}`)
  return problems
}

/** I5: days after the storm nothing is left hanging, unless a person was called. */
function restOf(world: World, { order, attempts, refunds }: PaymentState): string[] {
  const due = world.database.nextWork.get(order.id)
  const isForgotten = due && due.getTime() < world.timeline.now - 60_000
  const problems = isForgotten ? [`I13 ${order.id}: due, and nobody works it`] : []
  if (order.review !== null) return problems
  if (order.fulfilment === 'QUEUED' || order.fulfilment === 'SENDING' || order.fulfilment === 'TRACKING')
    problems.push(`I5 ${order.id}: delivery still ${order.fulfilment}`)
  if (refunds.some((refund) => refund.state !== 'DONE')) problems.push(`I5 ${order.id}: a refund is still open`)
  if (attempts.some((attempt) => attempt.state === 'CREATED' || attempt.state === 'UNKNOWN' || attempt.state === 'WAITING'))
    problems.push(`I5 ${order.id}: an attempt is still open`)
  if (attempts.some((attempt) => attempt.doubt !== null)) problems.push(`I14 ${order.id}: in doubt for days, and nobody was called`)
  return problems
}

/** I13: what fails for good lies before a person. */
function neverRested(world: World): string[] {
  const open = [...world.database.notices.values()].filter(({ isOpen, id }) => isOpen && !world.database.isResting({ kind: 'notice', id }))
  return open.map(({ id }) => `I13 notice ${id}: neither worked nor resting`)
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

/** 'Nothing was sent' is a statement of fact: the provider's books must agree. */
function guessedFailures(world: World): string[] {
  const guesses = world.database.events.filter(({ kind, code }) => kind === 'seen-declined' && code === 'unreachable')
  const known = new Set([...world.providers.values()].flatMap((provider) => provider.payments).map((payment) => payment.ref))
  const refs = [...world.database.orders.values()]
    .flatMap(({ state }) => state.attempts)
    .filter(({ id }) => guesses.some(({ attemptId }) => attemptId === id))
  return refs.filter(({ ref }) => known.has(ref)).map(({ ref }) => `I6 ${ref}: called unsent, yet the provider has it`)
}

/** The world's story, for whoever has to understand a broken one. */
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
