import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { WalletOutcome } from '../wallet-payments/payer-plans.ts'
import { createGsmaOutcomes, isOver, type GsmaOutcomes, type OutcomeParts } from './gsma-outcomes.ts'
import { errorObject, NO_SUCH_PAYER } from './gsma-problems.ts'
import { transactionData, type GsmaRequest } from './gsma-records.ts'
import { sparseGsma } from './gsma-sparse.ts'

/** Retry intervals; the standard does not define any. */
const RETRY = { times: 3, everyMs: 60_000 }
const NOTICE_AFTER_MS = 500

export type GsmaSettlement = GsmaOutcomes & {
  /** Ends a request and calls its callback URL. */
  endAndTell(request: GsmaRequest, outcome: WalletOutcome, faults?: WebhookEffects): Promise<void>
  endLater(request: GsmaRequest, outcome: WalletOutcome, afterMs: number): void
}

export function createGsmaSettlement(parts: OutcomeParts): GsmaSettlement {
  const { world, profile, records } = parts
  const { face, wallet } = profile
  const outcomes = createGsmaOutcomes(parts)

  async function endAndTell(asked: GsmaRequest, outcome: WalletOutcome, faults: WebhookEffects = asked.noticeFaults): Promise<void> {
    if (isOver(records.find(asked.serverCorrelationId) ?? asked, outcome)) return
    await world.store.together(() => tell(parts, outcomes.end(asked, outcome), faults))
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
    ...outcomes,
    endAndTell,
    endLater({ serverCorrelationId }, outcome, afterMs) {
      world.scheduler.schedule({ kind: `${face}.settle`, data: { id: serverCorrelationId, outcome }, afterMs })
    },
  }
}

/** PUT with the finished transaction, or with an error. Nothing is signed. */
async function tell({ world, profile, records }: OutcomeParts, request: GsmaRequest, faults: WebhookEffects): Promise<void> {
  if (request.callbackUrl === '') return
  const transaction = records.transaction(request.transactionReference ?? '')
  const body = transaction ? transactionData(transaction, profile) : errorObject(request.problem ?? NO_SUCH_PAYER, world.clock.iso())
  await world.notices.send(
    {
      face: profile.face,
      method: 'PUT',
      url: request.callbackUrl,
      headers: { 'content-type': 'application/json', 'x-correlationid': request.clientCorrelationId },
      body: JSON.stringify(world.dialects.of(profile.face) === 'sparse' ? sparseGsma({ ...body }) : body),
      retry: RETRY,
    },
    { afterMs: NOTICE_AFTER_MS, faults },
  )
}
