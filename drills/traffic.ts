import { setTimeout as pause } from 'node:timers/promises'
import { CONNECTORS } from '#shared/connector-table.ts'
import type { PayerActions } from './payer-actions.ts'
import { makePayment, METHODS, readStatus, type Errand, type Method } from './payments.ts'
import { aVisitor, Refusal, type VisitorOptions } from './visitor.ts'

export type TrafficCount = {
  begun: number
  finished: number
  /** The portal refused with its own code: method unavailable, rate limit, being confirmed. */
  refused: Record<string, number>
  /** No response within the visitor's time limit. */
  givenUp: string[]
  /** Final status of the transactions, as the portal shows it. */
  shown: Record<string, number>
  /** Transactions shown to a customer: the portal must not lose them. */
  acknowledged: string[]
}

/** The sandbox refuses deliveries to this line, so that every drill includes refunds. */
const REFUSED_LINE = '99000014'
const STATUS_LOOKS = 3
const POLL_MS = 700

export type TrafficOptions = VisitorOptions & {
  payerActions: PayerActions
  chance: () => number
  payments: number
  atOnce: number
  methods?: readonly Method[]
  /** Arrivals per second, independent of earlier ones; otherwise a few pay sequentially. */
  perSecond?: number
  /** Checked before each payment: true ends the traffic early. */
  isOver?: () => boolean
}

/** Makes a limited number of payments, a few at once, by all methods in turn. It never throws: failures are counted. */
export async function makeTraffic({
  payerActions,
  chance,
  payments,
  atOnce,
  methods = METHODS,
  perSecond,
  isOver = () => false,
  ...visitorOptions
}: TrafficOptions): Promise<TrafficCount> {
  const count: TrafficCount = { begun: 0, finished: 0, refused: {}, givenUp: [], shown: {}, acknowledged: [] }
  const first = Math.floor(chance() * METHODS.length)

  async function pay(errand: Errand): Promise<void> {
    const visitor = aVisitor(visitorOptions)
    try {
      const transactionId = await makePayment(visitor, payerActions, errand)
      count.acknowledged.push(transactionId)
      let status = ''
      for (let look = 0; look < STATUS_LOOKS && status !== 'SUCCESS'; look += 1) {
        if (look > 0) await pause(POLL_MS)
        status = await readStatus(visitor, transactionId)
      }
      count.finished += 1
      count.shown[status] = (count.shown[status] ?? 0) + 1
    } catch (error) {
      if (error instanceof Refusal) count.refused[error.message] = (count.refused[error.message] ?? 0) + 1
      else count.givenUp.push(`${errand.method}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  function payNext(): Promise<void> {
    count.begun += 1
    return pay(newErrand(methods[(first + count.begun) % methods.length] ?? 'paystack', chance))
  }
  const isGoingOn = () => count.begun < payments && !isOver()

  async function person(): Promise<void> {
    while (isGoingOn()) await payNext()
  }
  async function crowd(rate: number): Promise<void> {
    const paying: Promise<void>[] = []
    while (isGoingOn()) {
      paying.push(payNext())
      await pause((-Math.log(1 - chance()) * 1000) / rate)
    }
    await Promise.all(paying)
  }
  await (perSecond === undefined ? Promise.all(Array.from({ length: atOnce }, person)) : crowd(perSecond))
  return count
}

/** Mostly paying visitors; some decline, leave, press twice, or never return from the gateway. */
export function newErrand(method: Method, chance: () => number): Errand {
  const mood = chance()
  const isCard = CONNECTORS[method].way === 'card'
  return {
    method,
    beneficiary: isCard && chance() < 0.1 ? REFUSED_LINE : newNumber(chance),
    payer: newNumber(chance),
    outcome: mood < 0.08 ? 'declines' : mood < 0.13 ? 'leaves' : 'pays',
    pressesTwice: chance() < 0.15,
    comesBack: chance() < 0.7,
  }
}

/** All over the number plan: every block of a thousand has a budget of its own. The sandbox makes a line on first sight. */
function newNumber(chance: () => number): string {
  return String(91_000_000 + Math.floor(chance() * 7_000_000))
}
