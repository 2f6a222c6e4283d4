import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { Parts, PayAnswer } from './gsma-merchantpay.ts'
import { invalid, NOT_FOUND, NOT_REVERSIBLE } from './gsma-problems.ts'
import { PROMPT_LIFE_MS } from './gsma-profile.ts'
import { fieldsOf } from './gsma-requests.ts'

const REVERSED_AFTER_MS = 2_000

type AskedReversal = { clientCorrelationId: string; callbackUrl: string; noticeFaults: WebhookEffects; body: unknown; reference: string }

/** The whole of a payment, once. It is taken in now and done a little later. */
export function startReversal({ world, records, settlement }: Parts, { body, reference, ...asked }: AskedReversal): PayAnswer {
  const fields = fieldsOf(body)
  const original = records.transaction(reference)
  if (!original || original.type !== 'merchantpay') return { kind: 'problem', problem: NOT_FOUND }
  if (fields['type'] !== 'reversal') return { kind: 'problem', problem: invalid('type is reversal') }
  const isWhole = fields['amount'] === undefined || fields['amount'] === String(original.amount)
  if (!isWhole || (fields['currency'] ?? original.currency) !== original.currency)
    return { kind: 'problem', problem: invalid('only the whole amount can be reversed') }
  if (original.status !== 'completed' || records.isReversing(reference)) return { kind: 'problem', problem: NOT_REVERSIBLE }

  const { ourReference, msisdn, amount, currency } = original
  return world.store.together(() => {
    const expiresAt = world.clock.now() + PROMPT_LIFE_MS
    const request = records.create({
      ...asked,
      kind: 'reversal',
      originalReference: reference,
      ourReference,
      msisdn,
      amount,
      currency,
      expiresAt,
    })
    settlement.endLater(request, 'paid', REVERSED_AFTER_MS)
    return { kind: 'request', request }
  })
}
