import assert from 'node:assert/strict'
import type { NoticeEffects } from '../faces/fault-rules.ts'
import type { WalletOutcome } from '../wallet-payments/payer-plans.ts'
import { captureFromWallet, giveBackToWallet, type WalletMovement } from '../wallet-payments/wallet-money.ts'
import type { World } from '../world/world.ts'
import { errorObject, NO_SUCH_PAYER, OUTCOME_PROBLEMS, type GsmaProblem } from './gsma-problems.ts'
import type { GsmaProfile } from './gsma-profile.ts'
import { newTransactionReference, transactionData, type GsmaRecords, type GsmaRequest } from './gsma-records.ts'

/** The standard says nothing of repeats; these are ours. */
const RETRY = { times: 3, everyMs: 60_000 }
const NOTICE_AFTER_MS = 500

export type GsmaSettlement = {
  /** Ends a request as the outcome says, without telling anybody. What was paid stays paid; what failed can only still be paid. */
  end(request: GsmaRequest, outcome: WalletOutcome): GsmaRequest
  /** The same for a reason of its own. */
  fail(request: GsmaRequest, problem: GsmaProblem): GsmaRequest
  /** The same, and the callback address hears of it. */
  endAndTell(request: GsmaRequest, outcome: WalletOutcome, faults?: NoticeEffects): Promise<void>
  endLater(request: GsmaRequest, outcome: WalletOutcome, afterMs: number): void
}

type Options = { world: World; profile: GsmaProfile; records: GsmaRecords }

export function createGsmaSettlement({ world, profile, records }: Options): GsmaSettlement {
  const { face, wallet } = profile

  function isOver({ state }: GsmaRequest, outcome: WalletOutcome): boolean {
    return state === 'completed' || (state === 'failed' && outcome !== 'paid')
  }

  function end(asked: GsmaRequest, outcome: WalletOutcome): GsmaRequest {
    const request = records.find(asked.serverCorrelationId) ?? asked
    if (isOver(request, outcome)) return request
    if (outcome !== 'paid') return fail(request, OUTCOME_PROBLEMS[outcome])
    return world.store.together(() => (request.kind === 'payment' ? pay(request) : reverse(request)))
  }

  function movementOf({ msisdn, ourReference, amount, currency }: GsmaRequest, reference: string): WalletMovement {
    return { face, wallet, msisdn, reference, ourReference, amount, currency }
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

  async function endAndTell(asked: GsmaRequest, outcome: WalletOutcome, faults: NoticeEffects = asked.noticeFaults): Promise<void> {
    if (isOver(records.find(asked.serverCorrelationId) ?? asked, outcome)) return
    await world.store.together(() => tell(end(asked, outcome), faults))
  }

  /** PUT with the finished transaction, or with an error. Nothing is signed. */
  async function tell(request: GsmaRequest, faults: NoticeEffects): Promise<void> {
    if (request.callbackUrl === '') return
    const transaction = records.transaction(request.transactionReference ?? '')
    const body = transaction ? transactionData(transaction, profile) : errorObject(request.problem ?? NO_SUCH_PAYER, world.clock.iso())
    await world.notices.send(
      {
        face,
        method: 'PUT',
        url: request.callbackUrl,
        headers: { 'content-type': 'application/json', 'x-correlationid': request.clientCorrelationId },
        body: JSON.stringify(body),
        retry: RETRY,
      },
      { afterMs: NOTICE_AFTER_MS, faults },
    )
  }

  world.notices.acceptedBy(face, ({ status }) => status === 204)
  world.scheduler.handle<{ id: string; outcome: WalletOutcome }>(`${face}.settle`, async ({ id, outcome }) => {
    const request = records.find(id)
    if (request) await endAndTell(request, outcome)
    return 'done'
  })
  world.prompts.onSettled(face, async ({ reference, state, msisdn }) => {
    const request = records.find(reference)
    if (!request || state === 'waiting') return
    const isLocked = world.wallets.find(wallet, msisdn)?.locked === true
    const declined = isLocked ? 'locked' : 'payer-declined'
    await endAndTell(request, state === 'accepted' ? 'paid' : state === 'declined' ? declined : 'expired')
  })

  return {
    end,
    fail,
    endAndTell,
    endLater({ serverCorrelationId }, outcome, afterMs) {
      world.scheduler.schedule({ kind: `${face}.settle`, data: { id: serverCorrelationId, outcome }, afterMs })
    },
  }
}
