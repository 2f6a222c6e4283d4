import { ProviderUnavailable, type AttemptRef, type ConnectorContext, type Observation } from '../payment-connector.ts'
import type { Money } from '#shared/money.ts'
import type { ProviderResponse } from '../provider-http.ts'
import { providerMessage } from '../provider-message.ts'
import {
  ACCEPTED,
  acknowledgementRequest,
  isTakenIn,
  isUndecided,
  isWhollyReturned,
  readQueriedRefund,
  readRefunded,
  refundRequest,
  REJECTED,
} from './cellulant-settlement.messages.ts'
import { readRequestCode, type CellulantService } from './cellulant.messages.ts'

type Calls = CellulantService & {
  ask(context: ConnectorContext, attempt: AttemptRef): Promise<ProviderResponse>
  post(context: ConnectorContext, route: 'acknowledgement' | 'refund', body: string): Promise<ProviderResponse>
}

type Refund = { ref: string; amount: Money; reason: string }

/**
 * Tingg refunds only what was accepted (183). An undecided payment is rejected as a whole (180), which gives the money back, or accepted
 * first where only a part is to go back. It takes one decision: a second is refused and changes nothing.
 */
export async function giveBack(calls: Calls, context: ConnectorContext, attempt: AttemptRef, refund: Refund): Promise<Observation> {
  const before = await calls.ask(context, attempt).catch(nothingWasSent)
  const code = readRequestCode(before, attempt, calls)
  if (isWhollyReturned(code)) return readQueriedRefund(before, attempt, calls, context.now())
  if (isUndecided(code)) {
    const isWhole = refund.amount.minor === attempt.amount.minor && refund.amount.currency === attempt.amount.currency
    const isTaken = isTakenIn(await calls.post(context, 'acknowledgement', acknowledgementRequest(calls, attempt, !isWhole)))
    if (isWhole) return isTaken ? { state: 'refunding', provider: providerMessage(REJECTED, '') } : stateNow()
    if (!isTaken && readRequestCode(await calls.ask(context, attempt), attempt, calls) !== ACCEPTED) return stateNow()
  }
  const answered = readRefunded(await calls.post(context, 'refund', refundRequest(calls, attempt, refund)))
  if (answered.state !== 'declined') return answered
  // A payment whose refund is on its way is refused too: that is no failure.
  const seen = await stateNow()
  return seen.state === 'refunding' || seen.state === 'refunded' ? seen : answered

  async function stateNow(): Promise<Observation> {
    return readQueriedRefund(await calls.ask(context, attempt), attempt, calls, context.now())
  }
}

function nothingWasSent(error: unknown): never {
  throw error instanceof ProviderUnavailable ? new ProviderUnavailable(error.message, false) : error
}
