import { createBulkhead, type Bulkhead, type BulkheadLimits } from '#outbound/bulkhead.ts'
import type { CircuitState, ClassifyOutcome } from '#outbound/circuit-breaker.ts'
import { UpstreamError } from '#outbound/upstream-error.ts'
import { PROVIDER_LIMITS } from '#outbound/outbound-limits.ts'
import { ProviderUnavailable, type PaymentConnector, type StartResult } from './payment-connector.ts'
import { retryTime } from './retry-after.ts'

/** A payment method with its bulkheads. */
export type GuardedConnector = {
  connector: PaymentConnector
  /** The provider's recent health for new payments. */
  circuit(): CircuitState
  /** The same of its two bulkheads, for metrics. */
  circuits(): Record<'start' | 'question', CircuitState>
  /** What a new payment would meet now. */
  availability(): ReturnType<Bulkhead['availability']>
  /** I20: until when the provider accepts no further start (`Retry-After`); null when it named no time. Known to this process only. */
  busyUntil(): Date | null
}

type GuardOptions = {
  now: () => Date
  /** Only tests have smaller bulkheads. */
  bulkheads?: { start: BulkheadLimits; question: BulkheadLimits }
}

/**
 * A whole operation takes one place, from its first call to its last: rejected operations fail before anything is sent, with
 * ProviderUnavailable and `mayHaveArrived: false`. Operations that a visitor waits for have one bulkhead; the worker's queries and refunds
 * have another.
 */
export function guardConnector(connector: PaymentConnector, { now, bulkheads = PROVIDER_LIMITS }: GuardOptions): GuardedConnector {
  const start = createBulkhead({ ...bulkheads.start, now })
  const question = createBulkhead({ ...bulkheads.question, now })
  const { id } = connector.info
  const begin = <Value>(work: () => Promise<Value>, judge: ClassifyOutcome<Value> = JUDGE_PAYING) =>
    orUnavailable(id, start.run(work, judge))
  const ask = <Value>(work: () => Promise<Value>) => orUnavailable(id, question.run(work, JUDGE_ASKING))

  let retryAt: Date | null = null
  const busyUntil = () => (retryAt && retryAt > now() ? retryAt : null)

  async function startWhenWanted(...given: Parameters<PaymentConnector['start']>): Promise<StartResult> {
    if (busyUntil()) throw new ProviderUnavailable(`${id} wants no further start yet`, false, { why: 'busy' })
    try {
      return await begin(() => connector.start(...given), JUDGE_START)
    } catch (error) {
      if (error instanceof ProviderUnavailable) retryAt = retryTime(error.answered, now()) ?? retryAt
      throw error
    }
  }

  const { submitSecret, query, reportDelivery, refund, queryRefund } = connector
  return {
    circuit: () => start.circuit(),
    circuits: () => ({ start: start.circuit(), question: question.circuit() }),
    availability: () => (busyUntil() ? 'full' : start.availability()),
    busyUntil,
    connector: {
      ...connector,
      start: startWhenWanted,
      ...(submitSecret && { submitSecret: (...given) => begin(() => submitSecret(...given)) }),
      ...(query && { query: (...given) => ask(() => query(...given)) }),
      ...(reportDelivery && { reportDelivery: (...given) => ask(() => reportDelivery(...given)) }),
      ...(refund && { refund: (...given) => ask(() => refund(...given)) }),
      ...(queryRefund && { queryRefund: (...given) => ask(() => queryRefund(...given)) }),
    },
  }
}

/** A failed start counts as a failure of the provider, whatever was answered; a bug of ours says nothing about the provider. */
const JUDGE_PAYING: ClassifyOutcome<unknown> = {
  ofError(error) {
    if (error instanceof ProviderUnavailable && error.answered) return 'refused'
    return error instanceof UpstreamError ? 'silent' : 'none'
  },
}

/** We refused it ourselves: the provider was not called. */
const JUDGE_START: ClassifyOutcome<StartResult> = {
  ...JUDGE_PAYING,
  ofValue: ({ kind }) => (kind === 'not-attempted' ? 'none' : 'answered'),
}

/** Queries, refunds and reports may receive an unusable answer, which is not a timeout. Too many of them open the circuit. */
const JUDGE_ASKING: ClassifyOutcome<unknown> = {
  ofError(error) {
    if (!(error instanceof UpstreamError)) return 'none'
    return error.isTransient || error.why === 'throttled' ? 'silent' : 'answered'
  },
}

async function orUnavailable<Value>(id: string, outcome: Promise<Value>): Promise<Value> {
  try {
    return await outcome
  } catch (error) {
    if (error instanceof ProviderUnavailable || !(error instanceof UpstreamError)) throw error
    const { why, mayHaveArrived } = error
    throw new ProviderUnavailable(why === 'busy' ? `too many are with ${id} already` : `${id} is left alone for a while`, mayHaveArrived, {
      why,
    })
  }
}
