import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { World } from '../world/world.ts'
import { sparseFields, verifyFields } from './dpo-answers.ts'
import type { DpoTransaction } from './dpo-transactions.ts'
import { writeXml } from './xml.ts'

/** DPO documents no repeats; these are ours. */
const RETRY = { times: 5, everyMs: 60_000 }
const AFTER_MS = 500

/** Tells the registered address of a payment. Nothing is signed. */
export async function pushPayment(world: World, transaction: DpoTransaction, faults: WebhookEffects): Promise<void> {
  const { token, ref, companyRef } = transaction
  const fields = verifyFields(transaction, 'paid')
  const body = writeXml('API3G', {
    ...(world.dialects.of('dpo') === 'sparse' ? sparseFields(fields) : fields),
    TransactionToken: token,
    TransactionRef: ref,
    CompanyRef: companyRef,
  })
  await world.notices.send(
    {
      face: 'dpo',
      method: 'POST',
      url: world.portal.onFile('dpo'),
      headers: { 'content-type': 'application/xml; charset=utf-8' },
      body,
      retry: RETRY,
    },
    { afterMs: AFTER_MS, faults },
  )
}
