import { matchLedger, sumOf, type AttemptCase, type PaymentRecords, type LedgerLine, type OrderCase } from './payment-records.ts'

export type Difference = { kind: string; reference: string; detail: string }

export type Audit = {
  differences: Difference[]
  /** Orders in review, with their money. */
  underReview: { reference: string; why: string; kept: number }[]
  /** Orders in progress: neither a difference nor settled. */
  unsettled: string[]
  sums: Sums
}

export type Sums = {
  orders: number
  captures: number
  captured: number
  refunded: number
  delivered: number
  keptUnderReview: number
}

const OPEN_FULFILMENTS = new Set(['QUEUED', 'SENDING', 'TRACKING'])
const OPEN_REFUNDS = new Set(['QUEUED', 'ASKING', 'PENDING'])

/**
 * Compares the portal's tables with the sandbox's ledger (faults.md, I1 to I8 and I10). A violated invariant is a difference at once;
 * an incomplete order is a difference only when `isSettled` says that nothing is in progress.
 */
export function auditRecords(records: PaymentRecords, ledger: readonly LedgerLine[], { isSettled }: { isSettled: boolean }): Audit {
  const { cases, unmatched } = matchLedger(records, ledger)
  const unsettled = cases.filter(isOnItsWay)
  const differences = [
    ...unmatched.map((line) => difference(`${line.kind}-without-a-payment`, line.ourReference, `${line.amount} on ${line.face}`)),
    ...cases.flatMap(alwaysWrong),
    ...(isSettled ? cases.flatMap(wrongInTheEnd) : []),
    ...(isSettled ? unsettled.map(({ order }) => difference('never-settled', order.reference, `still ${order.fulfilment}`)) : []),
  ]
  const sums = sumUp(cases, ledger)
  if (isSettled && unsettled.length === 0) differences.push(...wrongSums(sums))
  return {
    differences,
    underReview: cases
      .filter(({ order }) => order.review !== null)
      .map((each) => ({ reference: each.order.reference, why: each.order.review ?? '', kept: keptOf(each) })),
    unsettled: unsettled.map(({ order }) => order.reference),
    sums,
  }
}

function difference(kind: string, reference: string, detail: string): Difference {
  return { kind, reference, detail }
}

function keptOf({ attempts }: OrderCase): number {
  return attempts.reduce((sum, { captured, returned }) => sum + captured - returned, 0)
}

/** Money is moving, or was captured and the portal does not know it yet. An unpaid attempt holds no money. */
function isOnItsWay({ order, attempts, deliveries }: OrderCase): boolean {
  const isMoving = ({ attempt, refund, captured, returned }: AttemptCase) =>
    (refund !== undefined && OPEN_REFUNDS.has(refund.state)) ||
    (captured > returned && attempt.state !== 'PAID' && refund?.state !== 'REVIEW')
  if (order.review !== null) return false
  return OPEN_FULFILMENTS.has(order.fulfilment) || attempts.some(isMoving) || (deliveries.length > 0 && order.fulfilment === 'NONE')
}

function alwaysWrong(each: OrderCase): Difference[] {
  const { order, attempts, deliveries } = each
  const found: Difference[] = []
  const say = (kind: string, detail: string) => found.push(difference(kind, order.reference, detail))
  for (const { attempt, captures, captured, returned } of attempts) {
    if (captures.length > 1) say('captured-twice', `${attempt.connector} ${attempt.ref}: ${captures.length} captures`)
    if (returned > captured) say('refunded-too-much', `${attempt.connector} ${attempt.ref}: ${returned} of ${captured}`)
    if (captures.some(({ amount }) => amount !== order.amount))
      say('charged-other-amount', `${attempt.connector} ${attempt.ref}: ${captured}, the price is ${order.amount}`)
    if (captures.length === 0 && ['PAID', 'REFUNDING', 'REFUNDED'].includes(attempt.state))
      say('paid-without-capture', `${attempt.connector} ${attempt.ref} is ${attempt.state}`)
    if (attempt.paid !== null && captures.length > 0 && attempt.paid !== captured)
      say('booked-other-amount', `${attempt.ref}: booked ${attempt.paid}, captured ${captured}`)
  }
  if (deliveries.length > 1) say('delivered-twice', `${deliveries.length} deliveries`)
  if (deliveries.some(({ amount }) => amount !== order.amount)) say('delivered-other-amount', `${sumOf(deliveries)}, not ${order.amount}`)
  if (deliveries.length > 0 && keptOf(each) <= 0) say('delivered-unpaid', `${sumOf(deliveries)} delivered, nothing kept`)
  return found
}

function wrongInTheEnd(each: OrderCase): Difference[] {
  const { order, attempts, deliveries } = each
  const found: Difference[] = []
  const say = (kind: string, detail: string) => found.push(difference(kind, order.reference, detail))
  const kept = attempts.filter(({ captured, returned }) => captured > returned)
  // In review: the open part is listed, not lost.
  if (order.review === null) {
    if (kept.length > 1) say('second-capture-kept', kept.map(({ attempt }) => attempt.ref).join(', '))
    if (kept.length === 1 && deliveries.length === 0) say('paid-not-delivered', `${order.amount} kept, fulfilment is ${order.fulfilment}`)
    for (const { attempt, captured, returned } of attempts) {
      if (returned > 0 && returned < captured) say('partly-refunded', `${attempt.ref}: ${returned} of ${captured}`)
      if (captured > returned && attempt.state !== 'PAID') say('capture-not-booked', `${attempt.ref} is ${attempt.state}`)
      if (captured > 0 && returned === captured && attempt.state !== 'REFUNDED')
        say('refund-not-booked', `${attempt.ref} is ${attempt.state}`)
    }
  }
  for (const { attempt, returned } of attempts)
    if (attempt.state === 'REFUNDED' && returned === 0) say('refund-missing', `${attempt.ref} is booked as given back`)
  if (order.fulfilment === 'DONE' && deliveries.length === 0) say('delivery-missing', 'booked as delivered')
  if (order.fulfilment !== 'DONE' && deliveries.length > 0) say('delivery-not-booked', `fulfilment is ${order.fulfilment}`)
  return found
}

function sumUp(cases: readonly OrderCase[], ledger: readonly LedgerLine[]): Sums {
  const captures = ledger.filter(({ kind }) => kind === 'capture')
  const inReview = cases.filter(({ order, deliveries }) => order.review !== null && deliveries.length === 0)
  return {
    orders: cases.length,
    captures: captures.length,
    captured: sumOf(captures),
    refunded: sumOf(ledger.filter(({ kind }) => kind === 'refund')),
    delivered: sumOf(cases.flatMap(({ deliveries }) => deliveries)),
    keptUnderReview: inReview.reduce((sum, each) => sum + keptOf(each), 0),
  }
}

/** I10: every captured franc was delivered, refunded, or belongs to an order in review. */
function wrongSums({ captured, refunded, delivered, keptUnderReview }: Sums): Difference[] {
  const missing = captured - refunded - delivered - keptUnderReview
  return missing === 0 ? [] : [difference('sums-differ', 'all', `${missing} francs are unexplained`)]
}
