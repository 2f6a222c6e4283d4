import type { CircuitState, Judge } from '#outbound/circuit.ts'
import { OutboundTrouble } from '#outbound/outbound-trouble.ts'
import { PROVIDER_ROOMS } from '#outbound/room-sizes.ts'
import { openRoom, type Room, type RoomLimits } from '#outbound/room.ts'
import { ProviderUnavailable, type PaymentConnector, type StartResult } from './payment-connector.ts'

/** A way to pay with its rooms around it. */
export type GuardedConnector = {
  connector: PaymentConnector
  /** How it has been answering those who wanted to pay. */
  circuit(): CircuitState
  /** The same of its two rooms, for whoever watches. */
  circuits(): Record<'start' | 'question', CircuitState>
  /** What somebody who wants to pay now would meet. */
  admission(): ReturnType<Room['admission']>
}

type GuardOptions = {
  now: () => Date
  /** Only tests have smaller rooms. */
  rooms?: { start: RoomLimits; question: RoomLimits }
}

/**
 * A whole operation takes one place, from its first call to its last: whoever is turned away is so before anything is sent, and hears
 * ProviderUnavailable with `mayHaveArrived: false`. Where a visitor waits is one room; the worker's questions and refunds have another.
 */
export function guardConnector(connector: PaymentConnector, { now, rooms = PROVIDER_ROOMS }: GuardOptions): GuardedConnector {
  const start = openRoom({ ...rooms.start, now })
  const question = openRoom({ ...rooms.question, now })
  const { id } = connector.info
  const begin = <Value>(work: () => Promise<Value>, judge: Judge<Value> = JUDGE_PAYING) => orUnavailable(id, start.enter(work, judge))
  const ask = <Value>(work: () => Promise<Value>) => orUnavailable(id, question.enter(work, JUDGE_ASKING))

  const { submitSecret, query, reportDelivery, refund, queryRefund } = connector
  return {
    circuit: () => start.circuit(),
    circuits: () => ({ start: start.circuit(), question: question.circuit() }),
    admission: () => start.admission(),
    connector: {
      ...connector,
      start: (...given) => begin(() => connector.start(...given), JUDGE_START),
      ...(submitSecret && { submitSecret: (...given) => begin(() => submitSecret(...given)) }),
      ...(query && { query: (...given) => ask(() => query(...given)) }),
      ...(reportDelivery && { reportDelivery: (...given) => ask(() => reportDelivery(...given)) }),
      ...(refund && { refund: (...given) => ask(() => refund(...given)) }),
      ...(queryRefund && { queryRefund: (...given) => ask(() => queryRefund(...given)) }),
    },
  }
}

/** Who cannot begin to pay has met silence, whatever was said; a mistake of ours says nothing about the provider. */
const JUDGE_PAYING: Judge<unknown> = { ofError: (error) => (error instanceof OutboundTrouble ? 'silent' : 'none') }

/** We said no ourselves: the provider was not asked. */
const JUDGE_START: Judge<StartResult> = { ...JUDGE_PAYING, ofValue: ({ kind }) => (kind === 'not-attempted' ? 'none' : 'answered') }

/** Questions, refunds and reports may be answered by what helps nobody: that is no silence. Too many of them are. */
const JUDGE_ASKING: Judge<unknown> = {
  ofError(error) {
    if (!(error instanceof OutboundTrouble)) return 'none'
    return error.isPassing || error.why === 'throttled' ? 'silent' : 'answered'
  },
}

async function orUnavailable<Value>(id: string, outcome: Promise<Value>): Promise<Value> {
  try {
    return await outcome
  } catch (error) {
    if (error instanceof ProviderUnavailable || !(error instanceof OutboundTrouble)) throw error
    const { why, mayHaveArrived } = error
    throw new ProviderUnavailable(why === 'busy' ? `too many are with ${id} already` : `${id} is left alone for a while`, mayHaveArrived, {
      why,
    })
  }
}
