/** The portal's tables and the sandbox's ledger, as the auditor reads them. Amounts are whole francs. */
export type OrderRecord = {
  id: string
  reference: string
  amount: number
  fulfilment: string
  /** The review reason, or null. */
  review: string | null
}

export type AttemptRecord = {
  id: string
  orderId: string
  ref: string
  connector: string
  state: string
  paid: number | null
}

export type RefundRecord = { orderId: string; attemptId: string; ref: string; amount: number; state: string }

export type PaymentRecords = { orders: OrderRecord[]; attempts: AttemptRecord[]; refunds: RefundRecord[] }

/** A line of `GET /control/ledger`. */
export type LedgerLine = { face: string; kind: string; ourReference: string; amount: number; currency: string }

const DELIVERIES = new Set(['credit', 'order', 'bill-payment'])

export function isDelivery(line: LedgerLine): boolean {
  return DELIVERIES.has(line.kind)
}

/** The data of both sides about one order. */
export type OrderCase = { order: OrderRecord; attempts: AttemptCase[]; deliveries: LedgerLine[] }

export type AttemptCase = {
  attempt: AttemptRecord
  refund: RefundRecord | undefined
  captures: LedgerLine[]
  returns: LedgerLine[]
  captured: number
  returned: number
}

/** Assigns every ledger line to its order; lines without one remain. */
export function matchLedger(records: PaymentRecords, ledger: readonly LedgerLine[]): { cases: OrderCase[]; unmatched: LedgerLine[] } {
  const linesOf = new Map<string, LedgerLine[]>()
  for (const line of ledger) linesOf.set(line.ourReference, [...(linesOf.get(line.ourReference) ?? []), line])
  const known = new Set<string>()
  const take = (reference: string | undefined, isWanted: (line: LedgerLine) => boolean): LedgerLine[] => {
    if (reference === undefined) return []
    known.add(reference)
    return (linesOf.get(reference) ?? []).filter(isWanted)
  }
  const attemptsOf = Map.groupBy(records.attempts, (attempt) => attempt.orderId)
  const refundOf = new Map(records.refunds.map((refund) => [refund.attemptId, refund]))

  const cases = records.orders.map((order) => ({
    order,
    deliveries: take(order.reference, isDelivery),
    attempts: (attemptsOf.get(order.id) ?? []).map((attempt) => {
      const refund = refundOf.get(attempt.id)
      const captures = take(attempt.ref, ({ kind }) => kind === 'capture')
      // Providers name a refund by the payment it undoes, the operator's balance by the refund itself.
      const returns = [...take(attempt.ref, ({ kind }) => kind === 'refund'), ...take(refund?.ref, ({ kind }) => kind === 'refund')]
      return { attempt, refund, captures, returns, captured: sumOf(captures), returned: sumOf(returns) }
    }),
  }))
  const isExpected = ({ kind }: LedgerLine) => kind === 'capture' || kind === 'refund' || DELIVERIES.has(kind)
  return { cases, unmatched: ledger.filter((line) => !known.has(line.ourReference) || !isExpected(line)) }
}

export function sumOf(lines: readonly { amount: number }[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}
