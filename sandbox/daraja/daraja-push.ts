import { OPERATOR_NAME } from '../demo-identities.ts'
import { payerPlan } from '../wallet-payments/payer-plans.ts'
import type { World } from '../world/world.ts'
import type { DarajaPush, DarajaPushes, NewDarajaPush } from './daraja-pushes.ts'
import type { DarajaSettlement } from './daraja-settlement.ts'
import { CURRENCY } from '../operator.ts'

/** A prompt lives about a minute. */
const PROMPT_LIFE_MS = 60_000
const DECIDED_AFTER_MS = 500

export type Pushed = { kind: 'pushed'; push: DarajaPush } | { kind: 'hang-up' } | { kind: 'no-wallet' }

type Parts = { world: World; pushes: DarajaPushes; settlement: DarajaSettlement }

/** Asks the payer on the phone. The same reference twice is two payments: Daraja knows no repetition. */
export async function pushToPhone({ world, pushes, settlement }: Parts, asked: NewDarajaPush): Promise<Pushed> {
  const { msisdn, amount } = asked
  const plan = payerPlan(msisdn)
  if (plan.kind === 'hangs-up') return { kind: 'hang-up' }
  const wallet = world.wallets.find('mpesa', msisdn)
  if (!wallet) return { kind: 'no-wallet' }
  const notices = { ...(plan.kind === 'pays' ? plan.notices : {}), ...asked.noticeFaults }
  const push = pushes.create({ ...asked, noticeFaults: notices })

  if (wallet.locked) settlement.endLater(push, 'locked', { afterMs: DECIDED_AFTER_MS })
  else if (notices.noticeFirst) await settlement.end(push, plan.kind === 'refuses' ? plan.outcome : 'paid', { faults: notices })
  else if (plan.kind === 'refuses') settlement.endLater(push, plan.outcome, { afterMs: DECIDED_AFTER_MS })
  else if (plan.kind === 'pays') settlement.endLater(push, 'paid', { afterMs: DECIDED_AFTER_MS })
  else if (plan.kind === 'pays-late') {
    settlement.endLater(push, 'expired', { afterMs: PROMPT_LIFE_MS, isTold: false })
    settlement.endLater(push, 'paid', { afterMs: plan.afterMs })
  } else {
    const payment = { msisdn, amount, currency: CURRENCY, payee: OPERATOR_NAME, reference: push.checkoutRequestId }
    world.prompts.ask({ face: 'daraja', wallet: 'mpesa', ...payment, lifeMs: PROMPT_LIFE_MS })
  }
  return { kind: 'pushed', push }
}
