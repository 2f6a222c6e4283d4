import assert from 'node:assert/strict'
import type { WalletOutcome } from '../wallet-payments/payer-plans.ts'
import { captureFromWallet, giveBackToWallet, type WalletMovement } from '../wallet-payments/wallet-money.ts'
import type { World } from '../world/world.ts'
import { NO_SUCH_PAYER, OUTCOME_PROBLEMS, type GsmaProblem } from './gsma-problems.ts'
import type { GsmaProfile } from './gsma-profile.ts'
import { newTransactionReference, type GsmaRecords, type GsmaRequest } from './gsma-records.ts'

export type GsmaOutcomes = {
  /** Ends a request with the outcome, without a callback. A paid request stays paid; a failed one can only become paid. */
  end(request: GsmaRequest, outcome: WalletOutcome): GsmaRequest
  /** The same for a reason of its own. */
  fail(request: GsmaRequest, problem: GsmaProblem): GsmaRequest
}

export type OutcomeParts = { world: World; profile: GsmaProfile; records: GsmaRecords }

export function isOver({ state }: GsmaRequest, outcome: WalletOutcome): boolean {
  return state === 'completed' || (state === 'failed' && outcome !== 'paid')
}

export function createGsmaOutcomes({ world, profile, records }: OutcomeParts): GsmaOutcomes {
  function movementOf({ msisdn, ourReference, amount, currency }: GsmaRequest, reference: string): WalletMovement {
    return { face: profile.face, wallet: profile.wallet, msisdn, reference, ourReference, amount, currency }
  }

  function pay(request: GsmaRequest): GsmaRequest {
    const reference = newTransactionReference()
    const moved = captureFromWallet(world, movementOf(request, reference))
    if (moved.kind === 'insufficient') return fail(request, OUTCOME_PROBLEMS['insufficient-funds'])
    if (moved.kind === 'no-such-pot') return fail(request, NO_SUCH_PAYER)
    return complete(request, reference)
  }

  function reverse(request: GsmaRequest): GsmaRequest {
    const original = records.transaction(request.originalReference ?? '')
    if (original?.status !== 'completed') return request
    const reference = newTransactionReference()
    assert(giveBackToWallet(world, movementOf(request, reference)).kind === 'moved')
    records.putTransaction({ ...original, status: 'reversed' })
    return complete(request, reference)
  }

  function complete(request: GsmaRequest, reference: string): GsmaRequest {
    const { kind, originalReference, ourReference, msisdn, amount, currency } = request
    const at = world.clock.now()
    records.putTransaction({
      reference,
      type: kind === 'payment' ? 'merchantpay' : 'reversal',
      ...(originalReference === undefined ? {} : { originalReference }),
      ourReference,
      msisdn,
      amount,
      currency,
      status: 'completed',
      at,
    })
    const { problem: _, ...rest } = request
    return records.put({ ...rest, state: 'completed', transactionReference: reference, endedAt: at })
  }

  function fail(request: GsmaRequest, problem: GsmaProblem): GsmaRequest {
    return records.put({ ...request, state: 'failed', problem, endedAt: world.clock.now() })
  }

  return {
    fail,
    end(asked, outcome) {
      const request = records.find(asked.serverCorrelationId) ?? asked
      if (isOver(request, outcome)) return request
      if (outcome !== 'paid') return fail(request, OUTCOME_PROBLEMS[outcome])
      return world.store.together(() => (request.kind === 'payment' ? pay(request) : reverse(request)))
    },
  }
}
